/** Sends and fetches for as long as a page is open: at once when asked, again and again, slower while there is no answer. */
import { pauseMs } from '#platform/rules/due-work.ts';
import { ApiError } from '#platform/web/api/api-error.ts';

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

/**
 * `signed-out`: a person has to sign in first. `lost`: so too, and the device is to forget what it keeps. `no-answer`: try
 * again later.
 */
export type SendOutcome = 'done' | 'signed-out' | 'lost' | 'no-answer';

/** What came of a call that failed; `refused`: it would be refused again. */
export function judgeFailure(error: unknown): Exclude<SendOutcome, 'done'> | 'refused' {
  if (!(error instanceof ApiError) || error.status >= 500) return 'no-answer';
  if (error.status === 401) return error.reply?.code === 'phone_signed_out' ? 'lost' : 'signed-out';
  return error.status === 408 || error.status === 429 ? 'no-answer' : 'refused';
}

export function describeRefusal(error: unknown): string {
  return (error instanceof ApiError && error.reply?.message) || 'The server did not accept it.';
}

/** A UUID of version 7: the time first, so that keys sort as they were made. Also where a page has no HTTPS. */
export function newReportKey(now: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const time = now.toString(16).padStart(12, '0').slice(-12);
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}
