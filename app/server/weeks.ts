/** The weeks of the story: last week, this one, and those up to the one that customers can order now. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, daysBetween, type PlainDate, weekFrom } from '#platform/rules/plain-date.ts';
import { type Instant, instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { cutoffOf, orderingWeekAt, weekStartOf } from '#areas/business/rules/ordering-week.ts';

export type DemoWeek = {
  weekStart: PlainDate;
  weekEnd: PlainDate;
  /** 0: the week under way. */
  index: number;
  /** When customers can begin to order it, and when it closes or now, whichever comes first. */
  opensAt: Instant;
  until: Instant;
  /** When it closes. */
  cutoff: Instant;
};

const DAYS_IN_WEEK = 7;
const MINUTE_MS = 60_000;

export function demoWeeks(now: Instant, facts: BusinessFacts): DemoWeek[] {
  const today = todayAt(now, facts);
  const current = weekStartOf(today, facts);
  const last = orderingWeekAt(now, facts).weekStart;
  const count = 2 + daysBetween(current, last) / DAYS_IN_WEEK;
  return Array.from({ length: count }, (_, position) => {
    const index = position - 1;
    const weekStart = addDays(current, index * DAYS_IN_WEEK);
    const cutoff = cutoffOf(weekStart, facts);
    return {
      index,
      weekStart,
      weekEnd: addDays(weekStart, DAYS_IN_WEEK - 1),
      opensAt: cutoffOf(addDays(weekStart, -DAYS_IN_WEEK), facts),
      cutoff,
      until: Math.min(now, cutoff - MINUTE_MS),
    };
  });
}

/** Its days on which the kitchen delivers, the earliest first. */
export function deliveryDays(
  { weekStart }: Pick<DemoWeek, 'weekStart'>,
  facts: BusinessFacts,
): PlainDate[] {
  return weekFrom(weekStart).filter((date) => windowsOn(facts, date).length > 0);
}

export function todayAt(now: Instant, { timeZone }: BusinessFacts): PlainDate {
  return wallTimeAt(now, timeZone).date;
}

/** `minute` since midnight on the kitchen's clock. */
export function atMinute(date: PlainDate, minuteOfDay: number, facts: BusinessFacts): Instant {
  return instantOf({ date, minuteOfDay }, facts.timeZone);
}
