import type { LinkReply } from '#areas/staff/calls/staff.ts';
import type { StaffRole } from '#platform/rules/roles.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { makeLink, takeBackLink, lockStaff } from './links.ts';
import { findStaffByEmail } from '#areas/staff/server/accounts/staff-queries.ts';

/** Emails the link too, unless `by` is null: the tool on the host, which prints it. Throws Conflict `already_staff`. */
export async function inviteStaff(
  context: Pick<Context, 'db' | 'clock' | 'signIn'>,
  by: StaffMember | null,
  { email, role }: { email: string; role: StaffRole },
): Promise<LinkReply> {
  return context.db.transaction(async (tx) => {
    await lockStaff(tx);
    const known = await findStaffByEmail(tx, email);
    if (known) throw alreadyStaff(known);
    await recordChange(tx, context, {
      staff: by,
      action: 'staff.invite',
      entityId: email,
      after: { email, role },
    });
    const link = await makeLink(tx, context.signIn.publicUrl, { purpose: 'invite', email, role });
    if (by) await emailInvitation(tx, context, by, link);
    return link;
  });
}

/** Each link gets a message of its own: a second link makes the first useless. */
async function emailInvitation(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  by: StaffMember,
  { url, email, expiresAt }: LinkReply,
): Promise<void> {
  await writeMessage(tx, context, {
    kind: 'staff_invite',
    about: `${email}:${expiresAt}`,
    recipient: email,
    facts: { inviteUrl: url, staffName: `${by.firstName} ${by.lastName}`.trim() },
  });
}

/** Throws NotFound. */
export async function withdrawInvite(
  context: Pick<Context, 'db' | 'clock'>,
  by: StaffMember,
  email: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await takeBackLink(tx, 'invite', email))) throw new NotFound('This invitation');
    await recordChange(tx, context, {
      staff: by,
      action: 'staff.withdraw_invite',
      entityId: email,
      before: { email },
    });
  });
}

function alreadyStaff({ isActive }: { isActive: boolean }): Conflict {
  return new Conflict(
    'already_staff',
    isActive
      ? 'An account with this email address already exists.'
      : 'A disabled account with this email address exists. Enable it instead.',
  );
}
