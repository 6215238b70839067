/**
 * Keeps the menu readable offline: caches its pages and the files they name, and nothing else. It never caches other
 * pages, calls or personal data; online, pages always come from the server.
 */
const KEPT = 'menu-1';
const MENU = '/menu';
const FILES = /\/(?:assets|images\/(?:meals|plates)|site-data)\/[\w.-]+/g;

self.addEventListener('install', (event) => {
  event.waitUntil(
    fetch(MENU)
      .then(cacheMenu)
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(purgeOthers().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname === MENU) event.respondWith(openMenu(event));
  else if (/^\/(assets|images|site-data)\//.test(pathname)) event.respondWith(openFile(request));
});

/** From the server, or from the cache if that cannot be reached. */
async function openMenu(event) {
  try {
    const response = await fetch(event.request);
    event.waitUntil(cacheMenu(response.clone()));
    return response;
  } catch {
    const kept = await caches.open(KEPT);
    const { pathname, search } = new URL(event.request.url);
    const page = await kept.match(pathname + search);
    if (page) return page;
    return search !== '' && (await kept.match(MENU)) ? Response.redirect(MENU) : Response.error();
  }
}

/** Their names change with their content, so a cached one is never out of date. */
async function openFile(request) {
  const kept = await caches.open(KEPT);
  return (await kept.match(request.url)) ?? fetch(request);
}

/** Staff get pages of their own, which must not be cached. */
async function cacheMenu(response) {
  if (!response.ok || /no-store/.test(response.headers.get('cache-control') ?? '')) return;
  const kept = await caches.open(KEPT);
  const { pathname, search } = new URL(response.url);
  const html = await response.clone().text();
  const files = new Set(html.match(FILES));
  await Promise.all([...files].map((file) => cacheFile(kept, file)));
  // Only once everything it needs is cached. Unknown queries would pile up.
  if (/^(\?type=(lunch|dinner))?$/.test(search)) await kept.put(pathname + search, response);
  await purgeFiles(kept);
}

async function cacheFile(kept, file) {
  if (await kept.match(file)) return;
  const response = await fetch(file);
  if (response.ok) await kept.put(file, response);
}

/** Files that no cached page names any more. */
async function purgeFiles(kept) {
  const requests = await kept.keys();
  const isPage = ({ url }) => new URL(url).pathname === MENU;
  const pages = await Promise.all(
    requests.filter(isPage).map(async (request) => (await kept.match(request)).text()),
  );
  const named = new Set(pages.flatMap((html) => html.match(FILES) ?? []));
  const unnamed = requests.filter(
    (request) => !isPage(request) && !named.has(new URL(request.url).pathname),
  );
  await Promise.all(unnamed.map((request) => kept.delete(request)));
}

async function purgeOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
}
