/** Staff accounts: the people, their one-time links and their sessions. Signing in is in sign-in.ts. */
import { z } from 'zod';
import { sentBack } from '#platform/calls/sent-back.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { EmailText, NewPasswordText, NameText } from '#platform/calls/sign-in.ts';
import { InstantText, text } from '#platform/calls/wire-values.ts';
import { INVITED_ROLE, STAFF_ROLES } from '#platform/rules/roles.ts';

/** 256 bits in the fragment of a link, so that no server or proxy logs it. */
const LinkToken = z.string().min(1).max(100);
const StaffId = z.object({ id: z.uuid() });
const RoleName = z.enum(STAFF_ROLES);

export const StaffAccountReply = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: RoleName,
  isActive: z.boolean(),
  twoFactorEnabled: z.boolean(),
  createdAt: InstantText,
  /** Null: no open session. */
  lastUsedAt: InstantText.nullable(),
});
export type StaffAccountReply = z.infer<typeof StaffAccountReply>;

const LinkFacts = z.object({ email: z.string(), expiresAt: InstantText });
export const InviteReply = LinkFacts.extend({ role: RoleName });
export type InviteReply = z.infer<typeof InviteReply>;
/** The link is shown only once: we store only its hash. */
export const LinkReply = LinkFacts.extend({ url: z.string() });
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
  about: 'token',
  summary: 'What a one-time link is for, and for whom; does not use it up',
  refusals: ['link_gone'],
  body: z.strictObject({ token: LinkToken }),
  reply: z.object({
    purpose: z.enum(['setup', 'invite', 'reset']),
    /** Empty for the first account: its owner chooses the address. */
    email: z.string(),
    expiresAt: InstantText,
  }),
});

export const SetUpFirstStaffRequest = z.strictObject({
  token: LinkToken,
  email: EmailText,
  firstName: NameText,
  lastName: NameText,
  password: NewPasswordText,
});

export const setUpFirstStaff = endpoint({
  method: 'POST',
  path: '/api/staff/setup',
  access: 'public',
  about: 'token',
  summary:
    'Creates the first staff account, with the link printed at startup; 404 once there is one',
  refusals: ['link_gone'],
  body: SetUpFirstStaffRequest,
  status: 201,
  reply: z.object({ email: z.string() }),
});

export const AcceptInviteRequest = z.strictObject({
  token: LinkToken,
  firstName: NameText,
  lastName: NameText,
  password: NewPasswordText,
});

export const acceptInvite = endpoint({
  method: 'POST',
  path: '/api/staff/accept-invite',
  access: 'public',
  about: 'token',
  summary: 'Creates the account that an invitation is for',
  refusals: ['link_gone'],
  body: AcceptInviteRequest,
  status: 201,
  reply: z.object({ email: z.string() }),
});

export const ResetPasswordRequest = z.strictObject({ token: LinkToken, password: NewPasswordText });

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/staff/reset-password',
  access: 'public',
  about: 'token',
  summary: 'Sets a new password with a one-time link and ends every session of the account',
  refusals: ['link_gone'],
  body: ResetPasswordRequest,
  reply: z.object({ email: z.string() }),
});

export const InviteStaffRequest = z.strictObject({
  email: EmailText,
  role: RoleName.default(INVITED_ROLE),
});

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/api/staff/invites',
  right: 'manageStaff',
  summary: 'Invites an email address to a role; a second invitation replaces the first',
  refusals: ['already_staff', 'confirm_first'],
  body: InviteStaffRequest,
  status: 201,
  reply: LinkReply,
});

export const withdrawInvite = endpoint({
  method: 'DELETE',
  path: '/api/staff/invites/:email',
  right: 'manageStaff',
  about: 'any',
  summary: 'Withdraws an invitation',
  params: z.object({ email: text(254) }),
});

export const listStaff = endpoint({
  method: 'GET',
  path: '/api/admin/staff',
  right: 'manageStaff',
  summary: 'Everyone who has or had an account, and open invitations',
  reply: z.object({ staff: z.array(StaffAccountReply), invites: z.array(InviteReply) }),
});

export const StaffFields = z.object({
  firstName: NameText.optional(),
  lastName: NameText.optional(),
  isActive: z.boolean().optional(),
  /** In force at the person's next request. */
  role: RoleName.optional(),
});

export const UpdateStaffRequest = sentBack(StaffFields, StaffAccountReply).refine(
  (body) => Object.keys(body).length > 0,
  'Please send at least one change',
);

export const updateStaff = endpoint({
  method: 'PUT',
  path: '/api/admin/staff/:id',
  right: 'manageStaff',
  about: 'any',
  summary:
    'Renames, disables or enables an account or gives it another role; disabling ends its sessions immediately; 409 last_active for the last active owner',
  refusals: ['confirm_first', 'last_active'],
  params: StaffId,
  body: UpdateStaffRequest,
  reply: StaffAccountReply,
});

export const makeResetLink = endpoint({
  method: 'POST',
  path: '/api/admin/staff/:id/reset-link',
  right: 'manageStaff',
  about: 'any',
  summary: 'A one-time link for this person to set a new password',
  refusals: ['confirm_first'],
  params: StaffId,
  status: 201,
  reply: LinkReply,
});

export const endStaffSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/staff/:id/sessions',
  right: 'manageStaff',
  about: 'any',
  summary: 'Signs someone out everywhere; the user themselves everywhere but here',
  params: StaffId,
});

export const listStaffSessions = endpoint({
  method: 'GET',
  path: '/api/admin/staff/:id/sessions',
  right: 'manageStaff',
  about: 'any',
  summary: 'Where someone is signed in',
  params: StaffId,
  reply: z.array(SessionReply),
});

export const signOutPhone = endpoint({
  method: 'DELETE',
  path: '/api/admin/staff/:id/sessions/:sessionId',
  right: 'manageStaff',
  about: 'any',
  summary:
    'Signs a lost phone out: when it is heard of next, 401 phone_signed_out makes it wipe what it keeps of the day',
  params: StaffId.extend({ sessionId: z.uuid() }),
});

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/api/admin/sessions',
  right: 'ownAccount',
  summary: "Where the user's own account is signed in",
  reply: z.array(SessionReply),
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/admin/sessions/:sessionId',
  right: 'ownAccount',
  about: 'ownAccount',
  summary: "Ends one of the user's own sessions",
  params: z.object({ sessionId: z.uuid() }),
});
