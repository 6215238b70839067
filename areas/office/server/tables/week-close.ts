import {
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
  varchar,
  boolean,
  date,
  primaryKey,
} from 'drizzle-orm/pg-core';
import { createdAt, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { WAIVABLE_ROWS } from '#areas/office/rules/week-close.ts';

/** Rows of Today that wait for others: out of the number until their time, or until they say something else. */
export const todayWaits = pgTable('today_waits', {
  /** The kind of the row, and which one of it. */
  key: text().primaryKey(),
  /** For what the row said. */
  factsHash: text().notNull(),
  until: timestamp({ withTimezone: true }).notNull(),
  /** For whom or what it waits. */
  note: varchar({ length: 200 }).notNull(),
  staffId: uuid()
    .notNull()
    .references(() => staff.id),
  /** Not a foreign key: orders are below. Null: it is about no order, or about several. */
  orderId: integer(),
  createdAt: createdAt(),
});

/** Rows of a closing week that someone said are not needed. */
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
