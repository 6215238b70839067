/** The files the build made for the browser: hashed names are kept for ever, the few others for an hour. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendStored, storeReply, type StoredReply } from '#server/http/stored-reply.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_AN_HOUR = 'public, max-age=3600';

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Serves the files of `browserDir` that exist now, and nothing else: there is no path to walk out of. */
export async function registerAssets(app: FastifyInstance, browserDir: string): Promise<void> {
  const hashed = filesIn(path.join(browserDir, 'assets'));
  app.get<{ Params: { '*': string } }>('/assets/*', { config: { access: 'public' } }, (request, reply) => {
    const file = hashed.get(request.params['*']);
    return file ? sendFile(request, reply, file, FOR_EVER) : reply.callNotFound();
  });
  for (const [name, file] of filesIn(browserDir)) {
    app.get(`/${name}`, { config: { access: 'public' } }, (request, reply) => sendFile(request, reply, file, FOR_AN_HOUR));
  }
}

type SiteFile = { name: string; path: string; stored?: Promise<StoredReply>; font?: Promise<Font> };
type Font = { etag: string; bytes: Buffer };

function filesIn(folder: string): Map<string, SiteFile> {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(entries.map(({ name }) => [name, { name, path: path.join(folder, name) }]));
}

/** Read and compressed at the first request; the build's files are few and small enough to keep. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile, cacheControl: string) {
  if (file.name.endsWith('.woff2')) {
    file.font ??= readFont(file.path);
    return sendFont(request, reply, await file.font, cacheControl);
  }
  file.stored ??= storeFile(file);
  return sendStored(request, reply, await file.stored, cacheControl);
}

async function storeFile(file: SiteFile): Promise<StoredReply> {
  const contentType = CONTENT_TYPES[path.extname(file.name)] ?? 'application/octet-stream';
  return storeReply({ status: 200, contentType, body: await readFile(file.path) });
}

async function readFont(fontPath: string): Promise<Font> {
  const bytes = await readFile(fontPath);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
}

/** Fonts are compressed already: a second compression would only cost. */
function sendFont(request: FastifyRequest, reply: FastifyReply, font: Font, cacheControl: string) {
  reply.header('etag', font.etag).header('cache-control', cacheControl);
  if (request.headers['if-none-match']?.includes(font.etag)) return reply.code(304).send();
  return reply.header('content-type', CONTENT_TYPES['.woff2']).send(font.bytes);
}
