import type { Clock } from '#platform/server/context.ts';

/** The machine's clock, or one that starts at `startAt` (an ISO instant) and runs from there. */
export function createClock(startAt: string | null): Clock {
  if (startAt === null) return Date.now;
  const start = Date.parse(startAt);
  const startedAt = performance.now();
  return () => Math.floor(start + performance.now() - startedAt);
}
