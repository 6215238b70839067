/** On which days what is ordered arrives. Ours. */
import type { Closure } from '#areas/business/rules/delivery-windows.ts';
import { isClosedDay } from '#areas/business/rules/offered-windows.ts';
import { addDays, daysBetween, type PlainDate, weekdayOf } from '#platform/rules/plain-date.ts';

export type DeliveryRhythm = {
  /** ISO weekdays, 1 is Monday. Empty: nobody entered them, so any day may be one. */
  weekdays: readonly number[];
  /** Nobody is there to receive it. */
  closures: readonly Closure[];
};

/** How long before the first use an order may arrive, and how far apart the orders of a long plan are. */
export const ORDER_EVERY_DAYS = 7;

/** First and last included. */
export function arrivalDays(
  { weekdays, closures }: DeliveryRhythm,
  from: PlainDate,
  to: PlainDate,
): PlainDate[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, day) =>
    addDays(from, day),
  ).filter(
    (date) =>
      !isClosedDay({ closures }, date) &&
      (weekdays.length === 0 || weekdays.includes(isoWeekday(date))),
  );
}

/**
 * The fewest orders: one a week, the first on the last delivery day that is not after the first use, or on the first one
 * after it when that is too late. Not before `today`. Empty: nothing arrives in time for any use.
 */
export function usualArrivals(
  useDates: readonly PlainDate[],
  supplier: DeliveryRhythm,
  today: PlainDate,
): PlainDate[] {
  const sorted = useDates.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const earliest = addDays(first, -ORDER_EVERY_DAYS);
  const days = arrivalDays(supplier, earliest > today ? earliest : today, last);
  const begin = days.findLast((day) => day <= first) ?? days[0];
  if (begin === undefined) return [];
  const arrivals = [begin];
  for (const day of days) {
    const before = arrivals.at(-1) ?? begin;
    if (daysBetween(before, day) >= ORDER_EVERY_DAYS) arrivals.push(day);
  }
  return arrivals;
}

function isoWeekday(date: PlainDate): number {
  return weekdayOf(date) || 7;
}
