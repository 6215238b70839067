import { integer, pgTable, text, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';
import { createdAt } from '#platform/server/db/tables/column-rules.ts';
import { staff } from '#platform/server/db/tables/staff.ts';

/** Rows of Today that wait for others: out of the number until their time, or until they say something else. */
export const todayWaits = pgTable('today_waits', {
  /** The kind of the row, and which one of it. */
  key: text().primaryKey(),
  /** Of what the row said. */
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
