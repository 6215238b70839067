import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { staff } from '#platform/server/db/tables/staff.ts';

/** Lost phones: the sessions that were ended on them, so that they learn why when they are heard of next. */
export const signedOutPhones = pgTable('signed_out_phones', {
  /** SHA-256 of the session's token. */
  tokenHash: text().primaryKey(),
  userId: uuid()
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' }),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
