import {
  useSyncExternalStore,
  useEffect,
  useEffectEvent,
} from 'react'; /** From here on the portal has its sidebar. */
const WIDE = '(width >= 56.25rem)';

/** Only for what is shown in the browser alone. */
export function useIsWide(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(WIDE).matches);
}

function listen(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

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

/**
 * Keeps the screen on while a page is shown. Browsers take the lock away when the page is hidden, so it is asked for
 * again each time it is shown. Where there is none, or the battery is low, the screen goes dark as usual.
 */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;

    async function ask(): Promise<void> {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch {
        // Refused: nothing that a cook could do about it.
      }
    }
    const askAgain = () => void ask();
    askAgain();
    document.addEventListener('visibilitychange', askAgain);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', askAgain);
      void lock?.release();
    };
  }, []);
}
