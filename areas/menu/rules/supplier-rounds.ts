import type { Closure } from '#areas/business/rules/delivery-windows.ts';
import { isClosedDay } from '#areas/business/rules/offered-windows.ts';
import {
  addDays,
  daysBetween,
  type PlainDate,
  weekdayName,
  weekdayOf,
} from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, type WallTime } from '#platform/rules/zoned-time.ts';

/** ISO weekdays, 1 is Monday. */
export type Round = {
  arrives: number;
  /** Ordered by the latest such moment that is not after the day of delivery. */
  byWeekday: number;
  byMinute: number;
};

/** 7am. */
export const USUAL_ARRIVES_BY = 420;

export const ISO_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** 8pm, until a kitchen says otherwise. */
const USUAL_BY_MINUTE = 1200;

/** Nobody entered any: it may come on each day, ordered the evening before. */
const ANY_DAY = ISO_WEEKDAYS.map(usualRound);

/** "any day, ordered by 8pm the day before". */
export const ANY_DAY_TEXT = `any day, ordered by ${formatMinuteOfDay(USUAL_BY_MINUTE)} the day before`;

/** 8pm the day before. */
export function usualRound(arrives: number): Round {
  return { arrives, byWeekday: ((arrives + 5) % 7) + 1, byMinute: USUAL_BY_MINUTE };
}

export type OrderableRound = { arrives: PlainDate; orderBy: WallTime };

type RoundsQuestion = {
  rounds: readonly Round[];
  /** On the kitchen's clock. */
  now: WallTime;
  /** Days of delivery, first and last included. */
  from: PlainDate;
  to: PlainDate;
  /** Nobody is there to receive it. */
  closures: readonly Closure[];
};

/** What can still be ordered, by day; at exactly its minute it is over. */
export function orderableRounds({
  rounds,
  now,
  from,
  to,
  closures,
}: RoundsQuestion): OrderableRound[] {
  const all = rounds.length === 0 ? ANY_DAY : rounds;
  const days = Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, day) =>
    addDays(from, day),
  );
  return days.flatMap((arrives) => {
    const round = all.find((one) => one.arrives === isoWeekday(arrives));
    if (!round || isClosedDay({ closures }, arrives)) return [];
    const orderBy = orderByOf(round, arrives);
    return isBefore(now, orderBy) ? [{ arrives, orderBy }] : [];
  });
}

function orderByOf({ arrives: weekday, byWeekday, byMinute }: Round, arrives: PlainDate): WallTime {
  return { date: addDays(arrives, -((weekday - byWeekday + 7) % 7)), minuteOfDay: byMinute };
}

function isBefore(a: WallTime, b: WallTime): boolean {
  return a.date < b.date || (a.date === b.date && a.minuteOfDay < b.minuteOfDay);
}

function isoWeekday(date: PlainDate): number {
  return weekdayOf(date) || 7;
}

/** "Mon". */
export function shortWeekday(isoDay: number): string {
  return weekdayName(isoDay % 7).slice(0, 3);
}
