import { useEffect } from 'react';

/** Whoever has opened the menu once can read it again without a connection: a service worker keeps it. */
export function useOfflineMenu(): void {
  useEffect(() => {
    // While pages are built from their sources, a kept one would only be in the way.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // Private windows refuse it, and the menu works without.
    navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  }, []);
}
