import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { cutoffOf, weekStartOf } from '#areas/business/rules/ordering-week.ts';

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
