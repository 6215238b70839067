import type { LinkReply } from '#contract/staff.ts';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import { Conflict, NotFound } from '#server/errors.ts';
import type { StaffMember } from '#server/staff-member.ts';
import { makeLink, takeBackLink } from '#server/staff/links.ts';
import { lockStaff } from '#server/staff/staff-lock.ts';
import { findStaffByEmail } from '#server/staff/staff-queries.ts';

/** `by` is null for the tool on the host. Throws Conflict `already_staff`. */
export async function inviteStaff(
  context: Pick<Context, 'db' | 'clock' | 'signIn'>,
  by: StaffMember | null,
  email: string,
): Promise<LinkReply> {
  return context.db.transaction(async (tx) => {
    await lockStaff(tx);
    const known = await findStaffByEmail(tx, email);
    if (known) throw alreadyStaff(known);
    await recordChange(tx, context, {
      staff: by,
      action: 'staff.invite',
      entity: 'staff',
      entityId: email,
      before: null,
      after: { email },
    });
    return makeLink(tx, context.signIn.publicUrl, { purpose: 'invite', email });
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
      entity: 'staff',
      entityId: email,
      before: { email },
      after: null,
    });
  });
}

function alreadyStaff({ isActive }: { isActive: boolean }): Conflict {
  return new Conflict(
    'already_staff',
    isActive
      ? 'There is already an account with this e-mail address.'
      : 'There is a disabled account with this e-mail address. Please enable it instead.',
  );
}
