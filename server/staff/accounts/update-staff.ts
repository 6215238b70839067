import { and, eq, ne } from 'drizzle-orm';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import { staff, type StaffRow } from '#server/db/schema/staff/staff.ts';
import { staffSessions } from '#server/db/schema/staff/staff-sessions.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import type { StaffMember } from '#server/staff-member.ts';
import { fullName } from '#server/staff/accounts/create-account.ts';
import { takeBackLink } from '#server/staff/accounts/links.ts';
import { lockStaff } from '#server/staff/accounts/staff-lock.ts';

type StaffChange = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  isActive?: boolean | undefined;
};

/**
 * Renames, disables or enables. Disabling ends every session immediately. Throws NotFound or Conflict `last_active`.
 */
export async function updateStaff(
  context: Pick<Context, 'db' | 'clock'>,
  by: StaffMember,
  id: string,
  change: StaffChange,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockStaff(tx);
    const [before] = await tx.select().from(staff).where(eq(staff.id, id));
    if (!before) throw new NotFound('This account');
    const after = { ...namesOf(before), isActive: before.isActive, ...given(change) };
    if (before.isActive && !after.isActive) await disable(tx, before);
    await tx
      .update(staff)
      .set({ ...after, name: fullName(after), updatedAt: new Date() })
      .where(eq(staff.id, id));
    await recordChange(tx, context, {
      staff: by,
      action: actionOf(before, after),
      entity: 'staff',
      entityId: id,
      before: { ...namesOf(before), isActive: before.isActive },
      after,
    });
  });
}

/** Someone must remain who can let others in. */
async function disable(tx: Transaction, { id, email }: StaffRow): Promise<void> {
  const others = await tx.$count(staff, and(ne(staff.id, id), eq(staff.isActive, true)));
  if (others === 0) {
    throw new Conflict(
      'last_active',
      'This is the last active account. Invite someone else first.',
    );
  }
  await tx.delete(staffSessions).where(eq(staffSessions.userId, id));
  await takeBackLink(tx, 'reset', email);
}

function actionOf(before: StaffRow, after: { isActive: boolean }) {
  if (before.isActive === after.isActive) return 'staff.rename';
  return after.isActive ? 'staff.enable' : 'staff.disable';
}

function namesOf({ firstName, lastName }: StaffRow) {
  return { firstName, lastName };
}

function given(change: StaffChange): Partial<Pick<StaffRow, keyof StaffChange>> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
