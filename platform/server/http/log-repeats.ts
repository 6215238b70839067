const MINUTE_MS = 60_000;

/**
 * For what may happen thousands of times: the first is logged in full, the others are counted and logged once a minute,
 * until a minute passes without any.
 */
export function logRepeats(logCount: (count: number) => void): (logFirst: () => void) => void {
  let count = 0;
  let timer: NodeJS.Timeout | null = null;
  return (logFirst) => {
    if (timer !== null) {
      count += 1;
      return;
    }
    logFirst();
    timer = setInterval(() => {
      if (count > 0) logCount(count);
      else if (timer !== null) {
        clearInterval(timer);
        timer = null;
      }
      count = 0;
    }, MINUTE_MS).unref();
  };
}
