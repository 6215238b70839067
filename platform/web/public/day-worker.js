/**
 * Keeps the driver's page on the phone, the packers' and the cooks' on the tablet: the page itself, which says nothing of anyone, and
 * the files it names. It opens from here, with or without signal. Never kept: an answer to a call, anything that is sent.
 */
/** One worker for each of the three: "/drive", "/pack" or "/bench". */
const SHELL = new URL(self.registration.scope).pathname;
const PREFIX = `day-${SHELL.slice(1)}-`;
/** The caches of versions of this worker that knew the driver's page only. */
const OLD = /^day-(?!drive-|pack-|bench-)/;
const FILES = /\/(?:assets|images\/(?:meals|plates)|site-data)\/[\w.-]+/g;
/** The page that is open may still ask for a file of its own version. */
const KEPT_VERSIONS = 2;

self.addEventListener('install', (event) => {
  event.waitUntil(renew().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOld(), self.clients.claim()]));
});

async function deleteOld() {
  const old = (await caches.keys()).filter((name) => OLD.test(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Sent by the page when nothing waits: a new version must not come between a report and its sending. */
self.addEventListener('message', (event) => {
  if (event.data === 'renew') event.waitUntil(inTurn(renew).catch(() => {}));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (/^\/(assets|images|site-data)\//.test(pathname)) event.respondWith(openFile(request));
});

async function openPage(request) {
  for (const name of (await versions()).toReversed()) {
    const page = await (await caches.open(name)).match(SHELL);
    if (page) return page;
  }
  return fetch(request);
}

async function openFile(request) {
  for (const name of await versions()) {
    const file = await (await caches.open(name)).match(request.url);
    if (file) return file;
  }
  return fetch(request);
}

/** Oldest first. */
async function versions() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

/** Without cookies: no matter who is signed in, it is the page that anyone gets. */
async function renew() {
  const page = await fetch(SHELL, { credentials: 'omit', cache: 'no-cache' });
  const etag = page.headers.get('etag');
  if (!page.ok || page.redirected || !etag) return;
  const name = PREFIX + etag.replaceAll(/[^\w-]/g, '');
  const known = await versions();
  if (known.at(-1) === name && (await (await caches.open(name)).match(SHELL))) return;
  await caches.delete(name);
  const kept = await caches.open(name);
  try {
    const files = new Set((await page.clone().text()).match(FILES));
    await Promise.all([...files].map((file) => storeFile(kept, file)));
    // Only once everything it needs is there.
    await kept.put(SHELL, page);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  const older = (await versions()).slice(0, -KEPT_VERSIONS);
  await Promise.all(older.map((one) => caches.delete(one)));
}

async function storeFile(kept, file) {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  await kept.put(file, response);
}

let last = Promise.resolve();

function inTurn(work) {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}
