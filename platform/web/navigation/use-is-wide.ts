import { useEffect, useSyncExternalStore } from 'react';

/** From here on the portal has its sidebar. */
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
