import { eq } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist-entries.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/**
 * Permanently deletes an entry and its launch offer. The audit trail is never changed, so it records only the suburb: a
 * person who asks to be forgotten is.
 */
export async function removeWaitlistEntry(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  id: number,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await tx.delete(messages).where(eq(messages.waitlistEntryId, id));
    const [removed] = await tx
      .delete(waitlistEntries)
      .where(eq(waitlistEntries.id, id))
      .returning({ suburb: waitlistEntries.suburb, createdAt: waitlistEntries.createdAt });
    if (!removed) throw new NotFound('This waitlist entry');
    await recordChange(tx, context, {
      staff,
      action: 'waitlist_entry.remove',
      entity: 'waitlist_entry',
      entityId: id,
      before: removed,
      after: null,
    });
  });
}
