/** Who drives which stops of a run: split among drivers, given on, and what came late. */
import type { Instant } from '#platform/rules/zoned-time.ts';
import { type DeliveryStatus, isEnded } from './delivery.ts';
import { compareStops, type Stop } from '#areas/order-book/rules/delivery-round.ts';
import { MINUTES_PER_STOP } from '#areas/order-book/rules/expected-time.ts';
import { streetKeyText } from '#areas/order-book/rules/street-key.ts';

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

// In which sequence the stops of a window are driven, packed and printed: one sequence for all of them.

/** A delivery as the run sees it. */
export type StopToNumber = Stop & { deliveryId: number; stop: number | null };

type Numbered = Stop & { stop: number | null };

/** The stops of the last run of this window that someone arranged, in its sequence. */
export type EarlierRun = readonly Omit<Stop, 'orderNumber'>[];

/**
 * The number of each stop, from 1, by the delivery's id. A run that is fixed, because its numbers are on paper or bags,
 * keeps them: what came later goes to the end, in the usual sequence. Otherwise all are numbered: as the earlier run had
 * its suburbs and addresses, then around the suburbs and along the streets.
 */
export function numberStops(
  stops: readonly StopToNumber[],
  run: { isFixed: boolean; earlier: EarlierRun; taken: readonly number[] },
): Map<number, number> {
  if (!run.isFixed) {
    const sorted = stops.toSorted(byEarlier(run.earlier));
    return new Map(sorted.map(({ deliveryId }, index) => [deliveryId, index + 1]));
  }
  const numbered = stops.flatMap(({ deliveryId, stop }) =>
    stop === null ? [] : [[deliveryId, stop] as const],
  );
  const last = Math.max(0, ...run.taken, ...numbered.map(([, stop]) => stop));
  const late = stops.filter(({ stop }) => stop === null).toSorted(compareStops);
  return new Map([
    ...numbered,
    ...late.map(({ deliveryId }, index) => [deliveryId, last + index + 1] as const),
  ]);
}

/**
 * The run after some of its stops were put elsewhere: those named, in that sequence, come after the stop `after`
 * (0: first). The others keep their sequence.
 */
export function arrangeStops(
  stops: readonly StopToNumber[],
  moved: readonly number[],
  after: number,
): Map<number, number> {
  const inSequence = stops.toSorted(compareByStop);
  const rest = inSequence.filter(({ deliveryId }) => !moved.includes(deliveryId));
  const before = rest.filter(({ stop }) => stop !== null && stop <= after);
  const behind = rest.filter((stop) => !before.includes(stop));
  const ids = [
    ...before.map(({ deliveryId }) => deliveryId),
    ...moved.filter((id) => stops.some(({ deliveryId }) => deliveryId === id)),
    ...behind.map(({ deliveryId }) => deliveryId),
  ];
  return new Map(ids.map((id, index) => [id, index + 1]));
}

/** Those without a number come last, in the usual sequence. */
export function compareByStop(a: Numbered, b: Numbered): number {
  return compareNumbers(a.stop ?? Infinity, b.stop ?? Infinity) || compareStops(a, b);
}

function byEarlier(earlier: EarlierRun): (a: Stop, b: Stop) => number {
  if (earlier.length === 0) return compareStops;
  const suburbs = new Map<string, number>();
  const addresses = new Map<string, number>();
  for (const [index, { suburb, addressLine1, addressLine2 }] of earlier.entries()) {
    if (!suburbs.has(stopKey(suburb))) suburbs.set(stopKey(suburb), index);
    addresses.set(stopKey(suburb, streetKeyText(addressLine1, addressLine2, '')), index);
  }
  const suburbAt = ({ suburb }: Stop) => suburbs.get(stopKey(suburb)) ?? Infinity;
  const addressAt = ({ suburb, addressLine1, addressLine2 }: Stop) =>
    addresses.get(stopKey(suburb, streetKeyText(addressLine1, addressLine2, ''))) ?? Infinity;
  return (a, b) =>
    compareNumbers(suburbAt(a), suburbAt(b)) ||
    compareNumbers(addressAt(a), addressAt(b)) ||
    compareStops(a, b);
}

function stopKey(...parts: string[]): string {
  return parts.map((part) => part.trim().toLowerCase()).join('|');
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
