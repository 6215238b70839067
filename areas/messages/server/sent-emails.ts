import { and, asc, count, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import {
  type MESSAGE_SORTS,
  type MessageReply,
  type MessageSort,
  getMessage,
  getMessagePage,
  listMessages,
  retryMessage as retryMessageCall,
  resendEmail as resendEmailCall,
} from '#areas/messages/calls/emails.ts';
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
import { NotFound, Conflict } from '#platform/server/errors.ts';
import { mayDo, type StaffMember } from '#platform/server/sign-in-port.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { messageKey, writeMessage } from './write-message.ts';

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
async function findMessages(
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

async function countUnsent(db: Database): Promise<{ failed: number; waiting: number }> {
  const rows = await db
    .select({ state: messages.state, number: count() })
    .from(messages)
    .where(inArray(messages.state, ['failed', 'waiting']))
    .groupBy(messages.state);
  const of = (state: MessageState) => rows.find((row) => row.state === state)?.number ?? 0;
  return { failed: of('failed'), waiting: of('waiting') };
}

/** Throws NotFound, for what `by` may not see too. */
async function getMessageRow(
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
async function findRefusal(
  db: Database,
  { channel, recipient }: MessageRow,
): Promise<TextRefusal['reason'] | null> {
  if (!isText(channel)) return null;
  const [found] = await db.select().from(textRefusals).where(eq(textRefusals.phone, recipient));
  return found?.reason ?? null;
}

/** Email needs inline styles. Everything else is blocked, and only our own pages may frame it. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

export function registerEmailRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  staffRoute(app, listMessages, async ({ query, staff }) => {
    const [page, unsent] = await Promise.all([findMessages(db, staff, query), countUnsent(db)]);
    return { mode: context.mailer.mode, textMode: context.texter.mode, ...unsent, ...page };
  });

  staffRoute(app, getMessage, async ({ params, staff }) => {
    const { message, orderNumber } = await getMessageRow(db, staff, params.id);
    const { mail, textMessage } = message;
    return {
      ...describeMessage(message, orderNumber),
      from: mail?.from ?? (textMessage?.from || null),
      text: mail?.text ?? textMessage?.body ?? null,
      refusal: await findRefusal(db, message),
    };
  });

  staffRoute(app, getMessagePage, async ({ params, staff, reply }) => {
    const { message } = await getMessageRow(db, staff, params.id);
    if (!message.mail) throw new NotFound('The text of this email');
    reply

      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY);
    return message.mail.html;
  });

  staffRoute(app, resendEmailCall, async ({ params, body, staff }) => {
    await resendEmail(context, staff, params.id, body.key);
    return { ok: true as const };
  });

  staffRoute(app, retryMessageCall, async ({ params, staff }) => {
    await retryMessage(context, staff, params.id);
    const { message, orderNumber } = await getMessageRow(db, staff, params.id);
    return describeMessage(message, orderNumber);
  });
}

/** Sends a failed message again, with as many attempts as a new one. Throws NotFound, or Conflict `not_failed`. */
export async function retryMessage(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  id: number,
): Promise<void> {
  const { message } = await getMessageRow(context.db, staff, id);
  await context.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(messages)
      .set({ state: 'waiting', tries: 0, refusedAttempt: 0, nextTryAt: null })
      .where(and(eq(messages.id, message.id), eq(messages.state, 'failed')))
      .returning({ id: messages.id });
    if (!changed) {
      throw new Conflict(
        'not_failed',
        `This message is ${message.state}. Only failed messages can be sent again.`,
      );
    }
    await recordChange(tx, context, {
      staff,
      action: 'message.retry',
      entityId: id,
      before: { state: message.state, lastError: message.lastError },
      after: { state: 'waiting' },
    });
  });
}

/**
 * Writes an email about an order once more, of the same kind and to the same address; one for each `key`, however often
 * it is sent. Throws NotFound, or Conflict `not_resendable`.
 */
async function resendEmail(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  id: number,
  key: string,
): Promise<void> {
  const { message } = await getMessageRow(context.db, staff, id);
  const { kind, channel, recipient, orderId, deliveryId, facts } = message;
  if (channel !== 'email' || orderId === null || recipient === '') {
    throw new Conflict('not_resendable', 'Only emails about an order can be sent once more.');
  }
  if (kind === 'staff_message') {
    throw new Conflict('not_resendable', 'Its words are in the email itself: write it again.');
  }
  const about = `again:${key}`;
  await context.db.transaction(async (tx) => {
    const known = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(eq(messages.dedupeKey, messageKey(kind, channel, about)));
    if (known.length > 0) return;
    await writeMessage(tx, context, { kind, about, recipient, orderId, deliveryId, facts });
    await recordChange(tx, context, {
      staff,
      action: 'message.resend',
      entityId: id,
      after: { kind },
    });
  });
}
