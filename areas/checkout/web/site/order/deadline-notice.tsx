import {
  addDays,
  formatDate,
  formatDayAndMonth,
  formatLongDate,
} from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { formatZone } from '#areas/business/rules/service-text.ts';
import { cutoffOf } from '#areas/business/rules/ordering-week.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useMinutesToCutoff } from './last-hour.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';

const DAYS_IN_WEEK = 7;

/** Says which cutoff has passed and which week is shown instead, until that week begins. */
export function DeadlineNotice() {
  const { week, facts } = useOrder();
  if (!week.pastDeadline) return null;
  const missedStart = addDays(week.weekStart, -DAYS_IN_WEEK);
  const missed = wallTimeAt(cutoffOf(missedStart, facts), week.timeZone);
  return (
    <Notice tone="warning" title="This week’s order deadline has passed">
      <p>
        Orders for {formatDayAndMonth(missedStart)} to{' '}
        {formatDayAndMonth(addDays(week.weekStart, -1))} closed on {formatLongDate(missed.date)} at{' '}
        {formatMinuteOfDay(missed.minuteOfDay)} {formatZone(facts)} time. You are ordering for the
        next available week, {formatDayAndMonth(week.weekStart)} to {formatDate(week.weekEnd)}.
      </p>
    </Notice>
  );
}

/** The same in one line, where the food is the thing. */
export function DeadlineLine() {
  const { week } = useOrder();
  if (!week.pastDeadline) return null;
  return (
    <p className="text-sm leading-snug font-semibold text-warning">
      This week’s order deadline has passed: you’re choosing for {formatDayAndMonth(week.weekStart)}{' '}
      to {formatDayAndMonth(week.weekEnd)}.
    </p>
  );
}

/** "Tue 24 Nov to Mon 30 Nov 2026. Order by Sunday 22 November, 5pm." */
export function WeekLine() {
  const { week, facts } = useOrder();
  const { minutes } = useMinutesToCutoff();
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
