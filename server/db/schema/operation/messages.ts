import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { MESSAGE_KINDS, MESSAGE_STATES } from '#domain/mail/messages.ts';
import { createdAt, dueColumns, isNotNegative, isOneOf } from '../column-rules.ts';
import { orders } from '../orders/orders.ts';
import { waitlistEntries } from './waitlist-entries.ts';

/** What a message tells beyond what its order or waitlist entry says. */
export type MessageFacts = {
  refundCents?: number;
  /** The one-time link of an invitation; forgotten once the mail is written. */
  inviteUrl?: string;
  /** Who invites. */
  staffName?: string;
};

/** The mail itself, written before the first try and never changed: every try sends the same message. */
export type WrittenMail = {
  messageId: string;
  from: string;
  /** Where answers go when `from` is not the business itself. */
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
};

/** Mail to be sent, written in the same transaction as what it tells of. */
export const messages = pgTable(
  'messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: MESSAGE_KINDS }).notNull(),
    /** One of each: a second try at the same thing finds it taken. */
    dedupeKey: text().notNull().unique('messages_dedupe_key'),
    orderId: integer().references(() => orders.id),
    /** Whoever is taken off the waitlist takes their mail with them. */
    waitlistEntryId: bigint({ mode: 'number' }).references(() => waitlistEntries.id, {
      onDelete: 'cascade',
    }),
    recipient: text().notNull(),
    facts: jsonb().$type<MessageFacts>().notNull().default({}),
    /** Null before the first try, and again once it is old. */
    mail: jsonb().$type<WrittenMail>(),
    state: text({ enum: MESSAGE_STATES }).notNull().default('waiting'),
    ...dueColumns(),
    /** What the mail server or the program said when it last went wrong. */
    lastError: text(),
    createdAt: createdAt(),
    sentAt: timestamp({ withTimezone: true }),
  },
  (message) => [
    isOneOf('messages_kind', message.kind, MESSAGE_KINDS),
    isOneOf('messages_state', message.state, MESSAGE_STATES),
    isNotNegative('messages_tries', message.tries),
    index('messages_waiting')
      .on(message.id)
      .where(sql`${message.state} = 'waiting'`),
    index('messages_order').on(message.orderId),
    index('messages_state_newest').on(message.state, message.id),
  ],
);

export type MessageRow = typeof messages.$inferSelect;
