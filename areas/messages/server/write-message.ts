import { sql, and, asc, eq, inArray } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { MessageChannel, MessageKind } from '#areas/messages/rules/messages.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type GivenRow, prepared, valuesOf } from '#platform/server/db/prepared.ts';
import { type MessageFacts, messages } from '#areas/messages/server/tables/messages.ts';
import { rolesWith, type StaffRight } from '#platform/rules/rights.ts';
import { staff } from '#platform/server/db/tables/staff.ts';

type NewMessage = {
  kind: MessageKind;
  channel?: MessageChannel;
  /** What it is about: a second message of the same kind about the same subject is not written. */
  about: string | number;
  recipient: string;
  orderId?: number | null;
  deliveryId?: number | null;
  waitlistEntryId?: number | null;
  facts?: MessageFacts;
  /** Not sent before; until then it can be withdrawn. Default: at once. */
  sendAfter?: Instant;
  /** Why it may not be sent, which staff see. */
  withdrawn?: string | undefined;
};

/**
 * Puts a message into the queue, in the transaction of the change it reports. One that already exists and was withdrawn is
 * revived with these facts, any other stays as it is.
 */
export async function writeMessage(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  message: NewMessage,
): Promise<void> {
  const { kind, channel = 'email', about, recipient, facts = {}, sendAfter } = message;
  const { withdrawn } = message;
  const { orderId = null, deliveryId = null, waitlistEntryId = null } = message;
  const now = context.clock();
  const row = {
    kind,
    channel,
    recipient,
    orderId,
    waitlistEntryId,
    facts,
    dedupeKey: messageKey(kind, channel, about),
    // The customer was erased: nobody is left to write to.
    state: recipient === '' || withdrawn ? ('withdrawn' as const) : ('waiting' as const),
    createdAt: new Date(now),
  };
  if (deliveryId === null && sendAfter === undefined) {
    await insertMessage(tx, row);
  } else {
    const waits = sendAfter !== undefined && sendAfter > now;
    await insertDeliveryMessage(tx, {
      ...row,
      deliveryId,
      nextTryAt: waits ? new Date(sendAfter) : null,
      lastError: withdrawn ?? null,
    });
  }
}

/** By which a message is found again: each is written once. */
export function messageKey(
  kind: MessageKind,
  channel: MessageChannel,
  about: string | number,
): string {
  return channel === 'email' ? `${kind}:${about}` : `${kind}:${about}:${channel}`;
}

const MESSAGE_COLUMNS = [
  'kind',
  'channel',
  'dedupeKey',
  'orderId',
  'waitlistEntryId',
  'recipient',
  'facts',
  'state',
  'createdAt',
] as const;
const insertMessage = prepared((db, given: GivenRow<typeof messages, typeof MESSAGE_COLUMNS>) =>
  db
    .insert(messages)
    .values(valuesOf(given, MESSAGE_COLUMNS))
    .onConflictDoNothing({ target: messages.dedupeKey }),
);

/**
 * An attempt that was under way when the message was withdrawn may still succeed. So its claim and its count of attempts
 * stay: nobody else sends it meanwhile, and its success still counts.
 */
async function insertDeliveryMessage(
  tx: Transaction,
  row: typeof messages.$inferInsert,
): Promise<void> {
  const { recipient, facts, createdAt, state, lastError, nextTryAt = null } = row;
  await tx
    .insert(messages)
    .values(row)
    .onConflictDoUpdate({
      target: messages.dedupeKey,
      set: {
        recipient,
        facts,
        createdAt,
        state,
        mail: null,
        textMessage: null,
        lastError,
        nextTryAt: sql`case when ${messages.tries} = 0 then ${nextTryAt}::timestamptz
          else greatest(${messages.nextTryAt}, ${nextTryAt}::timestamptz) end`,
      },
      setWhere: sql`${messages.state} = 'withdrawn' and ${recipient} <> ''`,
    });
}

type ToStaff = Omit<Parameters<typeof writeMessage>[2], 'recipient' | 'channel'>;

/** The same email to each active member of staff who has the right; null: to all of them. In the caller's transaction. */
export async function writeToStaff(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  right: StaffRight | null,
  message: ToStaff,
): Promise<void> {
  const mayRead = right === null ? undefined : inArray(staff.role, rolesWith(right));
  const members = await tx
    .select({ id: staff.id, email: staff.email })
    .from(staff)
    .where(and(eq(staff.isActive, true), mayRead))
    .orderBy(asc(staff.id));
  for (const { id, email } of members)
    await writeMessage(tx, context, {
      ...message,
      about: `${message.about}:${id}`,
      recipient: email,
    });
}
