/**
 * The only script that a page asks for. It waits until the page has been painted, or until somebody uses it, and then
 * brings it to life: pages are readable and their links work before.
 */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// Schemas would try `new Function` to see whether they may compile themselves; our security policy forbids and reports it.
globalThis.__zod_globalConfig = { jitless: true };

const SIGNS_OF_USE = ['pointerdown', 'keydown', 'focusin'];

let isStarted = false;

function start() {
  if (isStarted) return;
  isStarted = true;
  for (const sign of SIGNS_OF_USE) removeEventListener(sign, start);
  const {
    entry = '',
    modules = '',
    site = '',
  } = document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset ?? {};
  // All at once: otherwise each would be asked for only after the one that imports it has arrived.
  for (const url of modules.split(' '))
    if (url !== '') addLink({ rel: 'modulepreload', href: url });
  addLink({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: site });
  // Nothing on the page waits for it, but its icons would hold up what does.
  addLink({ rel: 'manifest', href: '/manifest.webmanifest' });
  void import(/* @vite-ignore */ entry);
}

function addLink(properties: Partial<HTMLLinkElement>) {
  document.head.append(Object.assign(document.createElement('link'), properties));
}

/** Told by the browser itself where it can; a task asked for from within a frame may still come before it is on screen. */
function startAfterPaint() {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
    requestAnimationFrame(() => setTimeout(start));
    return;
  }
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    start();
  });
  observer.observe({ type: 'paint', buffered: true });
}

for (const sign of SIGNS_OF_USE) addEventListener(sign, start);
if (document.readyState === 'complete') startAfterPaint();
else addEventListener('load', startAfterPaint);

export {};
