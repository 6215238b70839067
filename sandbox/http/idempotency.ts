/** Stripe's Idempotency-Key: for 24 hours a repeated request gets the same answer, and a different request with the key is rejected. */
import { createHash } from 'node:crypto';
import { unixSeconds } from '../store.ts';
import type { Answer } from './answer.ts';
import type { Call, FormPair } from './call.ts';
import { malformedRequest, StripeError } from './stripe-errors.ts';

const RETENTION_SECONDS = 24 * 60 * 60;
const MAX_KEY_LENGTH = 255;
const CARD_NUMBER = 'payment_method_data[card[number';
const CARD_CVC = 'payment_method_data[card[cvc';

export function readIdempotencyKey(header: string | undefined): string | null {
  if (!header) return null;
  if (header.length > MAX_KEY_LENGTH) {
    throw malformedRequest(
      `Idempotency keys can be up to ${MAX_KEY_LENGTH} characters, but yours has ${header.length}.`,
    );
  }
  return header;
}

/** The same for parameters in any order. Of a card it includes only the last four digits. */
export function requestFingerprint(caller: Call['caller'], pairs: readonly FormPair[]): string {
  const parts = pairs.map(({ path, value }) => {
    const name = path.join('[');
    if (name === CARD_CVC) return name;
    return `${name}=${name === CARD_NUMBER ? value.slice(-4) : value}`;
  });
  return createHash('sha256')
    .update(JSON.stringify([caller, parts.toSorted()]))
    .digest('base64url');
}

/** Call inside the request's transaction, so that the answer is stored if and only if its effect is. */
export function answerOnce(
  call: Call,
  path: string,
  fingerprint: string,
  handle: () => Answer,
): Answer {
  const key = call.idempotencyKey;
  if (key === null) return handle();
  const { sql } = call.store;
  sql.run`DELETE FROM idempotency_keys WHERE created <= ${unixSeconds() - RETENTION_SECONDS}`;

  const stored = sql.get`SELECT path, fingerprint, status, body, request_id FROM idempotency_keys WHERE key = ${key}`;
  if (stored) {
    if (stored['path'] !== path) throw otherEndpoint(key, String(stored['path']), path);
    if (stored['fingerprint'] !== fingerprint) throw otherParameters(key);
    const headers = {
      'Content-Type': 'application/json',
      'Idempotent-Replayed': 'true',
      'Original-Request': String(stored['request_id']),
    };
    return { status: Number(stored['status']), headers, body: String(stored['body']) };
  }

  const answer = handle();
  sql.run`
    INSERT INTO idempotency_keys (key, created, path, fingerprint, status, body, request_id)
    VALUES (${key}, ${unixSeconds()}, ${path}, ${fingerprint}, ${answer.status}, ${answer.body}, ${call.requestId})`;
  return answer;
}

function otherParameters(key: string): StripeError {
  return idempotencyError(
    'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
  );
}

function otherEndpoint(key: string, first: string, now: string): StripeError {
  return idempotencyError(
    'Keys for idempotent requests can only be used for the same endpoint they were first used for ' +
      `('${now}' vs '${first}'). Try using a key other than '${key}' if you meant to execute a different request.`,
  );
}

function idempotencyError(message: string): StripeError {
  return new StripeError(400, { type: 'idempotency_error', message }, false);
}
