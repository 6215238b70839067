import { and, eq } from 'drizzle-orm';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { staffAccounts } from '#areas/staff/server/tables/staff.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { countSignInAttempt, clearAttempt } from '#areas/staff/server/sign-in/sign-in-throttle.ts';

/**
 * Checks the password of someone who is signed in. Wrong ones count like wrong sign-ins. Throws InvalidRequest for
 * `field` or TooManyRequests.
 */
export async function checkPassword(
  context: StaffContext,
  { id, email, ip }: StaffMember,
  password: string,
  field = 'password',
): Promise<void> {
  // Someone who is signed in meets no count of strangers.
  const attempt = { email, address: ip ?? 'unknown', device: `of staff ${id}` };
  await countSignInAttempt(context, attempt);
  const [account] = await context.db
    .select({ hash: staffAccounts.password })
    .from(staffAccounts)
    .where(and(eq(staffAccounts.userId, id), eq(staffAccounts.providerId, 'credential')));
  const { password: hashing } = await context.signIn.auth.$context;
  const isRight = account?.hash && (await hashing.verify({ hash: account.hash, password }));
  if (!isRight) throw new InvalidRequest({ [field]: 'Wrong password' });
  await clearAttempt(context, attempt);
}
