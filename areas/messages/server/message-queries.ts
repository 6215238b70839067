import { and, asc, count, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { MESSAGE_SORTS, MessageReply, MessageSort } from '#areas/messages/calls/emails.ts';
import {
  isText,
  type MessageChannel,
  type MessageState,
  TEXT_CHANNELS,
} from '#areas/messages/rules/messages.ts';
import type { Database } from '#platform/server/db/client.ts';
import {
  type MessageRow,
  messages,
  type TextRefusal,
  textRefusals,
} from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { NotFound } from '#platform/server/errors.ts';
import { mayDo, type StaffMember } from '#platform/server/sign-in-port.ts';

type Filter = {
  state?: MessageState | undefined;
  channel?: MessageChannel | undefined;
  sort?: MessageSort | undefined;
  limit: number;
  cursor?: number | undefined;
};

const VALUES: Record<(typeof MESSAGE_SORTS)[number], SQL> = {
  written: sql`${messages.id}`,
  recipient: sql`lower(${messages.recipient})`,
  state: sql`${messages.state}`,
};

/** An invitation's link makes an account of its role, so its text is for those who may invite. */
export function isSeenBy(by: StaffMember): SQL | undefined {
  return mayDo(by, 'manageStaff') ? undefined : ne(messages.kind, 'staff_invite');
}

/** A page of the messages that `by` may see, newest first unless sorted. */
export async function findMessages(
  db: Database,
  by: StaffMember,
  { state, channel, sort = '-written', limit, cursor }: Filter,
): Promise<{ messages: MessageReply[]; nextCursor: number | null }> {
  const isDown = sort.startsWith('-');
  const value = VALUES[sort.replace('-', '') as (typeof MESSAGE_SORTS)[number]];
  const way = isDown ? desc : asc;
  const [last] =
    cursor === undefined
      ? []
      : await db.select({ value }).from(messages).where(eq(messages.id, cursor));
  if (cursor !== undefined && !last) return { messages: [], nextCursor: null };
  const rows = await db
    .select({ message: messages, orderNumber: orders.number })
    .from(messages)
    .leftJoin(orders, eq(orders.id, messages.orderId))
    .where(
      and(
        isSeenBy(by),
        state === undefined ? undefined : eq(messages.state, state),
        channel && inArray(messages.channel, channel === 'email' ? [channel] : [...TEXT_CHANNELS]),
        last &&
          sql`(${value}, ${messages.id}) ${sql.raw(isDown ? '<' : '>')} (${last.value}, ${cursor})`,
      ),
    )
    .orderBy(way(value), way(messages.id))
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

/** Throws NotFound, for what `by` may not see too. */
export async function getMessageRow(
  db: Database,
  by: StaffMember,
  id: number,
): Promise<{ message: MessageRow; orderNumber: string | null }> {
  const [found] = await db
    .select({ message: messages, orderNumber: orders.number })
    .from(messages)
    .leftJoin(orders, eq(orders.id, messages.orderId))
    .where(and(eq(messages.id, id), isSeenBy(by)));
  if (!found) throw new NotFound('This message');
  return found;
}

export function describeMessage(message: MessageRow, orderNumber: string | null): MessageReply {
  const { id, kind, channel, state, recipient, orderId, mail, tries, nextTryAt, lastError } =
    message;
  return {
    id,
    kind,
    channel,
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

/** Why this number gets no texts; null: it may. */
export async function findRefusal(
  db: Database,
  { channel, recipient }: MessageRow,
): Promise<TextRefusal['reason'] | null> {
  if (!isText(channel)) return null;
  const [found] = await db.select().from(textRefusals).where(eq(textRefusals.phone, recipient));
  return found?.reason ?? null;
}
