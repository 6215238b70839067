import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { cutoffFor } from '#areas/business/rules/ordering-week.ts';

const MINUTE_MS = 60_000;

type Facts = Pick<
  BusinessFacts,
  'timeZone' | 'cutoff' | 'orderWeekStart' | 'graceAfterCutoffMinutes'
>;

/** A delivery to be sold, or one that is booked. */
type Sold = { date: PlainDate; changeableUntil?: Date };

/**
 * When places held from `from` are released: after this many minutes, but never long after the cutoff of the ordered
 * week, when the kitchen starts to count.
 */
export function holdEnd(
  from: Instant,
  minutes: number,
  deliveries: readonly Sold[],
  facts: Facts,
): Instant {
  return Math.min(from + minutes * MINUTE_MS, sealedAt(deliveries, facts));
}

/** From then on the kitchen counts: nothing is sold for these days any more. */
export function sealedAt(deliveries: readonly Sold[], facts: Facts): Instant {
  return (
    Math.min(...deliveries.map((delivery) => cutoffOfSold(delivery, facts))) +
    facts.graceAfterCutoffMinutes * MINUTE_MS
  );
}

/** Of a booked delivery the cutoff that was promised; of a new one that of today's week. */
export function cutoffOfSold({ date, changeableUntil }: Sold, facts: Facts): Instant {
  return changeableUntil?.getTime() ?? cutoffFor(date, facts);
}
