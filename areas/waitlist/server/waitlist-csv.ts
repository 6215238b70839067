import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { toCsv } from '#platform/server/drawing/csv.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';
import { listWaitlistEntries } from '#areas/waitlist/server/waitlist-queries.ts';

const HEADING = ['Name', 'Email', 'Phone', 'Suburb', 'Meals/Week', 'Joined', 'News'];

/** The list as a file for whoever asks, kept in the audit trail. */
export async function exportWaitlist(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
): Promise<string> {
  const { timeZone } = (await context.site.current()).business;
  return context.db.transaction(async (tx) => {
    const entries = await listWaitlistEntries(tx);
    await recordChange(tx, context, {
      staff,
      action: 'waitlist_entry.export',
      entity: 'waitlist_entry',
      entityId: 'all',
      before: null,
      after: { entries: entries.length },
    });
    return waitlistCsv(entries, timeZone);
  });
}

/** The people who may be emailed: the file is meant for a mailing, so those who unsubscribed are left out. */
function waitlistCsv(entries: readonly WaitlistEntryReply[], timeZone: string): string {
  const dateOf = (instant: string) => wallTimeAt(Date.parse(instant), timeZone).date;
  const rows = entries
    .filter((entry) => entry.unsubscribedAt === null)
    .map((entry) => [
      entry.name,
      entry.email,
      entry.phone && formatPhone(entry.phone),
      entry.suburb,
      entry.mealsPerWeek,
      dateOf(entry.createdAt),
      entry.consentAt === null ? 'no' : 'yes',
    ]);
  return toCsv([HEADING, ...rows]);
}
