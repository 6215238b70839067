/** Signed-in staff for tests: a real account and a real session, made by the real sign-in call. */
import { randomBytes } from 'node:crypto';
import type { StaffRole } from '#platform/rules/roles.ts';
import type { StaffRow } from '#platform/server/db/tables/staff.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';
import { createAccount } from '#areas/staff/server/accounts/create-account.ts';
import { hashPassword } from '#areas/staff/server/sign-in/passwords.ts';
import type { TestApp } from '#quality/support/test-app.ts';

export const A_PASSWORD = 'mangoes by the bay at dawn';

/** Hashing is slow on purpose; one password needs it once. */
let passwordHash: Promise<string> | null = null;

type Account = { email: string; firstName: string; lastName: string; role: StaffRole };

/** An active account with A_PASSWORD, of an owner unless `change` says otherwise; a new one each time. */
export async function aStaffAccount(
  { context }: TestApp,
  change: Partial<Account> = {},
): Promise<StaffRow> {
  passwordHash ??= hashPassword(context.signIn, A_PASSWORD);
  const account = {
    email: `chef-${randomBytes(5).toString('hex')}@example.com`,
    firstName: 'Noah',
    lastName: 'Chef',
    role: 'owner' as const,
    passwordHash: await passwordHash,
    ...change,
  };
  return context.db.transaction((tx) => createAccount(tx, context, account, 'invite'));
}

export async function signInWith(
  { app }: TestApp,
  email: string,
  password = A_PASSWORD,
  headers: Record<string, string> = {},
) {
  return app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers,
    body: { email, password },
  });
}

type Reply = Awaited<ReturnType<typeof signInWith>>;

/** What a browser would send back: `name=value; name=value`. */
export function cookiesOf(reply: Reply): string {
  return reply.cookies
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
}

/** Send `cookie` as the header of that name. */
export async function signedInStaff(
  test: TestApp,
  change: Partial<Account> = {},
): Promise<{ cookie: string; staff: StaffMember }> {
  const account = await aStaffAccount(test, change);
  const reply = await signInWith(test, account.email);
  if (reply.statusCode !== 200) throw new Error(`signing in was refused: ${reply.body}`);
  const { id, email, firstName, lastName, role } = account;
  return { cookie: cookiesOf(reply), staff: { id, email, firstName, lastName, role } };
}
