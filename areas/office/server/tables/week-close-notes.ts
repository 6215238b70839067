import { boolean, date, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { WAIVABLE_ROWS } from '#areas/office/rules/week-close.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { staff } from '#platform/server/db/tables/staff.ts';

/** Rows of a closing week that somebody said are not needed. */
export const weekCloseNotes = pgTable(
  'week_close_notes',
  {
    weekStart: date().notNull(),
    row: text({ enum: WAIVABLE_ROWS }).notNull(),
    /** In every week from this one on. */
    stays: boolean().notNull(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (note) => [
    primaryKey({ columns: [note.weekStart, note.row] }),
    isOneOf('week_close_notes_row', note.row, WAIVABLE_ROWS),
  ],
);
