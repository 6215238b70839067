/** The worker of the outbox. At least once, and by its Message-ID recognisably one: a mail server cannot promise more. */
import { eq } from 'drizzle-orm';
import { waitAfterTry } from '#domain/mail/messages.ts';
import type { Context } from '#server/context.ts';
import { type MessageRow, messages, type WrittenMail } from '#server/db/schema/operation/messages.ts';
import { UndeliverableMail } from '#server/outbox/mailer.ts';
import { wakeMailJob } from '#server/outbox/write-message.ts';
import { doDueWork } from '#server/outbox/do-due-work.ts';
import type { DueWork, Outcome } from '#server/outbox/due-work.ts';

const MINUTE_MS = 60_000;
const LONGEST_ERROR = 500;
const MOST_AT_ONCE = 20;

type MailEnd = 'sent' | 'withdrawn';

export const mailWork: DueWork<MessageRow, Context, MailEnd> = {
  table: messages,
  isOpen: eq(messages.state, 'waiting'),
  isGivenUp: eq(messages.state, 'failed'),
  since: messages.createdAt,
  order: [messages.id],
  // Longer than a mail server may take.
  claimMs: 2 * MINUTE_MS,
  tryRow: sendMessage,
  waitMs({ tries }) {
    const minutes = waitAfterTry(tries);
    return minutes === null ? null : minutes * MINUTE_MS;
  },
  givenUp: { state: 'failed' },
  isHopeless: (error) => error instanceof UndeliverableMail,
  describeError(error) {
    const reason = error instanceof Error ? error.message : String(error);
    const lastError = reason.replaceAll(/\p{Cc}+/gu, ' ').slice(0, LONGEST_ERROR);
    return { set: { lastError }, log: { reason: lastError } };
  },
  logFields: ({ id }) => ({ messageId: id }),
  says: {
    triedAgain: 'a message is tried again later',
    givenUp: 'a message could not be sent',
  },
};

/**
 * Sends messages that are due, one after the other. After a few it makes room for other jobs and leaves the rest to a
 * new one. Stops at the first that fails for a reason that is not its own: the next would only wait for the same mail
 * server. Returns how many left the house.
 */
export async function sendMessages(context: Context): Promise<number> {
  const results = await doDueWork(context, mailWork, { most: MOST_AT_ONCE, stopAfterSilent: 1 });
  if (results.length === MOST_AT_ONCE && !results.at(-1)?.isSilent) await wakeMailJob(context.db);
  return results.filter(({ is }) => is === 'sent').length;
}

async function sendMessage(
  context: Context,
  message: MessageRow,
): Promise<Outcome<MessageRow, MailEnd>> {
  const mail = message.mail ?? (await write(context, message));
  if (!mail) return { is: 'withdrawn', set: { state: 'withdrawn' } };
  const { id, kind, recipient, createdAt } = message;
  await context.mailer.deliver({ ...mail, id, kind, recipient, date: createdAt });
  const state = context.mailer.mode === 'smtp' ? 'sent' : 'kept';
  return { is: 'sent', set: { state, sentAt: new Date(context.clock()), lastError: null } };
}

/** Kept before it is sent, so that a try after a crash sends the same. */
async function write(context: Context, message: MessageRow): Promise<WrittenMail | null> {
  // The parts that mails are made of take a third of a second to load, which no start should wait for.
  const { writeMail } = await import('#server/emails/write-mail.ts');
  const mail = await writeMail(context, message);
  if (mail) {
    await context.db.update(messages).set({ mail, facts: {} }).where(eq(messages.id, message.id));
  }
  return mail;
}
