/**
 * Whether the server can be reached. Joined with what portal and kitchen ask of a screen, that would be in the first load of
 * /order.
 */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const ASK_AGAIN_MS = 5000;

/** The service worker marks a page that it had to take from what is kept: a browser may think it has a connection. */
function isKeptCopy(): boolean {
  return 'offline' in document.documentElement.dataset;
}

let asking: ReturnType<typeof setTimeout> | undefined;

/** Until the server answers; then the page is told as by the browser. */
async function askServer(): Promise<void> {
  asking = undefined;
  const isThere = await fetch('/livez').then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) {
    delete document.documentElement.dataset['offline'];
    dispatchEvent(new Event('online'));
  } else asking ??= setTimeout(() => void askServer(), ASK_AGAIN_MS);
}

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  if (isKeptCopy()) asking ??= setTimeout(() => void askServer());
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** False while the server cannot be reached, as far as the browser or the service worker knows. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine && !isKeptCopy(),
    () => true,
  );
}

/** Goes on when the signal is back. */
export function useWhenBackOnline(goOn: () => void): void {
  const onBack = useEffectEvent(goOn);
  useEffect(() => {
    const handle = () => onBack();
    addEventListener('online', handle);
    return () => removeEventListener('online', handle);
  }, []);
}
