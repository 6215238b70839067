import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Every good state of the setting `business`, as it was stored. The newest is the last good one. */
export const settingsVersions = pgTable(
  'settings_versions',
  {
    version: integer().primaryKey(),
    /** Facts that differ from the defaults, or all of them. */
    facts: jsonb().notNull(),
    /** Email of the owner; null: not changed in Settings, but in the database. */
    changedBy: text(),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [check('settings_versions_version', sql`${row.version} > 0`)],
);
