import {
  addDays,
  formatDate,
  formatDayAndMonth,
  formatLongDate,
} from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { formatZone } from '#areas/business/rules/service-text.ts';
import { cutoffOf } from '#areas/business/rules/ordering-week.ts';
import { useMinutesToCutoff } from './last-hour.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';

const DAYS_IN_WEEK = 7;

/** Which cutoff has passed, and which week is shown instead until that one begins. */
export function DeadlineText() {
  const { week, facts } = useOrder();
  const missedStart = addDays(week.weekStart, -DAYS_IN_WEEK);
  const missed = wallTimeAt(cutoffOf(missedStart, facts), week.timeZone);
  return (
    <p>
      Orders for {formatDayAndMonth(missedStart)} to{' '}
      {formatDayAndMonth(addDays(week.weekStart, -1))} closed on {formatLongDate(missed.date)} at{' '}
      {formatMinuteOfDay(missed.minuteOfDay)} {formatZone(facts)} time. You are ordering for the
      next available week, {formatDayAndMonth(week.weekStart)} to {formatDate(week.weekEnd)}.
    </p>
  );
}

/** "Tue 24 Nov to Mon 30 Nov 2026. Order by Sunday 22 November, 5pm." */
export function WeekLine() {
  const { week, facts } = useOrder();
  const minutes = useMinutesToCutoff();
  const cutoff = wallTimeAt(Date.parse(week.cutoff), week.timeZone);
  return (
    <p>
      <strong className="font-semibold text-ink">
        {formatDayAndMonth(week.weekStart)} to {formatDate(week.weekEnd)}
      </strong>
      .
      {minutes === null && (
        <>
          {' '}
          Order by {formatLongDate(cutoff.date)}, {formatMinuteOfDay(cutoff.minuteOfDay)}{' '}
          {formatZone(facts)} time.
        </>
      )}
    </p>
  );
}
