/** Staff accounts: the people, their one-time links and their sessions. Signing in is in sign-in.ts. */
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { EmailText, NewPasswordText, PersonName } from '#contract/sign-in.ts';
import { InstantText, text } from '#contract/wire-values.ts';

/** 256 bits in the fragment of a link, so that no server or proxy writes it down. */
const LinkToken = z.string().min(1).max(100);
const StaffId = z.object({ id: z.uuid() });

export const StaffAccountReply = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isActive: z.boolean(),
  twoFactorEnabled: z.boolean(),
  createdAt: InstantText,
  /** Null: has no session that is still good. */
  lastUsedAt: InstantText.nullable(),
});
export type StaffAccountReply = z.infer<typeof StaffAccountReply>;

export const InviteReply = z.object({ email: z.string(), expiresAt: InstantText });
/** The link is shown this once: only its hash is kept. */
export const LinkReply = InviteReply.extend({ url: z.string() });
export type LinkReply = z.infer<typeof LinkReply>;

export const SessionReply = z.object({
  id: z.uuid(),
  isCurrent: z.boolean(),
  createdAt: InstantText,
  lastUsedAt: InstantText,
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
});
export type SessionReply = z.infer<typeof SessionReply>;

export const openLink = endpoint({
  method: 'POST',
  path: '/api/staff/open-link',
  access: 'public',
  summary: 'What a one-time link is for and for whom; it stays unused',
  body: z.strictObject({ token: LinkToken }),
  reply: z.object({
    purpose: z.enum(['setup', 'invite', 'reset']),
    /** Empty for the first account, which chooses its own. */
    email: z.string(),
    expiresAt: InstantText,
  }),
});

export const SetUpFirstStaffRequest = z.strictObject({
  token: LinkToken,
  email: EmailText,
  firstName: PersonName,
  lastName: PersonName,
  password: NewPasswordText,
});

export const setUpFirstStaff = endpoint({
  method: 'POST',
  path: '/api/staff/setup',
  access: 'public',
  summary: 'Makes the first staff account, by the link printed at the start; 404 once there is one',
  body: SetUpFirstStaffRequest,
  status: 201,
  reply: z.object({ email: z.string() }),
});

export const AcceptInviteRequest = z.strictObject({
  token: LinkToken,
  firstName: PersonName,
  lastName: PersonName,
  password: NewPasswordText,
});

export const acceptInvite = endpoint({
  method: 'POST',
  path: '/api/staff/accept-invite',
  access: 'public',
  summary: 'Makes the account an invitation is for',
  body: AcceptInviteRequest,
  status: 201,
  reply: z.object({ email: z.string() }),
});

export const ResetPasswordRequest = z.strictObject({ token: LinkToken, password: NewPasswordText });

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/staff/reset-password',
  access: 'public',
  summary: 'Sets a new password by a one-time link and ends every session of the account',
  body: ResetPasswordRequest,
  reply: z.object({ email: z.string() }),
});

export const InviteStaffRequest = z.strictObject({ email: EmailText });

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/api/staff/invites',
  access: 'staff',
  summary: 'Invites one e-mail address; a second invitation replaces the first',
  body: InviteStaffRequest,
  status: 201,
  reply: LinkReply,
});

export const withdrawInvite = endpoint({
  method: 'DELETE',
  path: '/api/staff/invites/:email',
  access: 'staff',
  summary: 'Takes an invitation back',
  params: z.object({ email: text(254) }),
  status: 204,
  reply: z.void(),
});

export const listStaff = endpoint({
  method: 'GET',
  path: '/api/admin/staff',
  access: 'staff',
  summary: 'Everybody who has or had an account, and open invitations',
  reply: z.object({ staff: z.array(StaffAccountReply), invites: z.array(InviteReply) }),
});

export const UpdateStaffRequest = z
  .strictObject({
    firstName: PersonName.optional(),
    lastName: PersonName.optional(),
    isActive: z.boolean().optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'Please say what to change');

export const updateStaff = endpoint({
  method: 'PUT',
  path: '/api/admin/staff/:id',
  access: 'staff',
  summary: 'Renames, disables or enables an account; disabling ends its sessions at once',
  params: StaffId,
  body: UpdateStaffRequest,
  reply: StaffAccountReply,
});

export const makeResetLink = endpoint({
  method: 'POST',
  path: '/api/admin/staff/:id/reset-link',
  access: 'staff',
  summary: 'A one-time link with which this person sets a new password',
  params: StaffId,
  status: 201,
  reply: LinkReply,
});

export const endStaffSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/staff/:id/sessions',
  access: 'staff',
  summary: 'Signs somebody out everywhere; oneself everywhere but here',
  params: StaffId,
  status: 204,
  reply: z.void(),
});

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/api/admin/sessions',
  access: 'staff',
  summary: "Where one's own account is signed in",
  reply: z.array(SessionReply),
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/admin/sessions/:id',
  access: 'staff',
  summary: "Ends one of one's own sessions",
  params: StaffId,
  status: 204,
  reply: z.void(),
});
