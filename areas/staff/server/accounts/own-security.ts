import { revokeTokensOf } from '#areas/staff/server/manage-tokens.ts';
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { SecurityReply } from '#platform/calls/sign-in.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { staffAccounts, staffSessions, staffPasskeys } from '#areas/staff/server/tables/staff.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { checkPassword, hashNewPassword } from '#areas/staff/server/sign-in/passwords.ts';
import type { Session } from '#areas/staff/server/session.ts';

export async function findOwnSecurity(
  { db }: Pick<StaffContext, 'db'>,
  staffId: string,
): Promise<SecurityReply> {
  const [[account], credentials, passkeys] = await Promise.all([
    db.select().from(staff).where(eq(staff.id, staffId)),
    db.$count(staffAccounts, ownPassword(staffId)),
    db
      .select()
      .from(staffPasskeys)
      .where(eq(staffPasskeys.userId, staffId))
      .orderBy(asc(staffPasskeys.createdAt)),
  ]);
  return {
    twoFactorEnabled: account?.twoFactorEnabled ?? false,
    hasPassword: credentials > 0,
    passkeys: passkeys.map(({ id, name, createdAt }) => ({
      id,
      name: name ?? '',
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** Makes the session recent again. Throws InvalidRequest. */
export async function confirmPassword(
  context: StaffContext,
  { id, staff: member }: Session,
  password: string,
): Promise<void> {
  await checkPassword(context, member, password);
  await context.db
    .update(staffSessions)
    .set({ confirmedAt: sql`now()` })
    .where(eq(staffSessions.id, id));
}

/** Also signs out everywhere else, and ends API tokens: anyone who knew the password may have made one. Throws InvalidRequest. */
export async function changePassword(
  context: StaffContext,
  { id, staff: member }: Session,
  passwords: { currentPassword: string; newPassword: string },
): Promise<void> {
  await checkPassword(context, member, passwords.currentPassword, 'currentPassword');
  const hash = await hashNewPassword(context, passwords.newPassword, member, 'newPassword');
  await context.db.transaction(async (tx) => {
    await tx
      .update(staffAccounts)
      .set({ password: hash, updatedAt: new Date() })
      .where(ownPassword(member.id));
    await tx
      .delete(staffSessions)
      .where(and(eq(staffSessions.userId, member.id), ne(staffSessions.id, id)));
    await revokeTokensOf(tx, member.id);
  });
  await recordOwnChange(context, member, 'staff.change_password');
}

/** Throws NotFound. */
export async function deletePasskey(
  context: StaffContext,
  member: StaffMember,
  passkeyId: string,
): Promise<void> {
  const [gone] = await context.db
    .delete(staffPasskeys)
    .where(eq(staffPasskeys.id, passkeyId))
    .returning({ name: staffPasskeys.name });
  if (!gone) throw new NotFound('This passkey');
  await recordOwnChange(context, member, 'staff.delete_passkey', { name: gone.name });
}

type OwnChange =
  | 'change_password'
  | 'add_passkey'
  | 'delete_passkey'
  | 'second_factor_on'
  | 'second_factor_off';

export async function recordOwnChange(
  context: Pick<StaffContext, 'db' | 'clock'>,
  member: StaffMember,
  action: `staff.${OwnChange}`,
  after: Record<string, unknown> = {},
): Promise<void> {
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff: member,
      action,
      entityId: member.id,
      after,
    }),
  );
}

function ownPassword(staffId: string) {
  return and(eq(staffAccounts.userId, staffId), eq(staffAccounts.providerId, 'credential'));
}
