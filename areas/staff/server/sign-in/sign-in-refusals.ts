import { ServiceError } from '#platform/server/errors.ts';

const wrongCredentials = () =>
  new ServiceError(401, 'wrong_credentials', 'Wrong email or password.');
const wrongCode = () => new ServiceError(401, 'wrong_code', 'Wrong code.');
// The challenge is used up too: better-auth had accepted the code.
const usedCode = () =>
  new ServiceError(
    401,
    'sign_in_again',
    'This code has already been used. Sign in again with the next one.',
  );
const startAgain = () =>
  new ServiceError(401, 'sign_in_again', 'That took too long or too many attempts. Sign in again.');
const wrongPasskey = () =>
  new ServiceError(401, 'wrong_passkey', 'This passkey didn’t work. Sign in another way.');
const locked = () =>
  new ServiceError(
    429,
    'too_many_requests',
    'Too many wrong codes. Wait 15 minutes, then try again.',
  );

/** Our own code, in addition to better-auth's. */
export const CODE_USED = 'CODE_USED';

/** Known codes with our messages; any other code gets the default of its way to sign in. */
const KNOWN: Record<string, () => ServiceError> = {
  INVALID_CODE: wrongCode,
  [CODE_USED]: usedCode,
  INVALID_BACKUP_CODE: wrongCode,
  ACCOUNT_TEMPORARILY_LOCKED: locked,
};

export type SignInWay = 'password' | 'code' | 'passkey';
// One message for passwords, whether the account is unknown, disabled or has no password, or the password is wrong.
const OTHERWISE: Record<SignInWay, () => ServiceError> = {
  password: wrongCredentials,
  code: startAgain,
  passkey: wrongPasskey,
};

export function signInRefusal(way: SignInWay, code: string): ServiceError {
  return (KNOWN[code] ?? OTHERWISE[way])();
}
