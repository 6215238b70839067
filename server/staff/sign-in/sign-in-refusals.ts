import { ServiceError } from '#server/errors.ts';

const wrongCredentials = () =>
  new ServiceError(401, 'wrong_credentials', 'The e-mail address or the password is wrong.');
const wrongCode = () => new ServiceError(401, 'wrong_code', 'This code is wrong.');
// The challenge is gone with it: better-auth had taken the code for right.
const usedCode = () =>
  new ServiceError(
    401,
    'sign_in_again',
    'This code has been used already. Please sign in again with the next one.',
  );
const startAgain = () =>
  new ServiceError(
    401,
    'sign_in_again',
    'That took too long or too many tries. Please sign in again.',
  );
const wrongPasskey = () =>
  new ServiceError(401, 'wrong_passkey', 'This passkey did not work. Please sign in another way.');
const locked = () =>
  new ServiceError(429, 'too_many_requests', 'Too many wrong codes. Please wait 15 minutes.');

/** Of our own, beside better-auth's. */
export const CODE_USED = 'CODE_USED';

/** Codes in our words; everything else is the last word of its way. */
const KNOWN: Record<string, () => ServiceError> = {
  INVALID_CODE: wrongCode,
  [CODE_USED]: usedCode,
  INVALID_BACKUP_CODE: wrongCode,
  ACCOUNT_TEMPORARILY_LOCKED: locked,
};

export type SignInWay = 'password' | 'code' | 'passkey';
// One answer by password, whether the account is unknown, disabled or without one, or the password is wrong.
const OTHERWISE: Record<SignInWay, () => ServiceError> = {
  password: wrongCredentials,
  code: startAgain,
  passkey: wrongPasskey,
};

export function signInRefusal(way: SignInWay, code: string): ServiceError {
  return (KNOWN[code] ?? OTHERWISE[way])();
}
