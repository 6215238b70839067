import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The largest multiple of 62 in a byte. Skipping bytes above it keeps every character equally likely. */
const UNBIASED_LIMIT = 248;

export function randomToken(length: number): string {
  let token = '';
  while (token.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < UNBIASED_LIMIT && token.length < length) token += ALPHABET[byte % ALPHABET.length];
    }
  }
  return token;
}

/** `newId('pi')` -> `pi_` and 24 letters or digits, like Stripe's ids. */
export function newId(prefix: string): string {
  return `${prefix}_${randomToken(24)}`;
}
