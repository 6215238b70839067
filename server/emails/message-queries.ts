import { and, count, desc, eq, inArray, lt } from 'drizzle-orm';
import type { MessageReply } from '#contract/emails.ts';
import type { MessageState } from '#domain/emails/messages.ts';
import type { Database } from '#server/db/client.ts';
import { type MessageRow, messages } from '#server/db/schema/operation/messages.ts';
import { orders } from '#server/db/schema/orders/orders.ts';
import { NotFound } from '#server/errors.ts';

type Filter = { state?: MessageState | undefined; limit: number; cursor?: number | undefined };

/** A page of messages, newest first. */
export async function findMessages(
  db: Database,
  { state, limit, cursor }: Filter,
): Promise<{ messages: MessageReply[]; nextCursor: number | null }> {
  const rows = await db
    .select({ message: messages, orderNumber: orders.number })
    .from(messages)
    .leftJoin(orders, eq(orders.id, messages.orderId))
    .where(
      and(
        state === undefined ? undefined : eq(messages.state, state),
        cursor === undefined ? undefined : lt(messages.id, cursor),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  return {
    messages: shown.map(({ message, orderNumber }) => describeMessage(message, orderNumber)),
    nextCursor: rows.length > limit ? (shown.at(-1)?.message.id ?? null) : null,
  };
}

/** How many are waiting to be sent, and how many need attention. */
export async function countUnsent(db: Database): Promise<{ failed: number; waiting: number }> {
  const rows = await db
    .select({ state: messages.state, number: count() })
    .from(messages)
    .where(inArray(messages.state, ['failed', 'waiting']))
    .groupBy(messages.state);
  const of = (state: MessageState) => rows.find((row) => row.state === state)?.number ?? 0;
  return { failed: of('failed'), waiting: of('waiting') };
}

/** Throws NotFound. */
export async function getMessageRow(
  db: Database,
  id: number,
): Promise<{ message: MessageRow; orderNumber: string | null }> {
  const [found] = await db
    .select({ message: messages, orderNumber: orders.number })
    .from(messages)
    .leftJoin(orders, eq(orders.id, messages.orderId))
    .where(eq(messages.id, id));
  if (!found) throw new NotFound('This email');
  return found;
}

export function describeMessage(message: MessageRow, orderNumber: string | null): MessageReply {
  const { id, kind, state, recipient, orderId, mail, tries, nextTryAt, lastError } = message;
  return {
    id,
    kind,
    state,
    recipient,
    orderId,
    orderNumber,
    subject: mail?.subject ?? null,
    tries,
    nextTryAt: nextTryAt?.toISOString() ?? null,
    lastError,
    createdAt: message.createdAt.toISOString(),
    sentAt: message.sentAt?.toISOString() ?? null,
  };
}
