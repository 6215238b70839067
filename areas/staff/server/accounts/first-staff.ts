/** The very first account, an owner's: from the environment, or by a link that only the operator can see. */
import { emailKey } from '#platform/rules/customer-name.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { EnvironmentError } from '#platform/server/env.ts';
import { NotFound } from '#platform/server/errors.ts';
import { createAccount } from '#areas/staff/server/accounts/create-account.ts';
import { findLink, makeLink, useLink, lockStaff } from './links.ts';
import {
  hashNewPassword,
  findPasswordProblem,
  hashPassword,
  wordsOfBusiness,
} from '#areas/staff/server/sign-in/passwords.ts';
import { isAnyStaff } from '#areas/staff/server/accounts/staff-queries.ts';

type NewPerson = { email: string; firstName: string; lastName: string; password: string };

/**
 * Creates the account of STAFF_EMAIL when there is none. Throws EnvironmentError when STAFF_PASSWORD is unacceptable.
 */
export async function createFirstStaff(
  context: StaffContext,
  given: { email: string; password: string } | null,
): Promise<void> {
  if (given === null || (await isAnyStaff(context.db))) return;
  const email = emailKey(given.email);
  const { business } = await context.site.current();
  const owner = { email, firstName: '', lastName: '', business: wordsOfBusiness(business) };
  const problem = findPasswordProblem(given.password, owner);
  if (problem !== null) throw new EnvironmentError(`STAFF_PASSWORD is not acceptable. ${problem}.`);
  const passwordHash = await hashPassword(context.signIn, given.password);
  await context.db.transaction(async (tx) => {
    await lockStaff(tx);
    if (await isAnyStaff(tx)) return;
    const person = { email, firstName: '', lastName: '', role: 'owner', passwordHash } as const;
    await createAccount(tx, context, person, 'first_start');
  });
}

/** A new set-up link, for anyone who is at the host: no log has it. Null when an account exists. */
export async function makeSetupLink(
  { db }: Pick<StaffContext, 'db'>,
  publicUrl: string,
): Promise<{ url: string; expiresAt: string } | null> {
  return db.transaction(async (tx) => {
    await lockStaff(tx);
    if (await isAnyStaff(tx)) return null;
    return makeLink(tx, publicUrl, { purpose: 'setup', email: '' });
  });
}

/**
 * Creates the account of the person with the set-up link. Throws NotFound once an account exists, LinkGone, or
 * InvalidRequest for the password.
 */
export async function setUpFirstStaff(
  context: StaffContext,
  { token, password, ...person }: NewPerson & { token: string },
): Promise<{ email: string }> {
  if (await isAnyStaff(context.db)) throw new NotFound('This page');
  // Hashing is slow on purpose: do it only for someone with the link.
  await findLink(context.db, token);
  const passwordHash = await hashNewPassword(context, password, person);
  await context.db.transaction(async (tx) => {
    await lockStaff(tx);
    if (await isAnyStaff(tx)) throw new NotFound('This page');
    await useLink(tx, 'setup', token);
    await createAccount(tx, context, { ...person, role: 'owner', passwordHash }, 'setup_link');
  });
  return { email: person.email };
}
