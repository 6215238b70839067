/** "Remind me next week": when the one email goes that a customer asked for. Advertising, so never without asking. Ours. */
import { MINUTE_MS, HOUR_MS } from '#platform/rules/durations.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt, formatMinuteOfDay } from '#platform/rules/zoned-time.ts';
import { isTimeForEmails, REMINDER_KEEPS_MS } from '#areas/messages/rules/reminder-keeps.ts';
import { cutoffOf, weekStartOf } from '#areas/business/rules/ordering-week.ts';

const WEEK_MS = 7 * 24 * HOUR_MS;
/** A day and a morning to order in. */
const LEAST_NOTICE_MS = 32 * HOUR_MS;

type ReminderFacts = Pick<BusinessFacts, 'timeZone' | 'cutoff' | 'orderWeekStart'>;

export type OrderToRemindOf = {
  createdAt: Instant;
  firstMeal: PlainDate;
};

/**
 * A week after the order, in the week that opened when the order's own closed, and early enough before that one closes.
 * `weekStart`: of the week that it reminds of.
 */
export function reminderTime(
  { createdAt, firstMeal }: OrderToRemindOf,
  facts: ReminderFacts,
): { weekStart: PlainDate; from: Instant; until: Instant } {
  const ownWeek = weekStartOf(firstMeal, facts);
  const weekStart = addDays(ownWeek, 7);
  const opens = cutoffOf(ownWeek, facts);
  const closes = cutoffOf(weekStart, facts);
  const from = Math.max(opens, Math.min(createdAt + WEEK_MS, closes - LEAST_NOTICE_MS));
  return { weekStart, from, until: closes - REMINDER_KEEPS_MS };
}

export function isTimeToRemind(
  order: OrderToRemindOf,
  now: Instant,
  facts: ReminderFacts,
): boolean {
  const { from, until } = reminderTime(order, facts);
  const { minuteOfDay } = wallTimeAt(now, facts.timeZone);
  const isDaytime = isTimeForEmails(minuteOfDay);
  return now >= from && now < until && isDaytime;
}

// The last hour before orders close. Ours.

const LAST_HOUR = 60;
const ANNOUNCED = [60, 30, 10, 5, 1];

/** Whole minutes, the one that runs included; null: earlier than the last hour. 0: orders have closed. */
export function minutesToCutoff(cutoff: Instant, now: Instant): number | null {
  const left = Math.ceil((cutoff - now) / MINUTE_MS);
  return left > LAST_HOUR ? null : Math.max(0, left);
}

/** "Orders close at 5pm: 42 min". */
export function lastHourText(cutoff: Instant, timeZone: string, minutes: number): string {
  const { minuteOfDay } = wallTimeAt(cutoff, timeZone);
  return `Orders close at ${formatMinuteOfDay(minuteOfDay)}: ${minutes} min`;
}

/** The minutes that screen readers were told last; a new figure is read out. */
export function announcedMinutes(minutes: number): number {
  return ANNOUNCED.findLast((each) => minutes <= each) ?? LAST_HOUR;
}
