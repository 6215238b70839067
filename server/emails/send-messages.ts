/**
 * The outbox worker. Delivers at least once, with a Message-ID that reveals duplicates: a mail server cannot promise
 * more.
 */
import { and, eq } from 'drizzle-orm';
import { waitAfterTry } from '#domain/mail/messages.ts';
import type { Context } from '#server/context.ts';
import {
  type MessageRow,
  messages,
  type WrittenMail,
} from '#server/db/schema/operation/messages.ts';
import { claimMessage } from '#server/outbox/claim-message.ts';
import { UndeliverableMail } from '#server/ports/mailer.ts';
import { wakeMailJob } from '#server/outbox/write-message.ts';

const LONGEST_ERROR = 500;
const MOST_AT_ONCE = 20;

/**
 * Sends due messages, one after the other. After a few it makes room for other jobs and leaves the rest to a new one.
 * Stops at the first failure that is not the message's own fault: the next would only wait for the same mail server.
 * Returns how many were sent.
 */
export async function sendMessages(context: Context): Promise<number> {
  let sent = 0;
  for (let count = 0; count < MOST_AT_ONCE; count += 1) {
    const message = await claimMessage(context);
    if (!message) return sent;
    const outcome = await trySending(context, message);
    if (outcome === 'try later') return sent;
    if (outcome === 'sent') sent += 1;
  }
  await wakeMailJob(context.db);
  return sent;
}

type Outcome = 'sent' | 'settled' | 'try later';

async function trySending(context: Context, message: MessageRow): Promise<Outcome> {
  try {
    const mail = message.mail ?? (await write(context, message));
    if (!mail) {
      await settle(context, message, { state: 'withdrawn' });
      return 'settled';
    }
    const { id, kind, recipient, createdAt } = message;
    await context.mailer.deliver({ ...mail, id, kind, recipient, date: createdAt });
  } catch (error) {
    return putOff(context, message, error);
  }
  const state = context.mailer.mode === 'smtp' ? 'sent' : 'kept';
  await settle(context, message, { state, sentAt: new Date(context.clock()), lastError: null });
  return 'sent';
}

/** Stored before it is sent, so that an attempt after a crash sends the same email. */
async function write(context: Context, message: MessageRow): Promise<WrittenMail | null> {
  // Loading the email components takes a third of a second, too long to do at start-up.
  const { writeMail } = await import('#server/emails/write-mail.ts');
  const mail = await writeMail(context, message);
  if (mail) {
    await context.db.update(messages).set({ mail, facts: {} }).where(eq(messages.id, message.id));
  }
  return mail;
}

async function putOff(context: Context, message: MessageRow, error: unknown): Promise<Outcome> {
  const reason = error instanceof Error ? error.message : String(error);
  const lastError = reason.replaceAll(/\p{Cc}+/gu, ' ').slice(0, LONGEST_ERROR);
  const isHopeless = error instanceof UndeliverableMail;
  const waitMinutes = isHopeless ? null : waitAfterTry(message.tries);
  if (waitMinutes === null) {
    await settle(context, message, { state: 'failed', lastError });
    context.log.error({ messageId: message.id, reason: lastError }, 'a message could not be sent');
    return isHopeless ? 'settled' : 'try later';
  }
  const nextTryAt = new Date(context.clock() + waitMinutes * 60_000);
  await settle(context, message, { nextTryAt, lastError });
  context.log.warn(
    { messageId: message.id, reason: lastError },
    'a message will be sent again later',
  );
  return 'try later';
}

/** Only while the claim is ours: a worker so slow that another has made an attempt since changes nothing. */
async function settle(
  context: Context,
  { id, tries }: MessageRow,
  news: Partial<MessageRow>,
): Promise<void> {
  await context.db
    .update(messages)
    .set(news)
    .where(and(eq(messages.id, id), eq(messages.tries, tries), eq(messages.state, 'waiting')));
}
