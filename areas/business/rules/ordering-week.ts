/**
 * Which week a customer can order for: seven days from the facts' first weekday, closing at the last cutoff before them.
 * Spec 4, 9.
 */
import { DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import type { BusinessFacts } from './facts.ts';
import {
  addDays,
  type PlainDate,
  weekdayFrom,
  weekdayUpTo,
  weekFrom,
} from '#platform/rules/plain-date.ts';
import { type Instant, instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';

export type OrderingWeek = {
  /** Today's date in the kitchen. */
  today: PlainDate;
  weekStart: PlainDate;
  weekEnd: PlainDate;
  days: PlainDate[];
  cutoff: Instant;
  /** The cutoff has just passed, so the coming week can no longer be ordered: until that week begins. */
  pastDeadline: boolean;
};

type WeekFacts = Pick<BusinessFacts, 'timeZone' | 'cutoff' | 'orderWeekStart'>;

/** The day on which the ordering week of this day starts. */
export function weekStartOf(
  date: PlainDate,
  { orderWeekStart }: Pick<BusinessFacts, 'orderWeekStart'>,
): PlainDate {
  return weekdayUpTo(date, orderWeekStart);
}

/** When ordering closes for the week that starts on this day. */
export function cutoffOf(weekStart: PlainDate, facts: WeekFacts): Instant {
  const { weekday, minuteOfDay } = facts.cutoff;
  return instantOf({ date: weekdayUpTo(weekStart, weekday), minuteOfDay }, facts.timeZone);
}

/** When ordering closes for a delivery on this day. */
export function cutoffFor(date: PlainDate, facts: WeekFacts): Instant {
  return cutoffOf(weekStartOf(date, facts), facts);
}

export function sevenDaysFrom(
  weekStart: PlainDate,
): Pick<OrderingWeek, 'weekStart' | 'weekEnd' | 'days'> {
  const weekEnd = addDays(weekStart, DAYS_IN_WEEK - 1);
  return { weekStart, weekEnd, days: weekFrom(weekStart) };
}

/** The first week whose own cutoff is still ahead of `now`. At the very second of the cutoff it has passed. */
export function orderingWeekAt(now: Instant, facts: WeekFacts): OrderingWeek {
  const today = wallTimeAt(now, facts.timeZone).date;
  const nearestStart = weekdayFrom(today, facts.orderWeekStart);
  const isOpen = now < cutoffOf(nearestStart, facts);
  const weekStart = isOpen ? nearestStart : addDays(nearestStart, DAYS_IN_WEEK);
  return {
    today,
    ...sevenDaysFrom(weekStart),
    cutoff: cutoffOf(weekStart, facts),
    pastDeadline: !isOpen && today < nearestStart,
  };
}

/** Whether this day is still to come, in a week whose cutoff has passed. */
export function isPastCutoff(date: PlainDate, week: OrderingWeek): boolean {
  return date >= week.today && date < week.weekStart;
}
