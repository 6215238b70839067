import { randomUUID } from 'node:crypto';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import { staff, type StaffRow } from '#server/db/schema/staff/staff.ts';
import { staffAccounts } from '#server/db/schema/staff/staff-accounts.ts';
import { takeBackLink } from '#server/staff/accounts/links.ts';

export type NewAccount = {
  /** In the form of emailKey. */
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
};

/** An active account with a password. Its e-mail was named by a colleague or by who runs the server. */
export async function createAccount(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { passwordHash, ...person }: NewAccount,
  how: 'first_start' | 'setup_link' | 'invite',
): Promise<StaffRow> {
  const id = randomUUID();
  const [row] = await tx
    .insert(staff)
    .values({ id, ...person, name: fullName(person), emailVerified: true })
    .returning();
  if (!row) throw new Error('the account was not written');
  await tx
    .insert(staffAccounts)
    .values({ userId: id, accountId: id, providerId: 'credential', password: passwordHash });
  // With the first account, by whatever way, the set-up link has served its purpose.
  await takeBackLink(tx, 'setup', '');
  await recordChange(tx, context, {
    staff: null,
    action: 'staff.create',
    entity: 'staff',
    entityId: id,
    before: null,
    after: { ...person, how },
  });
  return row;
}

/** better-auth keeps one name; the business greets by the first. */
export function fullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`.trim();
}
