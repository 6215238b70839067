import { pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '#platform/server/db/tables/column-rules.ts';
import { staff } from '#platform/server/db/tables/staff.ts';

/**
 * The ways a person signs in, as better-auth stores them: `credential` has the password's hash, `oidc` the issuer's
 * subject.
 */
export const staffAccounts = pgTable(
  'staff_accounts',
  {
    id: uuid().primaryKey().defaultRandom(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    password: text(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: timestamp({ withTimezone: true }),
    refreshTokenExpiresAt: timestamp({ withTimezone: true }),
    scope: text(),
    createdAt: createdAt(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (account) => [
    unique('staff_accounts_provider_account').on(account.providerId, account.accountId),
    unique('staff_accounts_user_provider').on(account.userId, account.providerId),
  ],
);
