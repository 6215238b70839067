import { refusal, type Refusals } from '#platform/calls/refusals.ts';

export const staffRefusals = {
  sign_in_again: refusal(401, 'This code was used, or it took too long.', 'Sign in again.'),
  wrong_code: refusal(401, 'The code is wrong.', 'Enter the one that the app shows now.'),
  wrong_credentials: refusal(
    401,
    'The email address or the password is wrong.',
    'Enter them again.',
  ),
  wrong_passkey: refusal(401, 'The passkey is not one of ours.', 'Sign in another way.'),
  last_active: refusal(409, 'Nobody else is an owner.', 'Make someone else an owner first.'),
  already_staff: refusal(
    409,
    'There is an account with this email address.',
    'Enable it, if it is disabled.',
  ),
  two_factor_on: refusal(409, 'Two-step sign-in is on already.', 'Switch it off first.'),
  two_factor_off: refusal(409, 'Two-step sign-in is not on.', 'Nothing to switch off.'),
  too_many_tokens: refusal(
    409,
    'You have as many API tokens as there can be.',
    'Revoke one first.',
  ),
  too_many_webhooks: refusal(
    409,
    'There are as many webhooks as there can be.',
    'Delete one first.',
  ),
  webhook_off: refusal(409, 'The webhook is off.', 'Switch it on first.'),
  link_gone: refusal(410, 'The link was used or has expired.', 'Ask for a new one.'),
  oidc_unavailable: refusal(
    503,
    'The single sign-on service does not answer.',
    'Try again in a minute.',
  ),
} satisfies Refusals;

type StaffRefusals = typeof staffRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends StaffRefusals {}
}
