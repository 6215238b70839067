import { DAY_MS } from '#platform/rules/durations.ts';
import { and, desc, eq, inArray, lt, ne } from 'drizzle-orm';
import type { AttemptReply, WebhookMessageReply } from '#areas/staff/calls/webhooks.ts';
import type { WebhookBody } from '#areas/staff/calls/webhook-events.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import {
  webhookAttempts,
  type WebhookMessageRow,
  webhookMessages,
  type WebhookRow,
  webhookEndpoints,
} from '#areas/staff/server/tables/webhooks.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import { tryNow } from '#platform/server/queue/due-work.ts';
import { bodyOf, headerIdOf, webhookWork } from './send-webhooks.ts';

const PAGE = 25;
const KEPT_DAYS = 30;

/** One page, newest first. Throws NotFound. */
export async function listLog(
  db: Database,
  webhookId: string,
  cursor?: number,
): Promise<{ messages: WebhookMessageReply[]; nextCursor: number | null }> {
  await getWebhook(db, webhookId);
  const rows = await db
    .select()
    .from(webhookMessages)
    .where(
      and(
        eq(webhookMessages.webhookId, webhookId),
        cursor === undefined ? undefined : lt(webhookMessages.id, cursor),
      ),
    )
    .orderBy(desc(webhookMessages.id))
    .limit(PAGE + 1);
  const shown = rows.slice(0, PAGE);
  return {
    messages: await withAttempts(db, shown),
    nextCursor: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Also to a webhook that is off, to see whether it would work. Throws NotFound. */
export async function sendTestEvent(
  context: Context,
  webhookId: string,
): Promise<WebhookMessageReply> {
  const { db, clock } = context;
  await getWebhook(db, webhookId);
  const at = new Date(clock());
  const body: WebhookBody = {
    type: 'test',
    timestamp: at.toISOString(),
    data: { message: 'Hello from Mealrun' },
  };
  const [message] = await db
    .insert(webhookMessages)
    .values({ webhookId, type: 'test', body, createdAt: at })
    .returning();
  if (!message) throw new Error('the test event was not stored');
  return sendNow(context, message.id);
}

/** With the same webhook-id, so that a receiver that had it knows. Throws NotFound, and Conflict `webhook_off`. */
export async function sendAgain(
  context: Context,
  webhookId: string,
  messageId: number,
): Promise<WebhookMessageReply> {
  const { isActive } = await getWebhook(context.db, webhookId);
  if (!isActive) throw new Conflict('webhook_off', 'This webhook is off. Switch it on first.');
  const [message] = await context.db
    .update(webhookMessages)
    .set({ state: 'waiting', tries: 0, nextTryAt: null })
    .where(and(eq(webhookMessages.id, messageId), eq(webhookMessages.webhookId, webhookId)))
    .returning();
  if (!message) throw new NotFound('This event');
  return sendNow(context, messageId);
}

async function sendNow(context: Context, id: number): Promise<WebhookMessageReply> {
  await tryNow(context, webhookWork, id);
  const rows = await context.db.select().from(webhookMessages).where(eq(webhookMessages.id, id));
  const [reply] = await withAttempts(context.db, rows);
  if (!reply) throw new NotFound('This event');
  return reply;
}

/** Deletes what was sent or given up long ago, with its attempts. Returns how many. */
export async function purgeWebhookLog(context: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const gone = await context.db
    .delete(webhookMessages)
    .where(
      and(
        ne(webhookMessages.state, 'waiting'),
        lt(webhookMessages.createdAt, new Date(context.clock() - KEPT_DAYS * DAY_MS)),
      ),
    )
    .returning({ id: webhookMessages.id });
  return gone.length;
}

async function getWebhook(db: Database, id: string): Promise<WebhookRow> {
  const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  if (!row) throw new NotFound('This webhook');
  return row;
}

async function withAttempts(
  db: Database,
  rows: readonly WebhookMessageRow[],
): Promise<WebhookMessageReply[]> {
  const ids = rows.map(({ id }) => id);
  const attempts = await db
    .select()
    .from(webhookAttempts)
    .where(inArray(webhookAttempts.messageId, ids))
    .orderBy(desc(webhookAttempts.id));
  return rows.map((row) => ({
    id: row.id,
    webhookId: headerIdOf(row),
    type: row.type as WebhookBody['type'],
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    nextTryAt: row.state === 'waiting' ? (row.nextTryAt?.toISOString() ?? null) : null,
    body: bodyOf(row),
    attempts: attempts
      .filter(({ messageId }) => messageId === row.id)
      .map(({ at, status, ms, answer, error }): AttemptReply => ({
        at: at.toISOString(),
        status,
        ms,
        answer,
        error,
      })),
  }));
}
