/**
 * The queue of text messages. The text service has no way to recognise a repeated one, so each is sent at most
 * once: after an attempt without an answer we look for it there, and whoever misses a text has the email.
 */
import { and, eq, inArray } from 'drizzle-orm';
import { MissingField } from '#platform/rules/fill-fields.ts';
import { TEXT_CHANNELS } from '#areas/messages/rules/messages.ts';
import type { Tone } from '#areas/messages/rules/may-send.ts';
import { judgeSending } from '#areas/messages/server/send-state.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type MessageRow,
  messages,
  type WrittenText,
} from '#areas/messages/server/tables/messages.ts';
import {
  areIn,
  emailWork,
  factsAfterWriting,
  keptIn,
  NO_LONGER_SO,
  recordSent,
  withdrawn,
} from '#areas/messages/server/send-messages.ts';
import { refuseTextsTo } from '#areas/messages/server/text-routes.ts';
import { doDueWork } from '#platform/server/queue/do-due-work.ts';
import type { DueWork, Outcome } from '#platform/server/queue/due-work.ts';
import { type OutgoingText, TextRefused, TextUnknown } from '#areas/messages/server/texter.ts';

const DAY_MS = 86_400_000;

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
  const written = kept ?? (await write(context, message, tone));
  if (!written) return withdrawn(NO_LONGER_SO);
  const { id, kind, recipient } = message;
  const textSid = await sendOnce(context, message, { ...written, id, kind, recipient });
  const state = context.texter.mode === 'service' ? 'sent' : 'kept';
  await recordSent(context, message, { state, textSid });
  context.log.info({ messageId: id, kind, orderId: message.orderId, state }, 'text sent');
  return { is: 'sent' };
}

/** Stored before it is sent, so that it can be compared with what the text service has. */
async function write(
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
