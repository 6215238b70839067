import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { cutoffOf, weekStartOf } from '#areas/business/rules/ordering-week.ts';

const MINUTE_MS = 60_000;

type Facts = Pick<
  BusinessFacts,
  'timeZone' | 'cutoff' | 'orderWeekStart' | 'graceAfterCutoffMinutes'
>;

/**
 * When places held from `from` are released: after this many minutes, but never long after the cutoff of the ordered
 * week, when the kitchen starts to count.
 */
export function holdEnd(
  from: Instant,
  minutes: number,
  deliveries: readonly { date: PlainDate }[],
  facts: Facts,
): Instant {
  return Math.min(from + minutes * MINUTE_MS, sealedAt(deliveries, facts));
}

/** From then on the kitchen counts: nothing is sold for these days any more. */
export function sealedAt(deliveries: readonly { date: PlainDate }[], facts: Facts): Instant {
  const graceMs = facts.graceAfterCutoffMinutes * MINUTE_MS;
  return Math.min(
    ...deliveries.map(({ date }) => cutoffOf(weekStartOf(date, facts), facts) + graceMs),
  );
}
