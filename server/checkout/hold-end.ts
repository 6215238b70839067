import type { BusinessFacts } from '#domain/business.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Instant } from '#domain/calendar/zoned-time.ts';
import { cutoffOf, weekStartOf } from '#domain/ordering/week/ordering-week.ts';

const MINUTE_MS = 60_000;

/**
 * When places held from `from` are released: after this many minutes, but never long after the cutoff of the ordered
 * week, when the kitchen starts to count.
 */
export function holdEnd(
  from: Instant,
  minutes: number,
  deliveries: readonly { date: PlainDate }[],
  facts: Pick<BusinessFacts, 'timeZone' | 'cutoff' | 'orderWeekStart' | 'graceAfterCutoffMinutes'>,
): Instant {
  const graceMs = facts.graceAfterCutoffMinutes * MINUTE_MS;
  const sealed = deliveries.map(({ date }) => cutoffOf(weekStartOf(date, facts), facts) + graceMs);
  return Math.min(from + minutes * MINUTE_MS, ...sealed);
}
