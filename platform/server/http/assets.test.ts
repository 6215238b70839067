import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerAssets } from './assets.ts';

const SCRIPT = `console.log('${'hello '.repeat(200)}');`;
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mealrun-assets-'));
  await mkdir(path.join(folder, 'browser/assets'), { recursive: true });
  await mkdir(path.join(folder, 'browser/.vite'));
  await Promise.all([
    writeFile(path.join(folder, 'browser/assets/entry-1a2b.js'), SCRIPT),
    writeFile(path.join(folder, 'browser/assets/entry-1a2b.js.br'), 'as the build compressed it'),
    writeFile(path.join(folder, 'browser/assets/serif-3c4d.woff2'), 'a font'),
    writeFile(path.join(folder, 'browser/robots.txt'), 'User-agent: *\n'),
    writeFile(path.join(folder, 'browser/.vite/manifest.json'), '{}'),
    writeFile(path.join(folder, 'secret.txt'), 'not for everybody'),
  ]);
  app = Fastify();
  registerAssets(app, path.join(folder, 'browser'));
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

function get(url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers });
}

test('a hashed file may be cached indefinitely', async () => {
  const response = await get('/assets/entry-1a2b.js');
  expect(response.statusCode).toBe(200);
  expect(response.body).toBe(SCRIPT);
  expect(response.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
});

test('a file is sent as the build compressed it', async () => {
  const response = await get('/assets/entry-1a2b.js', { 'accept-encoding': 'gzip, br' });
  expect(response.headers['content-encoding']).toBe('br');
  expect(response.body).toBe('as the build compressed it');
});

test('a file the build did not compress is compressed here', async () => {
  const gzipped = await get('/assets/entry-1a2b.js', { 'accept-encoding': 'gzip' });
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(SCRIPT);
  const robots = await get('/robots.txt', { 'accept-encoding': 'br' });
  expect(brotliDecompressSync(robots.rawPayload).toString()).toBe('User-agent: *\n');
  expect(robots.headers['cache-control']).toBe('public, max-age=3600');
});

test('a font is not compressed a second time', async () => {
  const response = await get('/assets/serif-3c4d.woff2', { 'accept-encoding': 'br' });
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(response.headers['content-type']).toBe('font/woff2');
  expect(response.body).toBe('a font');
});

test.each(['/assets/entry-1a2b.js', '/assets/serif-3c4d.woff2', '/robots.txt'])(
  '%s is not sent to a browser that has it',
  async (url) => {
    const { etag } = (await get(url)).headers;
    const again = await get(url, { 'if-none-match': String(etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  },
);

test.each([
  '/assets/missing.js',
  '/assets/entry-1a2b.js.br',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/',
  '/.vite/manifest.json',
  '/secret.txt',
])('%s is not found', async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});
