import { eq } from 'drizzle-orm';
import type { LinkReply } from '#areas/staff/calls/staff.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { staff, type StaffRow } from '#platform/server/db/tables/staff.ts';
import { staffAccounts, staffSessions, staffTwoFactors } from '#areas/staff/server/tables/staff.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { findLink, LinkGone, makeLink, useLink } from './links.ts';
import { revokeTokensOf } from '#areas/staff/server/manage-tokens.ts';
import { hashNewPassword } from '#areas/staff/server/sign-in/passwords.ts';
import { clearAttempts } from '#areas/staff/server/sign-in/sign-in-throttle.ts';
import { findStaffByEmail } from '#areas/staff/server/accounts/staff-queries.ts';

/**
 * A link with which someone sets a new password. Only the tool on the host (`by` is null) may also remove a lost second
 * factor. Throws NotFound unless there is an active account.
 */
export async function makeResetLink(
  context: Pick<StaffContext, 'db' | 'clock' | 'signIn'>,
  by: StaffMember | null,
  account: StaffRow | undefined,
): Promise<LinkReply> {
  if (!account?.isActive) throw new NotFound('An active account');
  const { id, email } = account;
  const removesSecondFactor = by === null;
  return context.db.transaction(async (tx) => {
    await recordChange(tx, context, {
      staff: by,
      action: 'staff.make_reset_link',
      entityId: id,
      after: { email, dropsSecondFactor: removesSecondFactor },
    });
    return makeLink(tx, context.signIn.publicUrl, {
      purpose: 'reset',
      email,
      dropsSecondFactor: removesSecondFactor,
    });
  });
}

/** Sets the password, ends every session and API token, and clears wrong guesses. Throws LinkGone or InvalidRequest. */
export async function resetPassword(
  context: StaffContext,
  { token, password }: { token: string; password: string },
): Promise<{ email: string }> {
  const { email } = await findLink(context.db, token);
  const owner = await findStaffByEmail(context.db, email);
  if (!owner?.isActive) throw new LinkGone();
  const passwordHash = await hashNewPassword(context, password, owner);
  await context.db.transaction(async (tx) => {
    const link = await useLink(tx, 'reset', token);
    const account = await findStaffByEmail(tx, email);
    if (!account?.isActive) throw new LinkGone();
    await setPassword(tx, account.id, passwordHash);
    await tx.delete(staffSessions).where(eq(staffSessions.userId, account.id));
    await revokeTokensOf(tx, account.id);
    if (link.dropsSecondFactor) await removeSecondFactor(tx, account.id);
    await recordChange(tx, context, {
      staff: null,
      action: 'staff.reset_password',
      entityId: account.id,
      after: { email, dropsSecondFactor: link.dropsSecondFactor },
    });
  });
  await clearAttempts(context, email);
  return { email };
}

async function setPassword(tx: Transaction, userId: string, password: string): Promise<void> {
  await tx
    .insert(staffAccounts)
    .values({ userId, accountId: userId, providerId: 'credential', password })
    .onConflictDoUpdate({
      target: [staffAccounts.userId, staffAccounts.providerId],
      set: { password, updatedAt: new Date() },
    });
}

async function removeSecondFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(staffTwoFactors).where(eq(staffTwoFactors.userId, userId));
  await tx.update(staff).set({ twoFactorEnabled: false }).where(eq(staff.id, userId));
}
