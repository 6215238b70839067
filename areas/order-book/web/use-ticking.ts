import { useEffect, useState } from 'react';
import type { Instant } from '#platform/rules/zoned-time.ts';

/** What a clock says, read again and again, whenever the page is shown again, and when `since` changes. */
export function useTicking(clock: () => Instant, everyMs: number, since?: unknown): Instant {
  const [now, setNow] = useState(clock);
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
