import { useEffect, useState } from 'react';
import type { Instant } from '#platform/rules/zoned-time.ts';

type TickingOptions = {
  everyMs: number;
  /** Read again when it changes. */
  since?: unknown;
  /** What it said when the server rendered. */
  first?: Instant;
};

/** What a clock says, read again and again, and whenever the page is shown again. */
export function useTicking(
  clock: () => Instant,
  { everyMs, since, first }: TickingOptions,
): Instant {
  const [now, setNow] = useState(() => first ?? clock());
  useEffect(() => {
    const tick = () => setNow(clock());
    tick();
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [clock, everyMs, since]);
  return now;
}
