import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { OwnText } from '#areas/business/rules/texts/text-entry.ts';

/** Every version of each text in the kitchen's own words, of pages and of messages. The newest counts; rows are never changed. */
export const texts = pgTable(
  'texts',
  {
    /** For a page's text (`areas/business/rules/texts/catalogue.ts`), or `message.{kind}.{channel}`. */
    key: text().notNull(),
    version: integer().notNull(),
    /** Null: ours again. */
    value: jsonb().$type<OwnText>(),
    /** Our words when it was written, to tell when a release changes them; null: they were not kept. */
    ours: jsonb().$type<OwnText>(),
    /** Email. */
    changedBy: text().notNull(),
    changedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (row) => [
    primaryKey({ name: 'texts_key', columns: [row.key, row.version] }),
    check('texts_version', sql`${row.version} > 0`),
  ],
);

export type TextRow = typeof texts.$inferSelect;
