/** The page opens without signal from its first visit on. */
export function registerDayWorker(): void {
  // In development, a kept copy would only be in the way; without HTTPS there is none.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/day-worker.js', { scope: '/drive' }).catch(() => {});
}
