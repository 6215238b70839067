import { eq } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist-entries.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/** Says whether we deliver to someone, whatever their suburb says; null: their suburb says it again. Throws NotFound. */
export async function markServed(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { id, served }: { id: number; served: boolean | null },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [entry] = await tx
      .select({ servedMark: waitlistEntries.servedMark })
      .from(waitlistEntries)
      .where(eq(waitlistEntries.id, id))
      .for('update');
    if (!entry) throw new NotFound('This waitlist entry');
    if (entry.servedMark === served) return;
    await tx.update(waitlistEntries).set({ servedMark: served }).where(eq(waitlistEntries.id, id));
    await recordChange(tx, context, {
      staff,
      action: 'waitlist_entry.mark_served',
      entity: 'waitlist_entry',
      entityId: id,
      before: entry,
      after: { servedMark: served },
    });
  });
}
