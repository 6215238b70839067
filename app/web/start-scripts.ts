/**
 * The only script that pages request on their own. A page to read stays a document: React comes when a part that works
 * with it (`data-app`) is used. Other pages come to life after the first paint or the first interaction.
 */
import { liveWithoutReact } from '#app/web/page-life.ts';

/** A form that is sent or a button that is pressed before its page is alive: it waits, and is used again as soon as React listens. */

/** Longer than the scripts take on a slow connection. */
const PATIENCE_MS = 8000;

const FAILED = 'We couldn’t load this. Check your connection and try again.';
/** Others work without React. */
const BUTTON =
  '[data-app] button[type="button"]:not([popovertarget], [data-heart], [data-only-hearts])';

type Use = {
  pressed: HTMLElement | null;
  repeat: () => void;
  /** Without React; null: it can only be said that it did not work. */
  instead: (() => void) | null;
};

let held: Use | null = null;
let patience: ReturnType<typeof setTimeout> | undefined;
let notice: HTMLElement | null = null;

function holdUse(event: Event): void {
  const use = event instanceof SubmitEvent ? sendingOf(event) : pressOf(event);
  if (!use) return;
  event.preventDefault();
  letGo();
  held = use;
  use.pressed?.setAttribute('aria-busy', 'true');
  patience = setTimeout(fallBack, PATIENCE_MS);
}

function sendingOf({ target: form, submitter }: SubmitEvent): Use | null {
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-app]')) return null;
  return {
    pressed: submitter,
    // Autofill and translators may have replaced it.
    repeat: () => form.isConnected && form.requestSubmit(submitter),
    instead: form.hasAttribute('action') ? () => form.submit() : null,
  };
}

function pressOf({ target }: Event): Use | null {
  const button = target instanceof Element ? target.closest<HTMLElement>(BUTTON) : null;
  return button && { pressed: button, repeat: () => button.click(), instead: null };
}

/** React is there. */
function repeatUse(): void {
  letGo()?.repeat();
}

/** React is not coming, or not soon: a form with an address needs none, of others we say so. */
function fallBack(): void {
  const use = letGo();
  if (!use) return;
  if (use.instead) {
    use.instead();
    return;
  }
  // Outside of what React compares with its own.
  notice = document.createElement('p');
  notice.role = 'alert';
  notice.className = 'fixed inset-x-0 bottom-0 z-40 bg-warning-soft p-4 text-center text-ink';
  notice.textContent = FAILED;
  document.body.append(notice);
}

function letGo(): Use | null {
  const before = held;
  clearTimeout(patience);
  notice?.remove();
  before?.pressed?.removeAttribute('aria-busy');
  held = null;
  return before;
}

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// Zod would test `new Function` to see if it can compile schemas; our security policy forbids and reports that.
globalThis.__zod_globalConfig = { jitless: true };

const HELD_EVENTS = ['submit', 'click'];
const USE_EVENTS = ['pointerdown', 'keydown', 'focusin', 'submit'];

const { dataset } = document.documentElement;
/** Then nothing else is waited for. */
const putsScriptsFirst = 'scriptsFirst' in dataset;
const isReading = 'reading' in dataset;

let isStarted = false;
let attempts = 0;

function start() {
  if (isStarted) return;
  isStarted = true;
  const {
    entry = '',
    modules = '',
    site = '',
    calls = '',
    style = '',
  } = document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset ?? {};
  // All at once: otherwise each would be requested only after its importer has arrived.
  for (const url of addressesIn(modules)) addLink({ rel: 'modulepreload', href: url });
  for (const url of [...addressesIn(calls), site])
    addLink({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: url });
  // What pages to read need not: dialogs, forms.
  if (style !== '') addLink({ rel: 'stylesheet', href: style });
  // A module that has failed once fails for good under its name.
  const address = attempts === 0 ? entry : `${entry}?${attempts}`;
  attempts += 1;
  import(/* @vite-ignore */ address).catch((error: unknown) => {
    // The next use attempts it again.
    isStarted = false;
    fallBack();
    if (navigator.onLine) throw error;
  });
}

function addressesIn(list: string): string[] {
  return list.split(' ').filter((address) => address !== '');
}

function addLink(properties: Partial<HTMLLinkElement>) {
  document.head.append(Object.assign(document.createElement('link'), properties));
}

/**
 * Uses the browser's own paint event if it has one; a task queued from an animation frame may still run before the
 * paint.
 */
function afterPaint(act: () => void) {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
    requestAnimationFrame(() => setTimeout(act));
    return;
  }
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    act();
  });
  observer.observe({ type: 'paint', buffered: true });
}

function onUse({ target }: Pick<Event, 'target'>) {
  if (!isReading || (target instanceof Element && target.closest('[data-app]'))) start();
}

/** A part that only React can show; with a parameter's name, only at an address that has this parameter. */
function hasPartToShow(): boolean {
  const asked = new URLSearchParams(location.search);
  const parts = document.querySelectorAll<HTMLElement>('[data-app-now]');
  return [...parts].some(({ dataset: { appNow = '' } }) => appNow === '' || asked.has(appNow));
}

/** Back, after a reload, to an address that React had changed to: only another document shows it now. */
function showWhereWeAre() {
  const [loaded] = performance.getEntriesByType('navigation');
  if (loaded?.name.split('#')[0] !== location.href.split('#')[0]) location.reload();
}

function afterLoad(act: () => void) {
  if (document.readyState === 'complete') act();
  else addEventListener('load', act);
}

// Before React is there to listen: on the window, and first.
for (const event of HELD_EVENTS) addEventListener(event, holdUse, true);
for (const event of USE_EVENTS) addEventListener(event, onUse, true);
addEventListener('alive', () => {
  for (const event of HELD_EVENTS) removeEventListener(event, holdUse, true);
  for (const event of USE_EVENTS) removeEventListener(event, onUse, true);
  removeEventListener('popstate', showWhereWeAre);
  repeatUse();
});
addEventListener('popstate', showWhereWeAre);

/** React builds a translated page again: before someone opens a part of it or presses a button, not because of it. */
function startWhenTranslated() {
  const root = document.documentElement;
  const look = () => /\btranslated-/.test(root.className) && start();
  new MutationObserver(look).observe(root, { attributeFilter: ['class'] });
  look();
}

if (document.querySelector('script[data-order]')) startWhenTranslated();
if (putsScriptsFirst) afterPaint(start);
else if (!isReading || hasPartToShow()) afterLoad(() => afterPaint(start));
// A field may have been used before this script came.
onUse({ target: document.activeElement });
afterLoad(() => {
  // Nothing on the page waits for it, but its icons would delay what does.
  afterPaint(() => addLink({ rel: 'manifest', href: '/manifest.webmanifest' }));
  registerServiceWorker();
});
liveWithoutReact();

/** Later than what the page itself loads. */
const UNHURRIED_MS = 3000;

/** Anyone who has opened one page can open a few again without a connection: a service worker keeps them. */
function registerServiceWorker(): void {
  // In development, a kept copy would only be in the way.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Private windows refuse it, and the site works without.
  setTimeout(
    () => navigator.serviceWorker.register('/service-worker.js').catch(() => {}),
    UNHURRIED_MS,
  );
}
