import { sql } from 'drizzle-orm';
import type { MessageKind } from '#domain/emails/messages.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/db/client.ts';
import { type MessageFacts, messages } from '#server/db/schema/operation/messages.ts';

type NewMessage = {
  kind: MessageKind;
  /** What it is about: a second message of the same kind about the same subject is not written. */
  about: string | number;
  recipient: string;
  orderId?: number;
  waitlistEntryId?: number;
  facts?: MessageFacts;
};

/**
 * Puts a message into the outbox, in the transaction of the change it reports, together with the job that sends it:
 * both exist once the caller commits, or neither does. Takes the same two steps for a message that already exists.
 */
export async function writeMessage(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  message: NewMessage,
): Promise<void> {
  const { about, ...row } = message;
  await Promise.all([
    tx
      .insert(messages)
      .values({
        ...row,
        dedupeKey: `${message.kind}:${about}`,
        // The customer was erased: nobody is left to write to.
        state: message.recipient === '' ? 'withdrawn' : 'waiting',
        createdAt: new Date(context.clock()),
      })
      .onConflictDoNothing({ target: messages.dedupeKey }),
    wakeEmailJob(tx),
  ]);
}

/** After all other due jobs: a slow mail server must not delay them. The scheduled job makes up for one that fails. */
export async function wakeEmailJob(tx: Pick<Transaction, 'execute'>): Promise<void> {
  await tx.execute(
    sql`select graphile_worker.add_job('send_mail', priority => 10, max_attempts => 1)`,
  );
}
