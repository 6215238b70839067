/**
 * The queue of emails. Delivers at least once, with a Message-ID that reveals duplicates: a mail server cannot promise
 * more.
 */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { MissingField } from '#platform/rules/fill-fields.ts';
import {
  type MessageChannel,
  type MessageState,
  waitAfterAttempt,
} from '#areas/messages/rules/messages.ts';
import type { Tone } from '#areas/messages/rules/may-send.ts';
import { judgeSending } from '#areas/messages/server/send-state.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type MessageFacts,
  type MessageRow,
  messages,
  type WrittenEmail,
} from '#areas/messages/server/tables/messages.ts';
import { UndeliverableEmail } from '#areas/messages/server/mailer.ts';
import { doDueWork } from '#platform/server/queue/do-due-work.ts';
import type { DueWork, Outcome } from '#platform/server/queue/due-work.ts';

const MINUTE_MS = 60_000;
const LONGEST_ERROR = 500;

type EmailEnd = 'sent' | 'withdrawn';

export const emailWork: DueWork<MessageRow, Context, EmailEnd> = {
  table: messages,
  isOpen: areIn(['email'], 'waiting'),
  isGivenUp: areIn(['email'], 'failed'),
  since: messages.createdAt,
  order: [messages.id],
  // Longer than a mail server may take.
  claimMs: 2 * MINUTE_MS,
  tryRow: sendMessage,
  waitMs({ tries }) {
    const minutes = waitAfterAttempt(tries);
    return minutes === null ? null : minutes * MINUTE_MS;
  },
  givenUp: { state: 'failed' },
  isHopeless: (error) => error instanceof UndeliverableEmail || error instanceof MissingField,
  describeError(error) {
    const reason = error instanceof Error ? error.message : String(error);
    const lastError = reason.replaceAll(/\p{Cc}+/gu, ' ').slice(0, LONGEST_ERROR);
    return { set: { lastError }, log: { reason: lastError } };
  },
  logFields: ({ id }) => ({ messageId: id }),
  says: {
    triedAgain: 'a message will be sent again later',
    givenUp: 'a message could not be sent',
  },
};

/** Messages of these channels in this state. */
export function areIn(channels: readonly MessageChannel[], state: MessageState): SQL {
  return sql`${eq(messages.state, state)} and ${inArray(messages.channel, [...channels])}`;
}

/**
 * Sends due messages, one after the other. Stops at the first failure that is not the message's own fault: the next would
 * only wait for the same mail server. Returns how many were sent.
 */
export async function sendMessages(
  context: Context,
  { ending }: { ending?: AbortSignal } = {},
): Promise<number> {
  const results = await doDueWork(context, emailWork, { stopAfterSilent: 1, ending });
  return results.filter(({ is }) => is === 'sent').length;
}

async function sendMessage(
  context: Context,
  message: MessageRow,
): Promise<Outcome<MessageRow, EmailEnd>> {
  const verdict = await judgeSending(context, message);
  if (!verdict.may) return withdrawn(verdict.why);
  const { tone } = verdict;
  const email = keptIn(tone, message, message.mail) ?? (await write(context, message, tone));
  if (!email) return withdrawn(NO_LONGER_SO);
  const { id, kind, recipient, createdAt, orderId } = message;
  await context.mailer.deliver({ ...email, id, kind, recipient, date: createdAt });
  const state = context.mailer.mode === 'smtp' ? 'sent' : 'kept';
  await recordSent(context, message, { state });
  context.log.info({ messageId: id, kind, orderId, state }, 'email sent');
  return { is: 'sent' };
}

/** Also of one that was withdrawn while this attempt was under way: it went, and must not go again. */
export async function recordSent(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id, tries }: MessageRow,
  sent: { state: 'sent' | 'kept'; textSid?: string | null },
): Promise<void> {
  await db
    .update(messages)
    .set({ ...sent, sentAt: new Date(clock()), nextTryAt: null, lastError: null })
    .where(
      and(
        eq(messages.id, id),
        eq(messages.tries, tries),
        inArray(messages.state, ['waiting', 'withdrawn']),
      ),
    );
}

/** What a writer found that the table of rules cannot know. */
export const NO_LONGER_SO = 'What it says is no longer true.';

/** Staff see why it was not sent. */
export function withdrawn(why: string) {
  return { is: 'withdrawn', set: { state: 'withdrawn', lastError: why } } as const;
}

/** Every attempt sends the same, until it has become too late for those words. */
export function keptIn<Written>(
  tone: Tone,
  { facts }: MessageRow,
  written: Written | null,
): Written | null {
  return (facts.tone ?? tone) === tone ? written : null;
}

/** What it says is in the text by then; what it tells of is asked again before each attempt. */
export function factsAfterWriting({ facts }: MessageRow, tone: Tone): MessageFacts {
  const { inviteUrl: _, staffName: __, written: ___, ...asked } = facts;
  return { ...asked, tone };
}

/** Stored before it is sent, so that an attempt after a crash sends the same email. */
async function write(
  context: Context,
  message: MessageRow,
  tone: Tone,
): Promise<WrittenEmail | null> {
  // Loading the email components takes a third of a second, too long to do at start-up.
  const { writeEmail } = await import('#areas/messages/server/write-email.ts');
  const email = await writeEmail(context, message, tone);
  if (email) {
    await context.db
      .update(messages)
      .set({ mail: email, facts: factsAfterWriting(message, tone) })
      // An erased customer's text must not come back.
      .where(and(eq(messages.id, message.id), eq(messages.state, 'waiting')));
  }
  return email;
}
