import { check, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { DELIVERY_MESSAGE_KINDS, MESSAGE_CHANNELS } from '#areas/messages/rules/messages.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';

/** Words of messages that staff changed. Ours, when there is no row or it has no text. */
export const messageTexts = pgTable(
  'message_texts',
  {
    kind: text({ enum: DELIVERY_MESSAGE_KINDS }).notNull(),
    channel: text({ enum: MESSAGE_CHANNELS }).notNull(),
    /** Emails only. */
    subject: text(),
    /** Null: ours again. The row stays, so that its version never comes back. */
    text: text(),
    version: integer().notNull(),
    changedBy: text().notNull(),
    changedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (row) => [
    primaryKey({ name: 'message_texts_key', columns: [row.kind, row.channel] }),
    isOneOf('message_texts_kind', row.kind, DELIVERY_MESSAGE_KINDS),
    isOneOf('message_texts_channel', row.channel, MESSAGE_CHANNELS),
    check(
      'message_texts_subject',
      sql`(${row.subject} is not null) = (${row.channel} = 'email' and ${row.text} is not null)`,
    ),
  ],
);
