/**
 * The queue of emails. Delivers at least once, with a Message-ID that reveals duplicates: a mail server cannot promise
 * more.
 */
import { MINUTE_MS, DAY_MS } from '#platform/rules/durations.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { MissingField } from '#platform/rules/fill-fields.ts';
import {
  type MessageChannel,
  type MessageState,
  waitAfterAttempt,
  TEXT_CHANNELS,
} from '#areas/messages/rules/messages.ts';
import type { Tone } from '#areas/messages/rules/may-send.ts';
import { judgeSending } from '#areas/messages/server/send-state.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type MessageFacts,
  type MessageRow,
  messages,
  type WrittenEmail,
  type WrittenText,
} from '#areas/messages/server/tables/messages.ts';
import { UndeliverableEmail } from '#areas/messages/server/mailer.ts';
import { doDueWork, type DueWork, type Outcome } from '#platform/server/queue/due-work.ts';
import { refuseTextsTo } from '#areas/messages/server/text-routes.ts';
import { type OutgoingText, TextRefused, TextUnknown } from '#areas/messages/server/texter.ts';

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

/**
 * The queue of text messages. The text service has no way to recognise a repeated one, so each is sent at most
 * once: after an attempt without an answer we look for it there, and a person who misses a text has the email.
 */

export const textWork: DueWork<MessageRow, Context, 'sent' | 'withdrawn'> = {
  ...emailWork,
  isOpen: areIn(TEXT_CHANNELS, 'waiting'),
  isGivenUp: areIn(TEXT_CHANNELS, 'failed'),
  tryRow: sendText,
  isHopeless: (error) =>
    error instanceof TextUnknown ||
    error instanceof MissingField ||
    (error instanceof TextRefused && !error.mayRepeat),
};

/** Sends due texts, one after the other; stops at the first that finds nobody there. Returns how many were sent. */
export async function sendTexts(
  context: Context,
  { ending }: { ending?: AbortSignal } = {},
): Promise<number> {
  const results = await doDueWork(context, textWork, { stopAfterSilent: 1, ending });
  return results.filter(({ is }) => is === 'sent').length;
}

async function sendText(
  context: Context,
  message: MessageRow,
): Promise<Outcome<MessageRow, 'sent' | 'withdrawn'>> {
  const verdict = await judgeSending(context, message);
  if (!verdict.may) return withdrawn(verdict.why);
  const { tone } = verdict;
  const kept = mayHaveGone(message)
    ? message.textMessage
    : keptIn(tone, message, message.textMessage);
  const written = kept ?? (await wordText(context, message, tone));
  if (!written) return withdrawn(NO_LONGER_SO);
  const { id, kind, recipient } = message;
  const textSid = await sendOnce(context, message, { ...written, id, kind, recipient });
  const state = context.texter.mode === 'service' ? 'sent' : 'kept';
  await recordSent(context, message, { state, textSid });
  context.log.info({ messageId: id, kind, orderId: message.orderId, state }, 'text sent');
  return { is: 'sent' };
}

/** Stored before it is sent, so that it can be compared with what the text service has. */
async function wordText(
  context: Context,
  message: MessageRow,
  tone: Tone,
): Promise<WrittenText | null> {
  const { writeText } = await import('#areas/messages/server/write-text.ts');
  const written = await writeText(context, message, tone);
  if (!written) return null;
  await context.db
    .update(messages)
    .set({
      textMessage: written.text,
      linkHash: written.linkHash,
      facts: factsAfterWriting(message, tone),
    })
    .where(and(eq(messages.id, message.id), eq(messages.state, 'waiting')));
  return written.text;
}

/** Then it is looked for as it was written. */
function mayHaveGone({ tries, refusedAttempt }: MessageRow): boolean {
  return tries > 1 && refusedAttempt !== tries - 1;
}

/** The text service's name for it. Throws TextUnknown when an earlier attempt may have sent it. */
async function sendOnce(
  context: Context,
  message: MessageRow,
  text: OutgoingText,
): Promise<string | null> {
  const isRepeated = message.tries > 1 || message.lastError !== null;
  if (isRepeated && context.texter.mode === 'service') {
    const sid = await findSent(context, message, text);
    if (sid !== null) return sid;
    if (mayHaveGone(message)) {
      throw new TextUnknown(
        'No answer from the text service. It may have been sent, so it is not sent again.',
      );
    }
  }
  try {
    return await context.texter.deliver(text);
  } catch (error) {
    if (error instanceof TextRefused) {
      await recordRefusal(context, message, error);
      throw error;
    }
    const sid = await findSent(context, message, text).catch(() => null);
    if (sid === null) throw error;
    return sid;
  }
}

/** One that no other message of ours is known as: two may read the same. */
async function findSent(
  context: Context,
  message: MessageRow,
  text: OutgoingText,
): Promise<string | null> {
  const since = new Date(message.createdAt.getTime() - DAY_MS);
  const found = await context.texter.find(text, since);
  const known = await context.db
    .select({ sid: messages.textSid })
    .from(messages)
    .where(inArray(messages.textSid, found));
  return found.find((sid) => known.every((each) => each.sid !== sid)) ?? null;
}

/** It surely was not sent, so that it may be tried again; and numbers that take no texts are remembered. */
async function recordRefusal(
  context: Context,
  { id, tries, recipient }: MessageRow,
  { code }: TextRefused,
): Promise<void> {
  await context.db
    .update(messages)
    .set({ refusedAttempt: tries })
    .where(and(eq(messages.id, id), eq(messages.tries, tries)));
  await refuseTextsTo(context, recipient, code);
}
