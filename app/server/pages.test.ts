import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { createPagePreview } from '#areas/messages/server/page-preview.ts';
import { textsFor } from '#quality/support/texts-for.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { watchDisks } from '#platform/server/disk-space.ts';
import { registerErrorHandler } from '#platform/server/http/error-handler.ts';
import { type PagesOptions, registerPages, type Viewer } from './pages.ts';

const loadOrder: PagesOptions['loadOrder'] = async ({ token }) => ({
  // The page only passes it on.
  order: { firstName: token } as TrackedOrderReply,
  at: '2026-01-05T00:00:00Z',
});
const stopEmails = (token: string) => Promise.resolve(token === 'ours');

/** Stands in for a build: a page states its key, the data it was rendered with and how many were rendered before it. */
const RENDERER = `
  let rendered = 0;
  export const pagePaths = ['/', '/menu', '/menu/:slug', '/track/:token'];
  export const indexedPaths = ['/', '/menu'];
  export const mealPath = (slug) => '/menu/' + slug;
  export const closedPaths = ['/track/'];
  export function findPage(url, slugs) {
    const { pathname, searchParams } = new URL(url, 'http://site');
    const redirect = pathname === '/menu/' ? '/menu' : null;
    const laterModules = ['plates.ts'];
    const plain = { redirect, modules: [], laterModules: [], isFiltered: false };
    if (pathname === '/broken') return { key: 'broken', url, ...plain };
    if (pathname.startsWith('/track/')) {
      const token = pathname.slice('/track/'.length);
      const order = token === '-' ? null : { token, reader: 'payer' };
      return { key: '/track/-', url: pathname, ...plain, order };
    }
    const slug = pathname.replace('/menu/', '');
    if (slugs.has(slug)) return { key: pathname, url: pathname, ...plain };
    if (!pagePaths.includes(pathname)) return { key: '*', url: '/404', ...plain };
    const modules = ['pages/home.tsx'];
    const words = searchParams.get('q');
    if (words) return { ...plain, key: pathname + '?q=' + words, url, isFiltered: true };
    const key = searchParams.get('type') === 'lunch' ? pathname + '?type=lunch' : pathname;
    const found = { key, url: key, redirect, modules, laterModules, isFiltered: false };
    return key === '/' ? { ...found, forStaff: { ...found, key: 'staff home' } } : found;
  }
  export async function renderPage(page, data, assets, origin) {
    if (page.key.endsWith('broken')) throw new Error('cannot be rendered');
    rendered += 1;
    const files = [assets.script, assets.stylesheet, ...assets.fonts, assets.entry, ...assets.modules, ...assets.laterModules, assets.siteData];
    const audience = data.isStaff ? ['for staff'] : [];
    audience.push(data.config.sale.preview ? 'preview of ' + data.config.sale.preview : 'as the public');
    if (data.orderOfPage) audience.push('of ' + data.orderOfPage.order.firstName);
    const html = [page.key, data.config.business.name, rendered, ...files, ...audience, origin];
    return { status: page.key === '*' ? 404 : 200, html: html.join(' ') };
  }
`;
const MANIFEST = {
  'app/web/start-scripts.ts': { file: 'assets/start-1.js' },
  'platform/web/theme/stylesheet.css': { file: 'assets/style-2.css' },
  'platform/web/theme/reading.css': { file: 'assets/reading-2.css' },
  'platform/web/theme/customers.css': { file: 'assets/customers-2.css' },
  'app/web/entry-browser.tsx': { file: 'assets/entry-5.js', imports: ['_framework.js'] },
  'pages/home.tsx': { file: 'assets/home-6.js', imports: ['_framework.js', '_plate.js'] },
  '_framework.js': { file: 'assets/framework-7.js' },
  '_plate.js': { file: 'assets/plate-8.js', imports: ['_framework.js'] },
  'plates.ts': { file: 'assets/draw-9.js', imports: ['_plate.js'] },
  'fonts/sans-latin-wght-normal.woff2': { file: 'assets/sans-3.woff2' },
  'fonts/sans-latin-ext-wght-normal.woff2': { file: 'assets/sans-ext-4.woff2' },
};

const PUBLIC_URL = 'https://meals.example';

let distDir: string;
let app: FastifyInstance;
let site: {
  version: string;
  name: string;
  meals: MealReply[];
  mealsOffMenu: MealReply[];
  isOpen: boolean;
};
let isAway: boolean;

beforeEach(async () => {
  distDir = await mkdtemp(path.join(tmpdir(), 'mealrun-pages-'));
  await mkdir(path.join(distDir, 'browser/.vite'), { recursive: true });
  await mkdir(path.join(distDir, 'browser/assets'));
  await mkdir(path.join(distDir, 'server'));
  await writeFile(path.join(distDir, 'package.json'), '{"type":"module"}');
  await writeFile(path.join(distDir, 'browser/.vite/manifest.json'), JSON.stringify(MANIFEST));
  await writeFile(path.join(distDir, 'server/entry-server.js'), RENDERER);
  site = { version: 'first', name: 'Redlands Table', meals: [], mealsOffMenu: [], isOpen: false };
  isAway = false;
  app = Fastify();
  app.get('/livez', () => 'up');
  await registerPages(app, options());
});

afterEach(async () => {
  await app.close();
  await rm(distDir, { recursive: true });
});

const options = (): PagesOptions => ({
  loadData,
  drawSharePicture,
  findViewer,
  stopEmails,
  loadOrder,
  preview,
  publicUrl: PUBLIC_URL,
  distDir,
  dev: false,
});

async function loadData() {
  if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const config: ConfigReply = {
    business: { ...defaultBusiness, name: site.name },
    payments: { mode: 'sandbox', publishableKey: 'pk_test_1' },
    adviser: null,
    sendsMail: false,
    sendsTexts: false,
    hasLaunched: false,
    sale: { state: 'before' },
  };
  const { version, meals, mealsOffMenu, isOpen } = site;
  const sale = { state: 'open', preview: 'tests' } as const;
  return {
    version,
    config,
    previewConfig: isOpen ? null : { ...config, hasLaunched: true, sale },
    texts: TEXTS,
    meals,
    mealsOffMenu,
    samples: [],
    comments: new Map<never, never>(),
  };
}

const TEXTS = textsFor(defaultBusiness, []);
const preview = createPagePreview();

const drawSharePicture = async () => Buffer.from('a picture');

const findViewer = async ({ headers: { cookie } }: FastifyRequest): Promise<Viewer> => {
  if (cookie === 'session=staff') return 'staff';
  return cookie === 'preview=ours' ? 'preview' : 'visitor';
};

async function textOf(url: string): Promise<string> {
  return (await app.inject({ url })).body;
}

test('a page names the script, the stylesheet, the main fonts, all its modules and the deferred ones, each once', async () => {
  expect((await textOf('/')).split(' ').filter((word) => word.startsWith('/assets'))).toEqual([
    '/assets/start-1.js',
    '/assets/style-2.css',
    '/assets/sans-3.woff2',
    '/assets/entry-5.js',
    '/assets/entry-5.js',
    '/assets/framework-7.js',
    '/assets/home-6.js',
    '/assets/plate-8.js',
    '/assets/draw-9.js',
  ]);
});

test('while the database is away, a page says so, how to reach us, and not to pay twice; then it is back', async () => {
  registerErrorHandler(app, watchDisks(tmpdir()));
  await textOf('/menu');
  isAway = true;
  const reply = await app.inject('/menu');
  expect([reply.statusCode, reply.headers['retry-after'], reply.headers['content-type']]).toEqual([
    503,
    '2',
    'text/html; charset=utf-8',
  ]);
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.body).toContain('We can’t show this page right now');
  expect(reply.body).toContain(
    'call Redlands Table on <a class="underline" href="tel:+61755500164"',
  );
  expect(reply.body).toContain('please don’t pay again');
  expect(reply.body).toContain('href="/assets/style-2.css"');
  isAway = false;
  expect((await app.inject('/menu')).statusCode).toBe(200);
});

test('a page is rendered once, however often and with whatever query it is requested', async () => {
  const first = await textOf('/menu');
  expect(await textOf('/menu')).toBe(first);
  expect(await textOf('/menu?utm_source=letter')).toBe(first);
  expect(await textOf('/menu?type=lunch')).not.toBe(first);
});

test('a filtered page is rendered once too, and again after a change of the site', async () => {
  const first = await textOf('/menu?q=soup');
  expect(await textOf('/menu?q=soup')).toBe(first);
  expect(await textOf('/menu?q=stew')).not.toBe(first);
  site = { ...site, version: 'second', name: 'Bayside Table' };
  expect(await textOf('/menu?q=soup')).toContain('Bayside Table');
});

test('a filtered page is not shared between staff and visitors', async () => {
  const forStaff = await app.inject({ url: '/menu?q=soup', headers: { cookie: 'session=staff' } });
  expect(forStaff.body).toContain('for staff');
  expect(forStaff.headers['cache-control']).toBe('no-store');
  expect(await textOf('/menu?q=soup')).not.toContain('for staff');
});

test('in a flood of different queries most are told to wait, and every other page is served', async () => {
  registerErrorHandler(app, watchDisks(tmpdir()));
  const flood = Array.from({ length: 100 }, (_, index) => app.inject(`/menu?q=${index}`));
  expect((await app.inject('/menu')).statusCode).toBe(200);
  const replies = await Promise.all(flood);
  const served = replies.filter(({ statusCode }) => statusCode === 200);
  const refused = replies.filter(({ statusCode }) => statusCode === 503);
  expect(served.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(50);
  expect(served.length + refused.length).toBe(100);
  expect(refused[0]?.headers['retry-after']).toBe('2');
  expect(refused[0]?.body).toContain('We have too many visitors at once.');
  expect((await app.inject('/menu?q=later')).statusCode).toBe(200);
});

test('concurrent requests share one rendering', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => textOf('/')));
  expect(new Set(answers).size).toBe(1);
});

test('a change of the site renders pages again', async () => {
  await textOf('/');
  site = { ...site, version: 'second', name: 'Bayside Table' };
  expect(await textOf('/')).toContain('/ Bayside Table 2');
});

test('an unknown path is the 404 page with status 404, and other routes are left alone', async () => {
  const response = await app.inject({ url: '/no/such/page' });
  expect(response.statusCode).toBe(404);
  expect(response.body).toContain('* Redlands Table');
  expect(await textOf('/livez')).toBe('up');
});

test('a variant spelling of a path redirects to the page', async () => {
  const response = await app.inject({ url: '/menu/' });
  expect(response.statusCode).toBe(308);
  expect(response.headers.location).toBe('/menu');
});

test('a page is revalidated, and not sent when unchanged', async () => {
  const first = await app.inject({ url: '/' });
  expect(first.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  });
  const headers = { 'if-none-match': String(first.headers.etag) };
  expect((await app.inject({ url: '/', headers })).statusCode).toBe(304);
  site = { ...site, version: 'second', name: 'Bayside Table' };
  expect((await app.inject({ url: '/', headers })).statusCode).toBe(200);
});

test('a page is sent compressed', async () => {
  const response = await app.inject({
    url: '/',
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  });
  expect(response.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(response.rawPayload).toString()).toContain('/ Redlands Table');
});

test('HEAD answers as GET does, without a body', async () => {
  const response = await app.inject({ method: 'HEAD', url: '/' });
  expect(response.statusCode).toBe(200);
  expect(response.body).toBe('');
});

test('a page that cannot be rendered is an error every time, not only the first', async () => {
  expect((await app.inject({ url: '/broken' })).statusCode).toBe(500);
  expect((await app.inject({ url: '/broken' })).statusCode).toBe(500);
  expect((await app.inject({ url: '/menu?q=broken' })).statusCode).toBe(500);
  expect((await app.inject({ url: '/menu?q=broken' })).statusCode).toBe(500);
  expect((await app.inject({ url: '/menu?q=soup' })).statusCode).toBe(200);
});

test('a build that lacks a file stops the app from starting and names the file', async () => {
  await writeFile(path.join(distDir, 'browser/.vite/manifest.json'), '{}');
  const registering = registerPages(Fastify(), options());
  await expect(registering).rejects.toThrow('app/web/start-scripts.ts is missing from the build');
});

test('staff get pages of their own that are never cached, and visitors the same bytes as before', async () => {
  const before = await app.inject({ url: '/' });
  const forStaff = await app.inject({ url: '/', headers: { cookie: 'session=staff' } });
  expect(forStaff.body).toMatch(/^staff home .*for staff/);
  expect(forStaff.headers['cache-control']).toBe('no-store');
  const withOldCookie = await app.inject({ url: '/', headers: { cookie: 'session=gone' } });
  expect(withOldCookie.body).toBe(before.body);
  expect(withOldCookie.headers['etag']).toBe(before.headers['etag']);
  expect((await app.inject({ url: '/' })).headers).toMatchObject({
    etag: before.headers['etag'],
    'cache-control': 'no-cache',
  });
});

test('anyone who has a preview gets the open site, never kept nor listed, and visitors the same bytes as before', async () => {
  const headers = { cookie: 'preview=ours' };
  for (const url of ['/menu', '/menu?q=soup']) {
    const shown = await app.inject({ url, headers });
    expect(shown.body).toContain('preview of tests');
    expect(shown.body).not.toContain('for staff');
    expect(shown.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    // Rendered after it: a preview has not filled what visitors get.
    const visitor = await app.inject({ url });
    expect(visitor.body).toContain('as the public');
    expect(visitor.headers).toMatchObject({ 'cache-control': 'no-cache' });
    expect(visitor.headers).not.toHaveProperty('x-robots-tag');
    const again = await app.inject({ url, headers });
    expect(again.body).toBe(shown.body);
    expect((await app.inject({ url, headers: { cookie: 'preview=gone' } })).body).toBe(
      visitor.body,
    );
  }
  const forStaff = await app.inject({ url: '/menu', headers: { cookie: 'session=staff' } });
  expect(forStaff.body).toContain('for staff preview of tests');
});

test('once the kitchen is open, a preview is what everyone sees', async () => {
  site = { ...site, version: 'second', isOpen: true };
  const visitor = await app.inject({ url: '/menu' });
  const shown = await app.inject({ url: '/menu', headers: { cookie: 'preview=ours' } });
  expect(shown.body).toBe(visitor.body);
  expect(shown.headers['cache-control']).toBe('no-cache');
});

test('a page of a preview names data of its own, also when another process sends it', async () => {
  const urlIn = (body: string) => /\/site-data\/\S+/.exec(body)?.[0] ?? '';
  const shown = await app.inject({ url: '/menu', headers: { cookie: 'preview=ours' } });
  const url = urlIn(shown.body);
  expect(url).not.toBe(urlIn(await textOf('/menu')));
  const other = Fastify();
  await registerPages(other, { ...options(), preview: createPagePreview() });
  const data = await other.inject(url);
  expect(data.json().config.sale).toEqual({ state: 'open', preview: 'tests' });
  await other.close();
});

test('the data of all pages is one file, cached indefinitely under a name that changes with it', async () => {
  const urlOf = async (page: string) => /\/site-data\/\S+/.exec(await textOf(page))?.[0] ?? '';
  const url = await urlOf('/');
  expect(await urlOf('/menu')).toBe(url);
  const first = await app.inject({ url });
  expect(first.json()).toEqual({
    config: (await loadData()).config,
    texts: TEXTS,
    meals: [],
    samples: [],
  });
  expect(first.headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=31536000, immutable',
  });

  site = { ...site, version: 'second', name: 'Bayside Table' };
  const next = await urlOf('/');
  expect(next).not.toBe(url);
  expect((await app.inject({ url: next })).json().config.business.name).toBe('Bayside Table');
  const former = (await app.inject({ url })).json();
  expect(former.config.business.name, 'as the page was rendered').toBe('Redlands Table');
});

test('a page cached for a long time gets the current data, which is not cached', async () => {
  const reply = await app.inject({ url: '/site-data/long-forgotten.json' });
  expect(reply.json().config.business.name).toBe('Redlands Table');
  expect(reply.headers['cache-control']).toBe('no-store');
});

test('pages know the site’s public address', async () => {
  expect(await textOf('/')).toContain(PUBLIC_URL);
});

test('search engines learn which pages exist, and which paths to skip', async () => {
  const sitemap = await app.inject({ url: '/sitemap.xml' });
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(sitemap.body.match(/<loc>[^<]*/g)).toEqual([
    '<loc>https://meals.example/',
    '<loc>https://meals.example/menu',
  ]);
  const robots = await app.inject({ url: '/robots.txt' });
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(robots.body).toContain('Sitemap: https://meals.example/sitemap.xml');
  expect(robots.body.match(/Disallow: .*/g)).toEqual([
    'Disallow: /api/',
    'Disallow: /sandbox/',
    'Disallow: /track/',
  ]);
});

describe('the page of a meal', () => {
  const curry = anOrderedMeal({ name: 'Curry' });
  const soup = anOrderedMeal({ id: 2, name: 'Soup', isActive: false });

  test('is there while the meal is, on the menu or not, and rendered once', async () => {
    const missing = await app.inject('/menu/curry');
    expect(missing.statusCode).toBe(404);
    site = { ...site, version: 'second', meals: [curry], mealsOffMenu: [soup] };
    const first = await textOf('/menu/curry');
    expect(first).toContain('/menu/curry Redlands Table');
    expect(await textOf('/menu/curry?utm_source=letter')).toBe(first);
    expect(await textOf('/menu/soup')).toContain('/menu/soup');
    site = { ...site, version: 'third', meals: [] };
    expect((await app.inject('/menu/curry')).statusCode).toBe(404);
  });

  test('is in the sitemap while the meal is on the menu', async () => {
    const listed = async () =>
      (await app.inject('/sitemap.xml')).body.match(/<loc>[^<]*/g)?.map((loc) => loc.slice(5));
    const others = [`${PUBLIC_URL}/`, `${PUBLIC_URL}/menu`];
    expect(await listed()).toEqual(others);
    site = { ...site, meals: [curry], mealsOffMenu: [soup] };
    expect(await listed()).toEqual([...others, `${PUBLIC_URL}/menu/curry`]);
    site = { ...site, meals: [] };
    expect(await listed()).toEqual(others);
  });
});

test('the installed site leads straight to ordering and to the menu', async () => {
  const { shortcuts } = (await app.inject({ url: '/manifest.webmanifest' })).json();
  expect(shortcuts).toEqual([
    { name: 'Order Now', url: '/order' },
    { name: 'Menu', url: '/menu' },
  ]);
});

test('the site can be installed under its own name, and follows a change of it', async () => {
  const nameOf = async () => (await app.inject({ url: '/manifest.webmanifest' })).json().name;
  expect(await nameOf()).toBe('Redlands Table');
  const url = '/manifest.webmanifest';
  const etag = String((await app.inject({ url })).headers.etag);
  const again = () => app.inject({ url, headers: { 'if-none-match': etag } });
  expect((await again()).statusCode, 'once').toBe(304);
  site = { ...site, version: 'second', name: 'Bayside Table' };
  expect(await nameOf()).toBe('Bayside Table');
  expect((await again()).statusCode).toBe(200);
});

test('a browser without scripts unsubscribes by a form that is sent to the page’s own address', async () => {
  const send = (url: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });
  const done = await send('/unsubscribe?token=ours');
  expect([done.statusCode, done.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(done.body).toContain('You’re unsubscribed');
  for (const url of ['/unsubscribe', '/unsubscribe?token=', '/unsubscribe?token=a&token=b']) {
    const unknown = await send(url);
    expect([unknown.statusCode, unknown.body.includes('This link is incomplete')], url).toEqual([
      404,
      true,
    ]);
  }
});

test('the page of a link is rendered for each request, and nobody may keep it or learn its address', async () => {
  const reply = await app.inject('/track/one');
  expect(reply.body).toContain('of one');
  expect(await textOf('/track/two')).toContain('of two');
  expect(await textOf('/track/one')).not.toBe(reply.body);
  expect(reply.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  const kept = await app.inject('/track/-');
  expect(kept.body).not.toContain('of ');
  expect(kept.headers['cache-control']).toBe('no-cache');
  expect(await textOf('/track/-')).toBe(kept.body);
});
