/**
 * Keeps a few public pages for when there is no connection, each with the files it names. Online, pages come from the
 * server. Never kept: pages and calls of staff, any call with personal data, anything that is sent.
 */
const PREFIX = 'site-';
const KEPT = `${PREFIX}2`;
/** One visit to any page of the site keeps all of these. */
const PAGES = ['/', '/menu', '/order', '/faq'];
/** Shown instead of a page that is not kept. */
const NO_CONNECTION = '/offline';
/** In the place of all tracking pages, which nobody may keep: its script shows what it kept of the order itself. */
const TRACKING = '/track/-';
/** The only call that is kept: days, places, and meals of which few are left. */
const WEEK = '/api/ordering-week';
const NAMES = new Set([...PAGES, NO_CONNECTION, TRACKING, WEEK]);
/** Rendered plates are kept in the smallest size only, which then stands for the others. */
const FILES =
  /\/(?:assets|images\/(?:meals|plates)|site-data)\/(?![\da-f]{16}-(?:400|800)\.webp)[\w.-]+/g;
const LARGER_PLATE = /^(\/images\/plates\/[\da-f]{16})-(?:400|800)\.webp$/;

/** How long a kept page waits for the server's. */
const PATIENCE_MS = 6000;
/** The page being opened comes first. */
const UNHURRIED_MS = 4000;

self.addEventListener('install', (event) => {
  event.waitUntil(inTurn(() => storePublic('')).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(purgeOthers().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openPage(event));
  else if (pathname === WEEK) event.respondWith(askWeek(event));
  else if (/^\/(assets|images|site-data)\//.test(pathname)) event.respondWith(openFile(request));
});

/** From the server; from the cache if that cannot be reached, or not in time. */
async function openPage(event) {
  const { pathname, search } = new URL(event.request.url);
  const name = fileName(pathname);
  // The server renders these alike whatever the query says.
  const isWhole = search === '' || name === '/order' || name === TRACKING;
  const kept = await caches.open(KEPT);
  const page = name && (await kept.match(name));
  try {
    const response = await inTime(fetch(event.request), page && isWhole);
    if (name === TRACKING) event.waitUntil(storeTracking());
    else if (name && isWhole) event.waitUntil(storeOpened(name, response.clone()));
    return response;
  } catch {
    if (page) return isWhole ? markedAsKept(page) : Response.redirect(pathname);
    return (await kept.match(NO_CONNECTION)) ?? Response.error();
  }
}

/** Scripts read the mark: platform/web/navigation/use-is-online.ts. */
async function markedAsKept(page) {
  const html = await page.text();
  return new Response(html.replace('<html', '<html data-offline'), { headers: page.headers });
}

/** Null: such a page is never kept. */
function fileName(pathname) {
  if (PAGES.includes(pathname)) return pathname;
  return /^\/track\/[^/]+$/.test(pathname) ? TRACKING : null;
}

function inTime(fetching, hasInstead) {
  if (!hasInstead) return fetching;
  return Promise.race([
    fetching,
    pause(PATIENCE_MS).then(() => Promise.reject(new Error('too slow'))),
  ]);
}

async function askWeek(event) {
  const kept = await caches.open(KEPT);
  try {
    const response = await fetch(event.request);
    if (response.ok) event.waitUntil(kept.put(WEEK, response.clone()));
    return response;
  } catch (error) {
    const known = await kept.match(WEEK);
    if (known) return known;
    throw error;
  }
}

/** Their names change with their content, so a cached one is never out of date. */
async function openFile(request) {
  const kept = await caches.open(KEPT);
  const file = await kept.match(request.url);
  if (file) return file;
  try {
    return await fetch(request);
  } catch (error) {
    const smallest = new URL(request.url).pathname.replace(LARGER_PLATE, '$1-160.webp');
    const instead = await kept.match(smallest);
    if (instead) return instead;
    throw error;
  }
}

/** If it has changed, so have the others: there was a new version, or another menu. */
async function storeOpened(name, response) {
  await pause(UNHURRIED_MS);
  await inTurn(async () => {
    if (await store(name, response)) await storePublic(name);
  });
}

/** With it whatever is kept already. */
async function storeTracking() {
  await storeOpened(TRACKING, await fetch(TRACKING, { credentials: 'omit' }));
}

/** Without cookies, so that staff, too, keep what everyone sees. */
async function storePublic(butNot) {
  const names = [...PAGES, NO_CONNECTION, WEEK].filter((name) => name !== butNot);
  for (const name of names) await store(name, await fetch(name, { credentials: 'omit' }));
  await purgeFiles();
}

/** False if it is kept already or must not be: staff's own pages say `no-store`. */
async function store(name, response) {
  const { headers, ok, redirected } = response;
  const mayKeep = name === WEEK || !/no-store/.test(headers.get('cache-control') ?? '');
  if (!ok || redirected || !mayKeep) return false;
  const kept = await caches.open(KEPT);
  const before = await kept.match(name);
  if (before && name !== WEEK && before.headers.get('etag') === headers.get('etag')) return false;
  const files = new Set((await response.clone().text()).match(FILES));
  await Promise.all([...files].map((file) => storeFile(kept, file)));
  // Only once everything it needs is there.
  await kept.put(name, response);
  return true;
}

async function storeFile(kept, file) {
  if (await kept.match(file)) return;
  const response = await fetch(file);
  // One that answers for an older name is not for keeping.
  if (response.ok && !/no-store/.test(response.headers.get('cache-control') ?? ''))
    await kept.put(file, response);
}

/** Files that no kept page names any more. */
async function purgeFiles() {
  const kept = await caches.open(KEPT);
  const requests = await kept.keys();
  const isNamed = ({ url }) => NAMES.has(new URL(url).pathname);
  const pages = await Promise.all(
    requests.filter(isNamed).map(async (request) => (await kept.match(request)).text()),
  );
  const named = new Set(pages.flatMap((html) => html.match(FILES) ?? []));
  const unnamed = requests.filter(
    (request) => !isNamed(request) && !named.has(new URL(request.url).pathname),
  );
  await Promise.all(unnamed.map((request) => kept.delete(request)));
}

/** Older ones of its own. What the driver's page keeps (day-worker.js) is none of its business. */
async function purgeOthers() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== KEPT);
  await Promise.all(names.map((name) => caches.delete(name)));
}

let last = Promise.resolve();

/** One after the other: what one keeps, another must not purge. */
function inTurn(work) {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
