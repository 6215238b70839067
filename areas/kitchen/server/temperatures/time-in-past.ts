import type { Instant } from '#platform/rules/zoned-time.ts';
import { InvalidRequest } from '#platform/server/errors.ts';

/** Not so long ago that nobody remembers it. */
const LATEST_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

/** `at`: ISO; omitted: now. Throws InvalidRequest for the future, and for more than a week ago. */
export function timeInPast(at: string | undefined, now: Instant): Instant {
  if (at === undefined) return now;
  const time = Date.parse(at);
  if (time > now) throw new InvalidRequest({ at: 'Please choose a time in the past' });
  if (time < now - LATEST_DAYS * DAY_MS)
    throw new InvalidRequest({ at: `Please choose a time in the last ${LATEST_DAYS} days` });
  return time;
}
