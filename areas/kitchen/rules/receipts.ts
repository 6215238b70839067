/** Taking in goods: what they must show to be accepted. Standard 3.2.2 clauses 5 and 6, and 3.2.2A. Ours. */
import { type PlainDate, addDays, daysBetween, weekdayOf } from '#platform/rules/plain-date.ts';
import {
  COLD_MOST,
  formatTenths,
  HOT_LEAST,
  type TemperatureLimit,
  type Tenths,
} from './temperature-limits.ts';
import type { Closure } from '#areas/business/rules/delivery-windows.ts';
import { isClosedDay } from '#areas/business/rules/offered-windows.ts';

/** How goods come, and are kept. */
export const STORED_AS = ['chilled', 'frozen', 'hot', 'dry'] as const;
export type StoredAs = (typeof STORED_AS)[number];

export const STORED_AS_NAMES: Record<StoredAs, string> = {
  chilled: 'Chilled',
  frozen: 'Frozen',
  hot: 'Hot',
  dry: 'Dry',
};

export type ReceivedGoods = {
  storedAs: StoredAs;
  /** Null: not measured. Dry and frozen goods need no figure. */
  tenths: Tenths | null;
  /** Of frozen goods: hard to the touch. */
  isFrozenHard: boolean | null;
  isPackageWhole: boolean;
  /** Null: the pack has no date. */
  useBy: PlainDate | null;
};

/** What is written into the record beside a receipt. */
export function receiptLimit({ storedAs, useBy }: Pick<ReceivedGoods, 'storedAs' | 'useBy'>) {
  const limit: TemperatureLimit = {
    least: storedAs === 'hot' ? HOT_LEAST : null,
    most: storedAs === 'chilled' ? COLD_MOST : null,
    withinMinutes: null,
    also: [
      ...(storedAs === 'frozen' ? ['frozen hard'] : []),
      'package whole',
      ...(useBy === null ? [] : ['in date']),
    ].join(', '),
  };
  return limit;
}

/** What is missing to judge the goods, by field; empty: nothing. */
export function missingOfReceipt({
  storedAs,
  tenths,
  isFrozenHard,
}: ReceivedGoods): Record<string, string> {
  const needsFigure = storedAs === 'chilled' || storedAs === 'hot';
  return {
    ...(needsFigure && tenths === null && { tenths: 'Please measure the temperature' }),
    ...(storedAs === 'frozen' &&
      isFrozenHard === null && { isFrozenHard: 'Please say whether it is frozen hard' }),
  };
}

/** What speaks against accepting the goods on this day, in words; empty: nothing. */
export function faultsOfReceipt(goods: ReceivedGoods, today: PlainDate): string[] {
  const { storedAs, tenths, isFrozenHard, isPackageWhole, useBy } = goods;
  const { least, most } = receiptLimit(goods);
  return [
    ...(tenths !== null && most !== null && tenths > most
      ? [`${formatTenths(tenths)} is warmer than ${formatTenths(most)}`]
      : []),
    ...(tenths !== null && least !== null && tenths < least
      ? [`${formatTenths(tenths)} is colder than ${formatTenths(least)}`]
      : []),
    ...(storedAs === 'frozen' && isFrozenHard === false ? ['not frozen hard'] : []),
    ...(isPackageWhole ? [] : ['package damaged']),
    ...(useBy !== null && useBy < today ? ['past its use-by date'] : []),
  ];
}

/** On which days what is ordered arrives. Ours. */
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
