import { and, eq } from 'drizzle-orm';
import type { MessageTextReply } from '#areas/messages/calls/emails.ts';
import {
  checkMessageText,
  type MessageWords,
  ourWords,
} from '#areas/messages/rules/check-message-text.ts';
import type { DeliveryMessageKind } from '#areas/messages/rules/delivery-messages.ts';
import {
  channelsOf,
  DELIVERY_MESSAGE_KINDS,
  type MessageChannel,
} from '#areas/messages/rules/messages.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { messageTexts } from '#areas/messages/server/tables/messages.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import { shortLinkFor } from '#areas/order-book/server/tracking-token.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type Row = typeof messageTexts.$inferSelect;

/** The business and a link of the length that real ones have. */
export async function exampleFor(
  context: Pick<Context, 'site' | 'signIn' | 'trackingSecret'>,
): Promise<{ business: string; link: string }> {
  const { business } = await context.site.current();
  return { business: business.name, link: shortLinkFor(context, 'example').url };
}

/** All words, kind by kind, in the sequence of the kinds. */
export async function describeWords(db: Database): Promise<MessageTextReply[]> {
  const rows = await db.select().from(messageTexts);
  return DELIVERY_MESSAGE_KINDS.flatMap((kind) =>
    channelsOf(kind).map((channel) => {
      const row = rows.find((each) => each.kind === kind && each.channel === channel);
      return describe(kind, channel, row);
    }),
  );
}

function describe(
  kind: DeliveryMessageKind,
  channel: MessageChannel,
  row: Row | undefined,
): MessageTextReply {
  const own = row && row.text !== null ? { subject: row.subject, text: row.text } : null;
  return {
    kind,
    channel,
    ...(own ?? ourWords(kind, channel)),
    isOurs: own === null,
    version: row?.version ?? 0,
    changedBy: row?.changedBy ?? null,
    changedAt: row?.changedAt.toISOString() ?? null,
  };
}

type ChangedWords = {
  kind: DeliveryMessageKind;
  channel: MessageChannel;
  version: number;
  /** Null: ours again. */
  words: MessageWords | null;
};

/** Throws InvalidRequest, or Conflict `changed_meanwhile`. */
export async function changeWords(
  context: Context,
  staff: StaffMember,
  { kind, channel, version, words }: ChangedWords,
): Promise<MessageTextReply> {
  if (!channelsOf(kind).includes(channel))
    throw new InvalidRequest({ channel: 'There is no such message' });
  const { subject = null, text = null } = words ? trimmed(words, channel) : {};
  if (text !== null) {
    const problems = checkMessageText(kind, channel, { subject, text }, await exampleFor(context));
    if (Object.keys(problems).length > 0) throw new InvalidRequest({ ...problems });
  }
  return context.db.transaction(async (tx) => {
    const isThis = and(eq(messageTexts.kind, kind), eq(messageTexts.channel, channel));
    const [before] = await tx.select().from(messageTexts).where(isThis).for('update');
    if ((before?.version ?? 0) !== version) throw changedMeanwhile(before);
    const change = {
      subject,
      text,
      version: version + 1,
      changedBy: staff.email,
      changedAt: new Date(context.clock()),
    };
    const [saved] = before
      ? await tx.update(messageTexts).set(change).where(isThis).returning()
      : await tx
          .insert(messageTexts)
          .values({ kind, channel, ...change })
          // Someone else was first.
          .onConflictDoNothing()
          .returning();
    if (!saved) throw changedMeanwhile(undefined);
    const wordsOf = (row: Row | undefined) => {
      const { subject: title, text: says } = describe(kind, channel, row);
      return { ...(title !== null && { subject: title }), text: says };
    };
    await recordChange(tx, context, {
      staff,
      action: text === null ? 'message_text.reset' : 'message_text.update',
      entity: 'message_text',
      entityId: `${kind}:${channel}`,
      before: wordsOf(before),
      after: wordsOf(saved),
    });
    return describe(kind, channel, saved);
  });
}

function trimmed({ subject, text }: MessageWords, channel: MessageChannel): MessageWords {
  return { subject: channel === 'email' ? (subject ?? '').trim() : null, text: text.trim() };
}

function changedMeanwhile(row: Row | undefined): Conflict {
  return new Conflict(
    'changed_meanwhile',
    `${row?.changedBy ?? 'Someone else'} changed these words after you opened them. Load the page again.`,
  );
}

/** The words of a message: those of staff, or else ours. */
export async function findWords(
  db: Database | Transaction,
  kind: DeliveryMessageKind,
  channel: MessageChannel,
): Promise<MessageWords> {
  const [row] = await db
    .select({ subject: messageTexts.subject, text: messageTexts.text })
    .from(messageTexts)
    .where(and(eq(messageTexts.kind, kind), eq(messageTexts.channel, channel)));
  return row && row.text !== null ? { ...row, text: row.text } : ourWords(kind, channel);
}
