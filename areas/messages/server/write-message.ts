import { sql } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { MessageChannel, MessageKind } from '#areas/messages/rules/messages.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type GivenRow, prepared, valuesOf } from '#platform/server/db/prepared.ts';
import { type MessageFacts, messages } from '#areas/messages/server/tables/messages.ts';

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
};

/**
 * Puts a message into the outbox, in the transaction of the change it reports, together with the job that sends it:
 * both exist once the caller commits, or neither does. Takes the same two steps for a message that already exists: one
 * that was withdrawn is revived with these facts, any other stays as it is.
 */
export async function writeMessage(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  message: NewMessage,
): Promise<void> {
  const { kind, channel = 'email', about, recipient, facts = {}, sendAfter } = message;
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
    state: recipient === '' ? ('withdrawn' as const) : ('waiting' as const),
    createdAt: new Date(now),
  };
  const waitMs = Math.max(0, (sendAfter ?? now) - now);
  await Promise.all([
    deliveryId === null && sendAfter === undefined
      ? insertMessage(tx, row)
      : insertDeliveryMessage(tx, {
          ...row,
          deliveryId,
          nextTryAt: waitMs === 0 ? null : new Date(now + waitMs),
        }),
    addMessageJob(tx, channel === 'email' ? 'send_one_mail' : 'send_one_text', waitMs),
  ]);
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
  const { recipient, facts, createdAt, nextTryAt = null } = row;
  await tx
    .insert(messages)
    .values(row)
    .onConflictDoUpdate({
      target: messages.dedupeKey,
      set: {
        recipient,
        facts,
        createdAt,
        state: 'waiting',
        mail: null,
        textMessage: null,
        lastError: null,
        nextTryAt: sql`case when ${messages.tries} = 0 then ${nextTryAt}::timestamptz
          else greatest(${messages.nextTryAt}, ${nextTryAt}::timestamptz) end`,
      },
      setWhere: sql`${messages.state} = 'withdrawn' and ${recipient} <> ''`,
    });
}

/** `send_mail` works off what has piled up, also by the clock. */
type MessageJob = 'send_mail' | 'send_one_mail' | 'send_texts' | 'send_one_text';

/** After all other due jobs: a slow mail server must not delay them. The clock makes up for one that fails. */
export async function addMessageJob(
  tx: Pick<Transaction, 'execute'>,
  job: MessageJob,
  waitMs = 0,
): Promise<void> {
  await tx.execute(
    sql`select graphile_worker.add_job(${job}, priority => 10, max_attempts => 1,
      run_at => now() + ${waitMs}::integer * interval '1 millisecond')`,
  );
}
