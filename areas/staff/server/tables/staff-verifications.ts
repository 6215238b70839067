import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '#platform/server/db/tables/column-rules.ts';

/**
 * Short-lived secrets of a sign-in in progress (second factor, passkey, single sign-on), as better-auth stores them.
 */
export const staffVerifications = pgTable(
  'staff_verifications',
  {
    id: uuid().primaryKey().defaultRandom(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    createdAt: createdAt(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (verification) => [index('staff_verifications_identifier').on(verification.identifier)],
);
