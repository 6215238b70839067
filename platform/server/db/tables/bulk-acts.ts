import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { BULK_ACT_KINDS } from '#platform/rules/imports.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';

/** What was done to many rows at once, and whether it was taken back. */
export const bulkActs = pgTable(
  'bulk_acts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: BULK_ACT_KINDS }).notNull(),
    /** For an import: the file's name; empty: there was none. */
    fileName: text().notNull().default(''),
    /** The rows that it made or changed, by what they are: `{"meals": [1, 2]}`. */
    ids: jsonb().$type<Record<string, number[]>>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    by: text().notNull(),
    undoneAt: timestamp({ withTimezone: true }),
    undoneBy: text(),
  },
  (act) => [
    isOneOf('bulk_acts_kind', act.kind, BULK_ACT_KINDS),
    index('bulk_acts_newest').on(act.kind, act.at),
  ],
);
export type BulkActRow = typeof bulkActs.$inferSelect;
