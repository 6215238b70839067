import { boolean, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { staff } from '#platform/server/db/tables/staff.ts';

/** Authenticator apps, as better-auth stores them; secret and backup codes are encrypted. */
export const staffTwoFactors = pgTable(
  'staff_two_factors',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    /** False until the first correct code. */
    verified: boolean().notNull().default(true),
    failedVerificationCount: integer().notNull().default(0),
    lockedUntil: timestamp({ withTimezone: true }),
  },
  (factor) => [unique('staff_two_factors_user').on(factor.userId)],
);
