/** Sending what is due, at least once: `webhook-id` tells a receiver what it has had. */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { WebhookBody } from '#areas/staff/calls/webhook-events.ts';
import { waitAfterWebhookAttempt } from '#platform/rules/webhooks.ts';
import type { Context } from '#platform/server/context.ts';
import {
  webhookAttempts,
  type WebhookMessageRow,
  webhookMessages,
  type WebhookRow,
  webhookEndpoints,
} from '#areas/staff/server/tables/webhooks.ts';
import type { DueWork, Outcome } from '#platform/server/queue/due-work.ts';
import { ATTEMPT_MS, postWebhook } from '#areas/staff/server/post-webhook.ts';
import { signatureHeaders } from '#areas/staff/server/sign-webhook.ts';
import { noteFailure, failureText } from '#areas/staff/server/switch-off.ts';

export type WebhookContext = Context & { webhookEnding?: AbortSignal };

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
  // Whoever tries an endpoint is watching.
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
