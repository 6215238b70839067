/** What keeps a page of the day on a phone or tablet: `platform/web/public/day-worker.js`. */

const RENEW_MS = 600_000;
let renewedAt = 0;

/** The page opens without signal from its first visit on. `scope`: "/drive", "/pack" or "/bench". */
export function registerDayWorker(scope: string): void {
  // In development, a kept copy would only be in the way; without HTTPS there is none.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/day-worker.js', { scope }).catch(() => {});
}

/** A new version of the page is fetched only when nothing waits, and shown when it is opened next. */
export function renewPage(): void {
  if (!('serviceWorker' in navigator) || Date.now() - renewedAt < RENEW_MS) return;
  renewedAt = Date.now();
  navigator.serviceWorker.controller?.postMessage('renew');
}
