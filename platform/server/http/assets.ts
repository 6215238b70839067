/** The files the build made for the browser: hashed names are cached for a year, the few others for an hour. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  FOR_EVER,
  sendStored,
  storeReply,
  type StoredReply,
} from '#platform/server/http/stored-reply.ts';

const FOR_AN_HOUR = 'public, max-age=3600';

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};
/** Already compressed: a second time would only cost. */
const FONT = '.woff2';
/** Files that the build puts beside an asset. */
const COMPRESSED = /\.(br|gz)$/;

/** Serves the files of `browserDir` that exist at start-up and nothing else, so no path can escape the folder. */
export function registerAssets(app: FastifyInstance, browserDir: string): void {
  const hashed = filesIn(path.join(browserDir, 'assets'));
  app.get<{ Params: { '*': string } }>(
    '/assets/*',
    { config: { access: 'public' } },
    (request, reply) => {
      const file = hashed.get(request.params['*']);
      return file ? sendFile(request, reply, file, FOR_EVER) : reply.callNotFound();
    },
  );
  for (const [name, file] of filesIn(browserDir)) {
    app.get(`/${name}`, { config: { access: 'public' } }, (request, reply) =>
      sendFile(request, reply, file, FOR_AN_HOUR),
    );
  }
}

type SiteFile = {
  path: string;
  /** Read at the first request and kept in memory: the build's files are few and small. */
  stored?: Promise<StoredReply>;
  font?: Promise<Font>;
};
type Font = { etag: string; bytes: Buffer };

function filesIn(folder: string): Map<string, SiteFile> {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && !COMPRESSED.test(entry.name),
  );
  return new Map(files.map(({ name }) => [name, { path: path.join(folder, name) }]));
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SiteFile,
  cacheControl: string,
) {
  if (path.extname(file.path) === FONT) {
    file.font ??= readFont(file.path);
    return sendFont(request, reply, await file.font, cacheControl);
  }
  file.stored ??= readStored(file.path);
  return sendStored(request, reply, await file.stored, cacheControl);
}

/** As compressed by the build, or compressed here when the build only copied it. */
async function readStored(filePath: string): Promise<StoredReply> {
  const contentType = CONTENT_TYPES[path.extname(filePath)] ?? 'application/octet-stream';
  const [br, gzip] = await Promise.all([
    readIfThere(`${filePath}.br`),
    readIfThere(`${filePath}.gz`),
  ]);
  const content = { status: 200, contentType, body: await readFile(filePath) };
  // The scanner's megabyte must not be compressed hard once more while a tablet waits for it.
  const stored = await storeReply(content, br ? 'few' : 'many');
  return { ...stored, br: br ?? stored.br, gzip: gzip ?? stored.gzip };
}

async function readIfThere(filePath: string): Promise<Buffer | null> {
  try {
    return await readFile(filePath);
  } catch {
    return null;
  }
}

async function readFont(fontPath: string): Promise<Font> {
  const bytes = await readFile(fontPath);
  return {
    bytes,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  };
}

function sendFont(request: FastifyRequest, reply: FastifyReply, font: Font, cacheControl: string) {
  reply.header('etag', font.etag).header('cache-control', cacheControl);
  if (request.headers['if-none-match']?.includes(font.etag)) return reply.code(304).send();
  return reply.header('content-type', 'font/woff2').send(font.bytes);
}
