import { sql, and, asc, eq, inArray } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import {
  type MessageChannel,
  type MessageKind,
  MESSAGE_KINDS,
} from '#areas/messages/rules/messages.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type GivenRow, prepared, valuesOf } from '#platform/server/db/prepared.ts';
import {
  type MessageFacts,
  messages,
  type EmailAttachment,
  type MessageRow,
  type WrittenText,
} from '#areas/messages/server/tables/messages.ts';
import { rolesWith, type StaffRight } from '#platform/rules/roles.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import type { ReactElement } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Tone } from '#areas/messages/rules/may-send.ts';

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

export type EmailContent = {
  subject: string;
  page: ReactElement;
  headers?: Record<string, string>;
  attachments?: EmailAttachment[];
};

/** Each returns null for a message that should no longer be sent. */
export type MessageWriter = {
  email(
    context: Context,
    message: MessageRow,
    business: BusinessFacts,
    tone: Tone,
  ): Promise<EmailContent | null>;
  /** For kinds whose text is not in the table of delivery messages. */
  text?(
    context: Context,
    message: MessageRow,
    business: BusinessFacts,
  ): Promise<Pick<WrittenText, 'body' | 'validSeconds'> | null>;
};

/** Loaded when the first of its messages is written: the server starts sooner. */
type MessageKinds = {
  kinds: readonly MessageKind[];
  load: () => Promise<MessageWriter>;
};

type MessageWriters = ReadonlyMap<MessageKind, MessageKinds['load']>;

declare module '#platform/server/area.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Area {
    messages?: readonly MessageKinds[];
  }
}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    messageWriters: MessageWriters;
  }
}

/** @throws for a kind that nobody writes, or two areas */
export function joinMessageWriters(all: readonly MessageKinds[]): MessageWriters {
  const writers = new Map<MessageKind, MessageKinds['load']>();
  for (const { kinds, load } of all) {
    for (const kind of kinds) {
      if (writers.has(kind)) throw new Error(`Two areas write messages of the kind ${kind}`);
      writers.set(kind, load);
    }
  }
  const unwritten = MESSAGE_KINDS.filter((kind) => !writers.has(kind));
  if (unwritten.length > 0)
    throw new Error(`No area writes messages of the kinds ${unwritten.join(', ')}`);
  return writers;
}

/** @throws for a kind of another release */
export async function loadWriter(
  { messageWriters }: Pick<Context, 'messageWriters'>,
  kind: MessageKind,
): Promise<MessageWriter> {
  const load = messageWriters.get(kind);
  if (!load) throw new Error(`No area writes messages of the kind ${kind}`);
  return load();
}
