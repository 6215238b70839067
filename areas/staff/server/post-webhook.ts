/** One attempt: a POST to a pinned address, which follows nowhere and reads little. */
import http from 'node:http';
import https from 'node:https';
import type { Context } from '#platform/server/context.ts';
import {
  hostOf,
  type LookUp,
  type PinnedAddress,
  pinHost,
} from '#platform/server/public-address.ts';
import { VERSION } from '#platform/server/version.ts';
import { createHmac, randomBytes } from 'node:crypto';

export const ATTEMPT_MS = 10_000;
const LONGEST_ANSWER_BYTES = 1024;

export type Attempt = { status: number | null; ms: number; answer: string; error: string | null };

type Post = { url: string; headers: Record<string, string>; body: string; signal?: AbortSignal };

/** Never throws: what went wrong is in `error`, in words for staff. `lookUp` is asked once for each attempt. */
export async function postWebhook(
  context: Pick<Context, 'allowsLocalHosts'>,
  { url: text, headers, body, signal }: Post,
  lookUp?: LookUp,
): Promise<Attempt> {
  const startedAt = performance.now();
  const ms = () => Math.round(performance.now() - startedAt);
  const timeout = AbortSignal.timeout(ATTEMPT_MS);
  const ending = signal ? AbortSignal.any([timeout, signal]) : timeout;
  try {
    const url = new URL(text);
    const pinned = await unlessAborted(pinHost(context, hostOf(url), lookUp), ending);
    const { status, answer } = await send(url, pinned, { headers, body, ending });
    return { status, ms: ms(), answer, error: null };
  } catch (error) {
    const isLate = timeout.aborted;
    return {
      status: null,
      ms: ms(),
      answer: '',
      error: isLate ? 'No answer within 10 seconds' : why(error),
    };
  }
}

/** A look-up cannot be stopped, only left alone. */
function unlessAborted<T>(work: Promise<T>, ending: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    ending.addEventListener('abort', () => reject(new Error('Stopped')), { once: true });
    work.then(resolve, reject);
  });
}

type Sending = { headers: Record<string, string>; body: string; ending: AbortSignal };

function send(
  url: URL,
  pinned: PinnedAddress,
  { headers, body, ending }: Sending,
): Promise<{ status: number; answer: string }> {
  return new Promise((resolve, reject) => {
    const options: https.RequestOptions = {
      method: 'POST',
      // A connection of its own, to the address that was checked.
      agent: false,
      lookup: (_host, { all }, found) =>
        all === true ? found(null, [pinned]) : found(null, pinned.address, pinned.family),
      signal: ending,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `Mealrun/${VERSION}`,
      },
    };
    const read = (response: http.IncomingMessage) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = () => {
        resolve({ status: response.statusCode ?? 0, answer: textOf(chunks) });
        response.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= LONGEST_ANSWER_BYTES) finish();
      });
      response.on('end', finish);
      response.on('error', reject);
    };
    const request =
      url.protocol === 'https:'
        ? https.request(url, options, read)
        : http.request(url, options, read);
    request.on('error', reject);
    request.end(body);
  });
}

/** As it can be stored: a NUL cannot, and half a letter at the end is dropped. */
function textOf(chunks: readonly Buffer[]): string {
  const bytes = Buffer.concat(chunks).subarray(0, LONGEST_ANSWER_BYTES);
  return bytes
    .toString('utf8')
    .replaceAll('\u0000', '')
    .replace(/\uFFFD$/, '');
}

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was cut off',
  ENOTFOUND: 'The name does not exist',
  EAI_AGAIN: 'The name could not be looked up',
  EHOSTUNREACH: 'The address cannot be reached',
  ENETUNREACH: 'The address cannot be reached',
  CERT_HAS_EXPIRED: 'Its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name',
};

function why(error: unknown): string {
  const { code, message } = error as Error & { code?: string };
  return WORDS[code ?? ''] ?? message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 200);
}

/** Signatures as Standard Webhooks has them: https://www.standardwebhooks.com. */
const PREFIX = 'whsec_';

export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

type Signed = { id: string; timestamp: number; body: string };

/** One signature for each secret: a receiver accepts any that it can make itself. */
export function signatureHeaders(secrets: readonly string[], { id, timestamp, body }: Signed) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
