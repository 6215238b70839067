/** Identifies the caller by API key. */
import type { ApiKeys } from '../store.ts';
import type { Call, FormFields } from './call.ts';
import { StripeError } from './stripe-errors.ts';
import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * `secret_key`: only the shop's server. `client_secret`: also a browser, whose client secret is checked with the intent.
 * `page`: a browser without a key, on one of the sandbox's own pages.
 */
export type KeyAccess = 'secret_key' | 'client_secret' | 'page';

const NO_KEY =
  'You did not provide an API key. You need to provide your API key in the Authorization header, ' +
  "using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
const NEEDS_SECRET_KEY =
  'This API call cannot be made with a publishable API key. Please use a secret API key.';

/** Throws Stripe's 401 for a missing, wrong or insufficient key. */
export function identifyCaller(
  authorization: string | undefined,
  fields: FormFields,
  keys: ApiKeys,
  access: KeyAccess,
): Call['caller'] {
  if (access === 'page') return 'browser';
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  const key = bearer ?? (access === 'client_secret' ? fields['key'] : undefined);
  if (key === undefined && access === 'client_secret') return 'browser';
  if (typeof key !== 'string') throw unauthorised({ message: NO_KEY });
  if (secretsMatch(key, keys.secretKey)) return 'server';
  if (!secretsMatch(key, keys.publishableKey)) {
    throw unauthorised({ message: `Invalid API Key provided: ${redacted(key)}` });
  }
  if (access === 'secret_key')
    throw unauthorised({ message: NEEDS_SECRET_KEY, code: 'secret_key_required' });
  return 'browser';
}

function unauthorised(details: { message: string; code?: string }): StripeError {
  return new StripeError(401, { type: 'invalid_request_error', ...details }, false);
}

function redacted(key: string): string {
  return key.length <= 12
    ? '*'.repeat(key.length)
    : `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`;
}

/** Constant time. Digests have equal lengths, which timingSafeEqual requires. */
export function secretsMatch(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
