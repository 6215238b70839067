import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { createAccount } from '#areas/staff/server/accounts/create-account.ts';
import { findLink, LinkGone, useLink, lockStaff } from './links.ts';
import { hashNewPassword } from '#areas/staff/server/sign-in/passwords.ts';
import { findStaffByEmail } from '#areas/staff/server/accounts/staff-queries.ts';

type Request = { token: string; firstName: string; lastName: string; password: string };

/** Creates the invited account: its email is the invitation's, not the caller's. Throws LinkGone or InvalidRequest. */
export async function acceptInvite(
  context: StaffContext,
  { token, password, firstName, lastName }: Request,
): Promise<{ email: string }> {
  const { email } = await findLink(context.db, token);
  const passwordHash = await hashNewPassword(context, password, {
    email,
    firstName,
    lastName,
  });
  await context.db.transaction(async (tx) => {
    await lockStaff(tx);
    const { role } = await useLink(tx, 'invite', token);
    if (role === null) throw new LinkGone();
    if (await findStaffByEmail(tx, email)) throw new LinkGone();
    await createAccount(tx, context, { email, role, firstName, lastName, passwordHash }, 'invite');
  });
  return { email };
}
