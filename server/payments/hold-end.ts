import type { BusinessFacts } from '#domain/business.ts';
import type { Instant } from '#domain/calendar/zoned-time.ts';
import { orderingWeekAt } from '#domain/ordering/ordering-week.ts';

const MINUTE_MS = 60_000;

/** When places held from `now` are given up: after so many minutes, but never long after the cutoff, when the kitchen starts to count. */
export function holdEnd(
  now: Instant,
  minutes: number,
  facts: Pick<BusinessFacts, 'timeZone' | 'cutoff' | 'graceAfterCutoffMinutes'>,
): Instant {
  const { cutoff } = orderingWeekAt(now, facts);
  return Math.min(now + minutes * MINUTE_MS, cutoff + facts.graceAfterCutoffMinutes * MINUTE_MS);
}
