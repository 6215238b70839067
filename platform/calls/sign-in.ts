import { z } from 'zod';
import { sentBack } from '#platform/calls/sent-back.ts';
import { endpoint } from '#platform/calls/endpoint.ts';
import { InstantText, text } from '#platform/calls/wire-values.ts';
import {
  LONGEST_NAME,
  tidyName,
  EMAIL_MESSAGE,
  emailKey,
  isEmailAddress,
} from '#platform/rules/customer-name.ts';
import { STAFF_RIGHTS, STAFF_ROLES } from '#platform/rules/roles.ts';

export const PASSWORD_LENGTH = { min: 12, max: 256 } as const;

/** A page of this site to open after signing in; never another site's, however it is spelled. */
export const NextPath = z
  .string()
  .max(1000)
  // oxlint-disable-next-line no-control-regex -- browsers drop them, which can turn a path into an address
  .regex(/^\/(?![/\\])[^\\\u0000-\u001F]*$/);

export const EmailText = text(254).refine(isEmailAddress, EMAIL_MESSAGE).transform(emailKey);
export const NameText = text(LONGEST_NAME)
  .transform(tidyName)
  .refine((name) => name !== '', 'Please enter a name');
/** The server checks whether it is too common. */
export const NewPasswordText = text(PASSWORD_LENGTH.max).min(
  PASSWORD_LENGTH.min,
  `Please choose a password of at least ${PASSWORD_LENGTH.min} characters`,
);
/** No rules for a password that is only checked: they would give away what ours look like. */
const PasswordText = text(PASSWORD_LENGTH.max).min(1, 'Please enter your password');
const CodeText = text(40).min(1, 'Please enter the code');
/** Input of the browser's WebAuthn calls, for `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`. */
export const WebAuthnOptions = z.record(z.string(), z.unknown());
const Base64 = z.string().max(20_000);
/** Their output, as written by `PublicKeyCredential.toJSON`. */
const Credential = z.object({
  id: text(2000).min(1),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z
    .enum(['platform', 'cross-platform'])
    .nullish()
    .transform((kind) => kind ?? undefined),
});
const SignInCredential = Credential.extend({
  response: z.object({
    clientDataJSON: Base64,
    authenticatorData: Base64,
    signature: Base64,
    userHandle: Base64.nullish().transform((handle) => handle ?? undefined),
  }),
});
const NewCredential = Credential.extend({
  response: z.object({
    clientDataJSON: Base64,
    attestationObject: Base64,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});

export const EnteredReply = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});

export const SignedInReply = EnteredReply.extend({
  role: z.enum(STAFF_ROLES),
  /** What this role may do, so that a page shows nothing that is then refused. */
  rights: z.array(z.enum(STAFF_RIGHTS)),
});
export type SignedInReply = z.infer<typeof SignedInReply>;

export const SignInReply = z.union([
  z.object({ twoFactorRedirect: z.literal(false), user: EnteredReply }),
  z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) }),
]);
export type SignInReply = z.infer<typeof SignInReply>;

export const getSignInOptions = endpoint({
  method: 'GET',
  path: '/api/auth/options',
  access: 'public',
  summary: 'Which ways of signing in are available',
  refusals: ['oidc_unavailable'],
  reply: z.object({ password: z.literal(true), passkey: z.literal(true), oidc: z.boolean() }),
});

export const getSignedIn = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  right: 'ownAccount',
  summary: 'Who is signed in, their role and its rights',
  reply: SignedInReply,
});

export const OwnName = z.object({
  firstName: NameText.optional(),
  lastName: NameText.optional(),
});

export const OwnNameRequest = sentBack(OwnName, SignedInReply).refine(
  (body) => Object.keys(body).length > 0,
  'Please send at least one change',
);

export const changeOwnName = endpoint({
  method: 'PUT',
  path: '/api/auth/user',
  right: 'ownAccount',
  about: 'any',
  summary: "Changes the user's own name",
  refusals: ['confirm_first', 'last_active', 'not_found'],
  body: OwnNameRequest,
  reply: SignedInReply,
});

export const signInByEmail = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  access: 'public',
  summary: 'Signs in with a password: sets the session cookie, or asks for the second factor',
  refusals: ['sign_in_again', 'wrong_code', 'wrong_credentials', 'wrong_passkey'],
  body: z.strictObject({ email: text(254).min(1, EMAIL_MESSAGE), password: PasswordText }),
  reply: SignInReply,
});

export const verifyTotp = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/verify-totp',
  access: 'public',
  summary: 'Finishes signing in with a code from the authenticator app',
  refusals: ['sign_in_again', 'wrong_code', 'wrong_credentials', 'wrong_passkey'],
  body: z.strictObject({ code: CodeText }),
  reply: z.object({ user: EnteredReply }),
});

export const verifyBackupCode = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/verify-backup-code',
  access: 'public',
  summary: 'Finishes signing in with a backup code, which is then used up',
  refusals: ['sign_in_again', 'wrong_code', 'wrong_credentials', 'wrong_passkey'],
  body: z.strictObject({ code: CodeText }),
  reply: z.object({ user: EnteredReply }),
});

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/start',
  access: 'public',
  summary: 'Options for navigator.credentials.get',
  refusals: ['sign_in_again', 'wrong_code', 'wrong_credentials', 'wrong_passkey'],
  reply: WebAuthnOptions,
});

export const PasskeySignIn = z.strictObject({ response: SignInCredential });

export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/sign-in',
  access: 'public',
  about: 'token',
  summary: 'Signs in with the result of navigator.credentials.get',
  refusals: ['sign_in_again', 'wrong_code', 'wrong_credentials', 'wrong_passkey'],
  body: PasskeySignIn,
  reply: z.object({ user: EnteredReply }),
});

export const confirmPassword = endpoint({
  method: 'POST',
  path: '/api/auth/confirm',
  right: 'ownAccount',
  summary: "Confirms the user's identity after a 403 confirm_first, for ten minutes",
  body: z.strictObject({ password: PasswordText }),
});

export const ChangePasswordRequest = z.strictObject({
  currentPassword: PasswordText,
  newPassword: NewPasswordText,
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/auth/password',
  right: 'ownAccount',
  summary: "Changes the user's own password and signs them out everywhere else",
  body: ChangePasswordRequest,
});

export const SecurityReply = z.object({
  twoFactorEnabled: z.boolean(),
  hasPassword: z.boolean(),
  passkeys: z.array(z.object({ id: z.uuid(), name: z.string(), createdAt: InstantText })),
});
export type SecurityReply = z.infer<typeof SecurityReply>;

export const getOwnSecurity = endpoint({
  method: 'GET',
  path: '/api/auth/security',
  right: 'ownAccount',
  summary: "The user's own second factor and passkeys",
  reply: SecurityReply,
});

export const startTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/start',
  right: 'ownAccount',
  summary: "A key for an authenticator app; it counts once the app's first code is confirmed",
  refusals: ['two_factor_on'],
  body: z.strictObject({ password: PasswordText }),
  reply: z.object({ totpUri: z.string(), backupCodes: z.array(z.string()) }),
});

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/confirm',
  right: 'ownAccount',
  summary: "Turns on the second factor with the app's first code",
  body: z.strictObject({ code: CodeText }),
});

export const endTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor/end',
  right: 'ownAccount',
  summary: 'Turns off the second factor',
  refusals: ['two_factor_off'],
  body: z.strictObject({ password: PasswordText }),
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/start',
  right: 'ownAccount',
  summary: 'Options for navigator.credentials.create',
  refusals: ['confirm_first'],
  reply: WebAuthnOptions,
});

export const NewPasskey = z.strictObject({ name: NameText, response: NewCredential });

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  right: 'ownAccount',
  about: 'any',
  summary: 'Stores the passkey from navigator.credentials.create',
  refusals: ['confirm_first'],
  body: NewPasskey,
  status: 201,
  reply: z.object({ id: z.uuid() }),
});

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/passkeys/:passkeyId',
  right: 'ownAccount',
  about: 'ownAccount',
  summary: "Removes one of the user's own passkeys",
  refusals: ['confirm_first'],
  params: z.object({ passkeyId: z.uuid() }),
});
