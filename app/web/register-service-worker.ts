/** Later than what the page itself loads. */
const UNHURRIED_MS = 3000;

/** Anyone who has opened one page can open a few again without a connection: a service worker keeps them. */
export function registerServiceWorker(): void {
  // In development, a kept copy would only be in the way.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Private windows refuse it, and the site works without.
  setTimeout(
    () => navigator.serviceWorker.register('/service-worker.js').catch(() => {}),
    UNHURRIED_MS,
  );
}
