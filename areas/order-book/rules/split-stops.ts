/** Who drives which stops of a run: split among drivers, given on, and what came late. */
import type { Instant } from '#platform/rules/zoned-time.ts';
import { type DeliveryStatus, isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { compareStops, type Stop } from '#areas/order-book/rules/delivery-round.ts';
import { MINUTES_PER_STOP } from '#areas/order-book/rules/expected-time.ts';

/** Contiguous parts for so many drivers, the first ones larger by at most one. */
export function splitEvenly<T>(stops: readonly T[], parts: number): T[][] {
  const size = Math.floor(stops.length / parts);
  const larger = stops.length % parts;
  let from = 0;
  return Array.from({ length: parts }, (_, index) => {
    const to = from + size + (index < larger ? 1 : 0);
    const part = stops.slice(from, to);
    from = to;
    return part;
  });
}

/**
 * The stop that a late one is near: the one before it in the usual sequence of suburbs and streets, or the one after it
 * when that is in its suburb and the one before is not. Null: there are no others.
 */
export function nearestStop<T extends Stop>(late: Stop, others: readonly T[]): T | null {
  const sorted = others.toSorted(compareStops);
  const before = sorted.findLast((other) => compareStops(other, late) <= 0);
  const after = sorted.find((other) => compareStops(other, late) > 0);
  if (!before || !after) return before ?? after ?? null;
  const isNear = ({ suburb }: Stop) => suburb === late.suburb;
  return !isNear(before) && isNear(after) ? after : before;
}

type StopOnTheRoad = { stop: number; status: DeliveryStatus };

/**
 * Stops that a driver who is not heard of may have done without a report: those that they drove past, and as many of the
 * next ones as there was time for since `newsAt`, their last report.
 */
export function maybeDone<T extends StopOnTheRoad>(
  stops: readonly T[],
  newsAt: Instant | null,
  now: Instant,
): T[] {
  if (newsAt === null) return [];
  const inSequence = stops.toSorted((a, b) => a.stop - b.stop);
  const open = inSequence.filter(({ status }) => status === 'out');
  const last = inSequence.findLast(({ status }) => status !== 'cancelled' && isEnded(status));
  const passed = open.filter(({ stop }) => last !== undefined && stop < last.stop);
  const ahead = open.filter((stop) => !passed.includes(stop));
  const inTime = Math.max(0, Math.floor((now - newsAt) / (MINUTES_PER_STOP * 60_000)));
  return [...passed, ...ahead.slice(0, inTime)];
}
