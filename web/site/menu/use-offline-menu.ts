import { useEffect } from 'react';

/** Anyone who has opened the menu once can read it again offline: a service worker keeps a copy. */
export function useOfflineMenu(): void {
  useEffect(() => {
    // In development, a cached copy would only be in the way.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // Private windows refuse it, and the menu works without.
    navigator.serviceWorker.register('/service-worker.js').catch(() => {});
  }, []);
}
