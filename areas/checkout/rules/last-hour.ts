/** The last hour before orders close. Ours. */
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';

const MINUTE_MS = 60_000;
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
