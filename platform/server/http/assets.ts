/** The files the build made for the browser: hashed names are cached for a year, the few others for an hour. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
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

// Replies that are asked for again and again: anyone who has one already gets 304 without its body.

/** For all routes that are registered in this scope afterwards. */
export function addEtags(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string')
      return payload;
    const hash = createHash('sha256').update(payload).digest('base64url').slice(0, 22);
    const etag = `"${hash}"`;
    reply.header('etag', etag);
    if (!request.headers['if-none-match']?.includes(etag)) return payload;
    reply.code(304).removeHeader('content-length');
    return '';
  });
}

/** A file to keep, not to open in the browser; `name` without path or quotes. Never kept by a cache: it may have customers in it. */
export function offerFile(
  reply: FastifyReply,
  { name, type }: { name: string; type: string },
): void {
  reply
    .header('cache-control', 'no-store')
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`);
}

/** Where the build put the files that pages refer to, from its manifest. */
export type PageAssets = {
  stylesheet: string;
  /** What pages to read need of it. */
  readingStylesheet: string;
  /** Without what the portal alone needs. */
  customerStylesheet: string;
  fonts: string[];
  script: string;
  entry: string;
  modules: string[];
  laterModules: string[];
};

/** Source file -> the built file, the sources it imports statically, and other files it needs. */
type Manifest = Record<string, { file: string; imports?: string[]; assets?: string[] }>;

const ENTRY = 'app/web/entry-browser.tsx';

/** The modules a page imports, and those it may import later. */
type PageModules = { modules: readonly string[]; laterModules: readonly string[] };

/** Returns a function that gives a page's assets. Throws when the build lacks one of them. */
export function readPageAssets(distDir: string): (page: PageModules) => PageAssets {
  const manifest = JSON.parse(
    readFileSync(path.join(distDir, 'browser/.vite/manifest.json'), 'utf8'),
  ) as Manifest;

  function part(source: string) {
    const found = manifest[source];
    if (found) return found;
    throw new Error(`${source} is missing from the build in ${distDir}; run the build again`);
  }
  const urlOf = (source: string) => `/${part(source).file}`;

  function collect(sources: readonly string[], urls = new Set<string>()): Set<string> {
    for (const source of sources) {
      if (urls.has(urlOf(source))) continue;
      urls.add(urlOf(source));
      for (const file of part(source).assets ?? [])
        if (file.endsWith('.wasm')) urls.add(`/${file}`);
      collect(part(source).imports ?? [], urls);
    }
    return urls;
  }

  const shared = {
    script: urlOf('app/web/start-scripts.ts'),
    entry: urlOf(ENTRY),
    stylesheet: urlOf('platform/web/theme/stylesheet.css'),
    readingStylesheet: urlOf('platform/web/theme/reading.css'),
    customerStylesheet: urlOf('platform/web/theme/customers.css'),
    fonts: Object.keys(manifest)
      .filter((source) => source.endsWith('-latin-wght-normal.woff2'))
      .map(urlOf),
  };
  return ({ modules, laterModules }) => {
    const now = collect([ENTRY, ...modules]);
    const later = [...collect(laterModules)].filter((url) => !now.has(url));
    return { ...shared, modules: [...now], laterModules: later };
  };
}
