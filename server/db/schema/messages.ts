import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { createdAt, isOneOf } from './column-rules.ts';
import { orders } from './orders.ts';

const MESSAGE_KINDS = ['order_confirmation'] as const;

/** Mail to be sent, written in the same transaction as what it tells of. */
export const messages = pgTable(
  'messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: MESSAGE_KINDS }).notNull(),
    /** One of each: a second try at the same thing finds it taken. */
    dedupeKey: text().notNull().unique('messages_dedupe_key'),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    recipient: text().notNull(),
    createdAt: createdAt(),
    sentAt: timestamp({ withTimezone: true }),
  },
  (message) => [isOneOf('messages_kind', message.kind, MESSAGE_KINDS)],
);
