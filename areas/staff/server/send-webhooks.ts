/** One attempt: a POST to a pinned address, which follows nowhere and reads little. */
import { DAY_MS } from '#platform/rules/durations.ts';
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
import { and, eq, isNotNull, sql, isNull, lte, or } from 'drizzle-orm';
import { WebhookBody } from '#areas/staff/calls/webhook-events.ts';
import {
  waitAfterWebhookAttempt,
  FAILING_DAYS,
  GONE_STATUS,
  type WebhookOffReason,
} from '#platform/rules/webhooks.ts';
import {
  webhookAttempts,
  type WebhookMessageRow,
  webhookMessages,
  type WebhookRow,
  webhookEndpoints,
} from '#areas/staff/server/tables/webhooks.ts';
import { type DueWork, type Outcome, doDueWork } from '#platform/server/queue/due-work.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { writeToStaff } from '#areas/messages/server/write-message.ts';

const ATTEMPT_MS = 10_000;
const LONGEST_ANSWER_BYTES = 1024;

type Attempt = { status: number | null; ms: number; answer: string; error: string | null };

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
      error: isLate ? 'No answer within 10 seconds' : failureReason(error),
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
        resolve({ status: response.statusCode ?? 0, answer: bodyText(chunks) });
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
function bodyText(chunks: readonly Buffer[]): string {
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

function failureReason(error: unknown): string {
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
function signatureHeaders(secrets: readonly string[], { id, timestamp, body }: Signed) {
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

// Sending what is due, at least once: `webhook-id` tells a receiver what it has had.

type WebhookContext = Context & { webhookEnding?: AbortSignal };

/** The receiver did not take it: no answer, or not a 2xx. */
class NotTaken extends Error {}

export const webhookWork: DueWork<WebhookMessageRow, WebhookContext, 'sent' | 'off'> = {
  table: webhookMessages,
  isOpen: eq(webhookMessages.state, 'waiting'),
  // Given up ones stay in the log: an alarm is raised for the whole webhook.
  isGivenUp: sql`false`,
  since: webhookMessages.createdAt,
  order: [webhookMessages.id],
  claimMs: ATTEMPT_MS + 20_000,
  tryRow: sendMessage,
  // Anyone who tries an endpoint is watching.
  waitMs: ({ tries, type }) => (type === 'test' ? null : waitAfterWebhookAttempt(tries)),
  givenUp: { state: 'failed' },
  describeError: (error) => ({
    set: {},
    log: { reason: error instanceof Error ? error.message : String(error) },
  }),
  logFields: ({ id, webhookId }) => ({ webhookMessageId: id, webhookId }),
  says: {
    triedAgain: 'a webhook will be sent again later',
  },
};

export function headerIdOf({ key }: Pick<WebhookMessageRow, 'key'>): string {
  return `msg_${key.replaceAll('-', '')}`;
}

/** In the order of the schema, so that every attempt sends the same bytes. */
export function bodyOf({ body }: Pick<WebhookMessageRow, 'body'>): string {
  return JSON.stringify(WebhookBody.parse(body));
}

async function sendMessage(
  context: WebhookContext,
  message: WebhookMessageRow,
): Promise<Outcome<WebhookMessageRow, 'sent' | 'off'>> {
  const { db, clock, webhookEnding } = context;
  const [webhook] = await db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, message.webhookId));
  if (!webhook) return { is: 'off' };
  if (!webhook.isActive && message.type !== 'test') return { is: 'off', set: { state: 'failed' } };
  const body = bodyOf(message);
  // Receivers compare with their own clock, so not the business's, which may be set for a rehearsal.
  const timestamp = Math.floor(Date.now() / 1000);
  const at = new Date(clock());
  const attempt = await postWebhook(context, {
    url: webhook.url,
    headers: signatureHeaders(secretsOf(webhook), { id: headerIdOf(message), timestamp, body }),
    body,
    ...(webhookEnding && { signal: webhookEnding }),
  });
  // We are stopping: it says nothing of the receiver.
  if (webhookEnding?.aborted) throw new NotTaken('stopped');
  await db.insert(webhookAttempts).values({ messageId: message.id, at, ...attempt });
  const isTaken = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
  if (isTaken) {
    await noteSuccess(context, webhook);
    return { is: 'sent', set: { state: 'sent' } };
  }
  if (message.type !== 'test') await noteFailure(context, webhook, attempt);
  throw new NotTaken(failureText(attempt));
}

function secretsOf({ secret, oldSecret, oldSecretUntil }: WebhookRow): string[] {
  const isOldGood = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > new Date();
  return isOldGood ? [secret, oldSecret] : [secret];
}

async function noteSuccess({ db }: Context, { id }: WebhookRow): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({ failingSince: null })
    .where(and(eq(webhookEndpoints.id, id), isNotNull(webhookEndpoints.failingSince)));
}

/** Each webhook has a line of its own, so that a slow receiver keeps no other one waiting. */
export async function listWebhooksDue({ db, clock }: Context): Promise<string[]> {
  const now = new Date(clock());
  const rows = await db
    .selectDistinct({ id: webhookMessages.webhookId })
    .from(webhookMessages)
    .where(
      and(
        webhookWork.isOpen,
        or(isNull(webhookMessages.nextTryAt), lte(webhookMessages.nextTryAt, now)),
      ),
    )
    .orderBy(sql`1`);
  return rows.map(({ id }) => id);
}

/** One after the other, until one is not taken: the next would most likely not be either. */
export async function sendWebhooks(
  context: Context,
  { line, ending }: { line: string; ending: AbortSignal },
): Promise<void> {
  const only = eq(webhookMessages.webhookId, line);
  const limits = { only, stopAfterSilent: 1, ending };
  await doDueWork({ ...context, webhookEnding: ending }, webhookWork, limits);
}

// Switching a webhook off that nobody answers, and telling those who can switch it on again.

type Failure = { status: number | null; error: string | null };
type Off = { reason: WebhookOffReason; at: Instant; last: string };

/** Remembers since when it fails, and switches it off in the end, once: with an alarm and an email to each owner. */
async function noteFailure(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  { id }: Pick<WebhookRow, 'id'>,
  failure: Failure,
): Promise<void> {
  const at = context.clock();
  const now = new Date(at);
  const reason = await context.db.transaction(async (tx) => {
    const [webhook] = await tx
      .update(webhookEndpoints)
      .set({ failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${now}::timestamptz)` })
      .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.isActive, true)))
      .returning();
    const why = webhook && offReasonOf(webhook, failure, at);
    if (why) await switchOff(tx, context, webhook, { reason: why, at, last: failureText(failure) });
    return why;
  });
  if (!reason) return;
  context.log.error({ alarm: 'webhook_off', webhookId: id, reason }, 'a webhook was switched off');
}

function offReasonOf(
  { failingSince }: WebhookRow,
  { status }: Failure,
  now: Instant,
): WebhookOffReason | null {
  if (status === GONE_STATUS) return 'gone';
  const failingMs = failingSince === null ? 0 : now - failingSince.getTime();
  return failingMs >= FAILING_DAYS * DAY_MS ? 'failing' : null;
}

function failureText({ status, error }: Failure): string {
  return error ?? `It answered ${status}`;
}

async function switchOff(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { id, url, failingSince }: WebhookRow,
  { reason, at, last }: Off,
): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ isActive: false, offReason: reason })
    .where(eq(webhookEndpoints.id, id));
  const lost = await giveUpWaiting(tx, id);
  const since = (failingSince ?? new Date(at)).toISOString();
  await writeToStaff(tx, context, 'manageWebhooks', {
    kind: 'webhook_off',
    about: `${id}:${new Date(at).toISOString()}`,
    // The rest of the address may have a secret in it.
    facts: { webhook: { host: new URL(url).host, reason, since, last, lost } },
  });
}

/** For a webhook that is switched off. They stay in the log, and can be sent again. Returns how many. */
export async function giveUpWaiting(
  tx: Pick<Context['db'], 'update'>,
  webhookId: string,
): Promise<number> {
  const givenUp = await tx
    .update(webhookMessages)
    .set({ state: 'failed', nextTryAt: null })
    .where(and(eq(webhookMessages.webhookId, webhookId), eq(webhookMessages.state, 'waiting')))
    .returning({ id: webhookMessages.id });
  return givenUp.length;
}
