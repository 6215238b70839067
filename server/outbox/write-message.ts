import { sql } from 'drizzle-orm';
import type { MessageKind } from '#domain/emails/messages.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import { type GivenRow, prepared, valuesOf } from '#server/db/prepared.ts';
import { type MessageFacts, messages } from '#server/db/schema/operation/messages.ts';

type NewMessage = {
  kind: MessageKind;
  /** What it is about: a second message of the same kind about the same subject is not written. */
  about: string | number;
  recipient: string;
  orderId?: number | null;
  waitlistEntryId?: number | null;
  facts?: MessageFacts;
};

/**
 * Puts a message into the outbox, in the transaction of the change it reports, together with the job that sends it:
 * both exist once the caller commits, or neither does. Takes the same two steps for a message that already exists.
 */
export async function writeMessage(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  { kind, about, recipient, orderId = null, waitlistEntryId = null, facts = {} }: NewMessage,
): Promise<void> {
  await Promise.all([
    insertMessage(tx, {
      kind,
      recipient,
      orderId,
      waitlistEntryId,
      facts,
      dedupeKey: `${kind}:${about}`,
      // The customer was erased: nobody is left to write to.
      state: recipient === '' ? 'withdrawn' : 'waiting',
      createdAt: new Date(context.clock()),
    }),
    addEmailJob(tx, 'send_one_mail'),
  ]);
}

const MESSAGE_COLUMNS = [
  'kind',
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

/** `send_mail` works off what has piled up, also by the clock. */
type EmailJob = 'send_mail' | 'send_one_mail';

/** After all other due jobs: a slow mail server must not delay them. The clock makes up for one that fails. */
export async function addEmailJob(tx: Pick<Transaction, 'execute'>, job: EmailJob): Promise<void> {
  await tx.execute(sql`select graphile_worker.add_job(${job}, priority => 10, max_attempts => 1)`);
}
