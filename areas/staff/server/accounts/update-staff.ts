import { and, eq, ne } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { staff, type StaffRow } from '#platform/server/db/tables/staff.ts';
import { staffSessions } from '#areas/staff/server/tables/staff.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { revokeTokensOf } from '#areas/staff/server/manage-tokens.ts';
import { fullName } from '#areas/staff/server/accounts/create-account.ts';
import { takeBackLink, lockStaff } from './links.ts';

type StaffChange = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  isActive?: boolean | undefined;
  role?: StaffRole | undefined;
};

/**
 * Renames, disables, enables or gives another role. Disabling ends every session and API token immediately; a role ends none, and is
 * in force at the next request. `by` is null for the tool on the host. Throws NotFound, or Conflict `last_active`
 * rather than leave no active owner.
 */
export async function updateStaff(
  context: Pick<Context, 'db' | 'clock'>,
  by: StaffMember | null,
  id: string,
  change: StaffChange,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockStaff(tx);
    const [before] = await tx.select().from(staff).where(eq(staff.id, id));
    if (!before) throw new NotFound('This account');
    const after = { ...factsOf(before), ...given(change) };
    if (isActiveOwner(before) && !isActiveOwner(after)) await leaveAnOwner(tx, id);
    if (before.isActive && !after.isActive) await endAccess(tx, before);
    await tx
      .update(staff)
      .set({ ...after, name: fullName(after), updatedAt: new Date() })
      .where(eq(staff.id, id));
    await recordChange(tx, context, {
      staff: by,
      action: actionOf(before, after),
      entityId: id,
      before: factsOf(before),
      after,
    });
  });
}

function isActiveOwner({ role, isActive }: Pick<StaffRow, 'role' | 'isActive'>): boolean {
  return isActive && role === 'owner';
}

/** Someone must remain who can let others in. Call it under lockStaff. */
async function leaveAnOwner(tx: Transaction, id: string): Promise<void> {
  const others = await tx.$count(
    staff,
    and(ne(staff.id, id), eq(staff.isActive, true), eq(staff.role, 'owner')),
  );
  if (others > 0) return;
  throw new Conflict(
    'last_active',
    'This is the last active owner. Make someone else an owner first.',
  );
}

async function endAccess(tx: Transaction, { id, email }: StaffRow): Promise<void> {
  await tx.delete(staffSessions).where(eq(staffSessions.userId, id));
  await revokeTokensOf(tx, id);
  await takeBackLink(tx, 'reset', email);
}

/** The weightiest part names the entry; its before and after say everything. */
function actionOf(before: StaffRow, after: Pick<StaffRow, 'isActive' | 'role'>) {
  if (before.isActive !== after.isActive) return after.isActive ? 'staff.enable' : 'staff.disable';
  return before.role === after.role ? 'staff.rename' : 'staff.change_role';
}

function factsOf({ firstName, lastName, role, isActive }: StaffRow) {
  return { firstName, lastName, role, isActive };
}

function given(change: StaffChange): Partial<Pick<StaffRow, keyof StaffChange>> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
