/**
 * The only script that most pages request. It waits for the first paint or the first interaction, then brings the page to
 * life: until then the page is readable and its links work.
 */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// Zod would test `new Function` to see if it can compile schemas; our security policy forbids and reports that.
globalThis.__zod_globalConfig = { jitless: true };

const USE_EVENTS = ['pointerdown', 'keydown', 'focusin'];

/** Then the document names what to fetch. */
const putsScriptsFirst = 'scriptsFirst' in document.documentElement.dataset;

let isStarted = false;

function start() {
  if (isStarted) return;
  isStarted = true;
  for (const event of USE_EVENTS) removeEventListener(event, start);
  const {
    entry = '',
    modules = '',
    site = '',
  } = document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset ?? {};
  // All at once: otherwise each would be requested only after its importer has arrived.
  if (!putsScriptsFirst) {
    for (const url of modules.split(' '))
      if (url !== '') addLink({ rel: 'modulepreload', href: url });
    addLink({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: site });
  }
  // Nothing on the page waits for it, but its icons would delay what does.
  addLink({ rel: 'manifest', href: '/manifest.webmanifest' });
  void import(/* @vite-ignore */ entry);
}

function addLink(properties: Partial<HTMLLinkElement>) {
  document.head.append(Object.assign(document.createElement('link'), properties));
}

/**
 * Uses the browser's own paint event if it has one; a task queued from an animation frame may still run before the
 * paint.
 */
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

for (const event of USE_EVENTS) addEventListener(event, start);
if (putsScriptsFirst) start();
else if (document.readyState === 'complete') startAfterPaint();
else addEventListener('load', startAfterPaint);

export {};
