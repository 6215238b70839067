/** Which days and moments the figures of some weeks are about, and those they are compared with. */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { weekStartOf } from '#areas/business/rules/ordering-week.ts';

export const MOST_FIGURE_WEEKS = 53;

const DAYS_IN_WEEK = 7;
const MINUTE_MS = 60_000;

export type FigurePeriod = {
  /** First and last day, both inclusive. */
  from: PlainDate;
  to: PlainDate;
  /** Money and orders from this moment. */
  start: Instant;
  /** And before this one. */
  end: Instant;
};

export type ComparedPeriods = {
  /** The weeks as asked for, whole. */
  from: PlainDate;
  to: PlainDate;
  /** They are not over, so both periods end at the same time of the week. */
  isSoFar: boolean;
  now: FigurePeriod;
  /** As many weeks directly before. */
  before: FigurePeriod;
};

/** The week of yesterday: on the first day of a week, that is the one just finished. */
export function defaultFigureWeek(
  today: PlainDate,
  facts: Pick<BusinessFacts, 'orderWeekStart'>,
): PlainDate {
  return weekStartOf(addDays(today, -1), facts);
}

/** `week`: any day of the first week. Null: these weeks have not begun. */
export function comparedPeriods(
  { week, weeks }: { week: PlainDate; weeks: number },
  now: Instant,
  facts: Pick<BusinessFacts, 'orderWeekStart' | 'timeZone'>,
): ComparedPeriods | null {
  const { timeZone } = facts;
  const today = wallTimeAt(now, timeZone);
  const from = weekStartOf(week, facts);
  if (from > today.date) return null;
  const days = weeks * DAYS_IN_WEEK;
  const to = addDays(from, days - 1);
  const isSoFar = to >= today.date;
  const startOf = (date: PlainDate) => instantOf({ date, minuteOfDay: 0 }, timeZone);
  const earlier = addDays(from, -days);
  const sameTime =
    instantOf({ ...today, date: addDays(today.date, -days) }, timeZone) + (now % MINUTE_MS);
  return {
    from,
    to,
    isSoFar,
    now: {
      from,
      to: isSoFar ? today.date : to,
      start: startOf(from),
      end: isSoFar ? now : startOf(addDays(to, 1)),
    },
    before: {
      from: earlier,
      to: addDays(earlier, daysBetween(from, isSoFar ? today.date : to)),
      start: startOf(earlier),
      end: isSoFar ? sameTime : startOf(from),
    },
  };
}
