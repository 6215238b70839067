/** Signed-in staff for tests: a real account with a session as signing in makes it, and the real sign-in call. */
import { createHmac, randomBytes } from 'node:crypto';
import type { StaffRole } from '#platform/rules/roles.ts';
import type { StaffRow } from '#platform/server/db/tables/staff.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { LONGEST_SESSION_SECONDS } from '#areas/staff/server/session.ts';
import { staffSessions } from '#areas/staff/server/tables/staff.ts';
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

/** A session by its row: the call takes half a second, on purpose. Send `cookie` as the header of that name. */
export async function signedInStaff(
  test: TestApp,
  change: Partial<Account> = {},
): Promise<{ cookie: string; staff: StaffMember }> {
  const { id, email, firstName, lastName, role } = await aStaffAccount(test, change);
  const { cookieName, secret } = test.context.signIn;
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + LONGEST_SESSION_SECONDS * 1000);
  await test.context.db.insert(staffSessions).values({ token, userId: id, expiresAt });
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const cookie = `${cookieName}=${encodeURIComponent(`${token}.${signature}`)}`;
  return { cookie, staff: { id, email, firstName, lastName, role } };
}
