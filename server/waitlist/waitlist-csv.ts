import type { WaitlistEntryReply } from '#contract/waitlist.ts';
import { wallTimeAt } from '#domain/calendar/zoned-time.ts';
import { toCsv } from '#server/drawing/csv/csv.ts';

const HEADING = ['Name', 'Email', 'Phone', 'Suburb', 'Meals/Week', 'Joined', 'News'];

/** The people who may be emailed: the file is meant for a mailing, so those who unsubscribed are left out. */
export function waitlistCsv(entries: readonly WaitlistEntryReply[], timeZone: string): string {
  const dateOf = (instant: string) => wallTimeAt(Date.parse(instant), timeZone).date;
  const rows = entries
    .filter((entry) => entry.unsubscribedAt === null)
    .map((entry) => [
      entry.name,
      entry.email,
      entry.phone,
      entry.suburb,
      entry.mealsPerWeek,
      dateOf(entry.createdAt),
      entry.consentAt === null ? 'no' : 'yes',
    ]);
  return toCsv([HEADING, ...rows]);
}
