import { HOUR_MS } from '#platform/rules/durations.ts';

/**
 * A reminder that could not be sent for so long is dropped, so that none comes after the week has closed. By itself: the order
 * page says when it comes, and needs nothing else of messages.
 */
export const REMINDER_KEEPS_MS = 6 * HOUR_MS;

const EMAIL_HOURS = { from: 9 * 60, to: 20 * 60 };

/** For an email that nobody waits for: nobody is woken by it. `minuteOfDay` by the kitchen’s clock. */
export function isTimeForEmails(minuteOfDay: number): boolean {
  return minuteOfDay >= EMAIL_HOURS.from && minuteOfDay < EMAIL_HOURS.to;
}
