import { randomUUID } from 'node:crypto';
import type { StaffRole } from '#platform/rules/roles.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { staff, type StaffRow } from '#platform/server/db/tables/staff.ts';
import { staffAccounts } from '#areas/staff/server/tables/staff.ts';
import { takeBackLink } from './links.ts';

export type NewAccount = {
  /** In the form of emailKey. */
  email: string;
  firstName: string;
  lastName: string;
  role: StaffRole;
  passwordHash: string;
};

/** Creates an active account with a password. Its email was given by a colleague or by the operator. */
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
  if (!row) throw new Error('the account was not stored');
  await tx
    .insert(staffAccounts)
    .values({ userId: id, accountId: id, providerId: 'credential', password: passwordHash });
  // However the first account was created, the set-up link is no longer needed.
  await takeBackLink(tx, 'setup', '');
  await recordChange(tx, context, {
    staff: null,
    action: 'staff.create',
    entityId: id,
    after: { ...person, how },
  });
  return row;
}

/** better-auth stores a single name; the portal greets people by their first. */
export function fullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`.trim();
}
