/** Stripe's Idempotency-Key: for 24 hours the same request gets the same answer, and another request under the key is refused. */
import { createHash } from 'node:crypto';
import { unixSeconds } from '../store/unix-time.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import type { FormPair } from './form-body.ts';
import { malformedRequest, StripeError } from './stripe-errors.ts';

const KEPT_SECONDS = 24 * 60 * 60;
const LONGEST_KEY = 255;
const CARD_NUMBER = 'payment_method_data[card[number';
const CARD_CVC = 'payment_method_data[card[cvc';

export function readIdempotencyKey(header: string | undefined): string | null {
  if (!header) return null;
  if (header.length > LONGEST_KEY) {
    throw malformedRequest(
      `Idempotency keys can be up to ${LONGEST_KEY} characters, but yours has ${header.length}.`,
    );
  }
  return header;
}

/** Tells requests apart whatever the order of their parameters; of a card only the last four digits go into it. */
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

/** Runs inside the transaction of the request, so that the answer is kept exactly when its effect is. */
export function answerOnce(
  call: Call,
  path: string,
  fingerprint: string,
  handle: () => Answer,
): Answer {
  const key = call.idempotencyKey;
  if (key === null) return handle();
  const { sql } = call.store;
  sql.run`DELETE FROM idempotency_keys WHERE created <= ${unixSeconds() - KEPT_SECONDS}`;

  const kept = sql.get`SELECT path, fingerprint, status, body, request_id FROM idempotency_keys WHERE key = ${key}`;
  if (kept) {
    if (kept['path'] !== path) throw otherEndpoint(key, String(kept['path']), path);
    if (kept['fingerprint'] !== fingerprint) throw otherParameters(key);
    const headers = {
      'Content-Type': 'application/json',
      'Idempotent-Replayed': 'true',
      'Original-Request': String(kept['request_id']),
    };
    return { status: Number(kept['status']), headers, body: String(kept['body']) };
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
