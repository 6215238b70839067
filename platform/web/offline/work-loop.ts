/** Sends and fetches for as long as a page is open: at once when asked, again and again, slower while there is no answer. */
import { pauseMs } from '#platform/rules/retry-wait.ts';
import type { SendOutcome } from './send-outcome.ts';

type WorkLoop = {
  /** Returns how to stop. */
  start: () => () => void;
  stop: () => void;
  /** For what is begun now and ends later. */
  opening: () => IsStillOpen;
  /** `isUrgent`: now, whatever failed before. */
  work: (options?: { isUrgent?: boolean }) => Promise<void>;
};

/** False once the page was left that began something, opened again since or not. */
export type IsStillOpen = () => boolean;

/** One go at a time, on all open pages together; `name` is that of the lock they share. */
export function createWorkLoop(
  name: string,
  everyMs: number,
  run: (isStillOpen: IsStillOpen) => Promise<SendOutcome>,
): WorkLoop {
  /** Null while no page is open. */
  let current: object | null = null;
  let isRunning = false;
  let isAskedAgain = false;
  let failures = 0;
  let notBefore = 0;

  async function work({ isUrgent = false } = {}): Promise<void> {
    if (!current) return;
    if (isRunning) {
      isAskedAgain ||= isUrgent;
      return;
    }
    if (!isUrgent && Date.now() < notBefore) return;
    isRunning = true;
    try {
      await alone(name, async () => {
        // It may have waited for another page.
        if (!current) return;
        const outcome = await run(opening());
        failures = outcome === 'no-answer' ? failures + 1 : 0;
        notBefore = failures === 0 ? 0 : Date.now() + pauseMs(failures);
        if (failures > 0) setTimeout(() => void work(), pauseMs(failures) + 10);
      });
    } catch {
      // The device's own storage failed: the next tap says so, or the next go finds it well.
    } finally {
      isRunning = false;
      if (isAskedAgain) {
        isAskedAgain = false;
        void work({ isUrgent: true });
      }
    }
  }

  function opening(): IsStillOpen {
    const mine = current;
    return () => mine !== null && mine === current;
  }

  function stop(): void {
    current = null;
  }

  function start(): () => void {
    current = {};
    const timer = setInterval(() => void work(), everyMs);
    const stopListening = whenReachable(() => void work({ isUrgent: true }));
    void work({ isUrgent: true });
    return () => {
      stop();
      notBefore = 0;
      clearInterval(timer);
      stopListening();
    };
  }

  return { start, stop, opening, work };
}

async function alone(name: string, go: () => Promise<void>): Promise<void> {
  // Only with HTTPS; what two pages send counts once.
  if (!('locks' in navigator)) return go();
  await navigator.locks.request(name, go);
}

/** The server may be there again. Returns how to stop listening. */
function whenReachable(go: () => void): () => void {
  const onVisible = () => document.visibilityState === 'visible' && go();
  addEventListener('online', go);
  addEventListener('pageshow', go);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    removeEventListener('online', go);
    removeEventListener('pageshow', go);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
