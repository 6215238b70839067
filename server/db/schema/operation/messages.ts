import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { MESSAGE_KINDS, MESSAGE_STATES } from '#domain/emails/messages.ts';
import { createdAt, dueColumns, isNotNegative, isOneOf } from '../column-rules.ts';
import { orders } from '../orders/orders.ts';
import { waitlistEntries } from './waitlist-entries.ts';

/** Details that a message needs beyond its order or waitlist entry. */
export type MessageFacts = {
  refundCents?: number;
  /** An invitation's one-time link; cleared once the email is written. */
  inviteUrl?: string;
  /** The person who invites. */
  staffName?: string;
  /** Sentences for the customer: how a recipe changed, and what we did about it. */
  news?: string[];
  /** For staff: which recipe changed, and how many it concerns. */
  recipe?: { change: string; people: number; deliveries: number; stops: number };
};

/** The email itself, written before the first attempt and never changed: every attempt sends the same email. */
export type WrittenEmail = {
  messageId: string;
  from: string;
  /** Where replies go when `from` is not the business itself. */
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
};

/** The email outbox; a message is written in the same transaction as the change it reports. */
export const messages = pgTable(
  'messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: MESSAGE_KINDS }).notNull(),
    /** Unique: a second attempt at the same message finds it exists. */
    dedupeKey: text().notNull().unique('messages_dedupe_key'),
    orderId: integer().references(() => orders.id),
    /** Removing someone from the waitlist removes their messages too. */
    waitlistEntryId: bigint({ mode: 'number' }).references(() => waitlistEntries.id, {
      onDelete: 'cascade',
    }),
    recipient: text().notNull(),
    facts: jsonb().$type<MessageFacts>().notNull().default({}),
    /** Null before the first attempt, and again once the email is purged. */
    mail: jsonb().$type<WrittenEmail>(),
    state: text({ enum: MESSAGE_STATES }).notNull().default('waiting'),
    ...dueColumns(),
    /** The last error, from the mail server or from our program. */
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
