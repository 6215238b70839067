import { sql } from 'drizzle-orm';
import { check, date, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { StaffRight } from '#platform/rules/rights.ts';
import { createdAt } from '#platform/server/db/tables/column-rules.ts';
import { staff } from '#platform/server/db/tables/staff.ts';

/** Personal API tokens. Only a hash is stored: the token itself is shown once, to the person who makes it. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** SHA-256: a token has 256 random bits, so nothing slower is needed. */
    tokenHash: text().notNull().unique('api_tokens_hash'),
    lastFour: text().notNull(),
    rights: jsonb().$type<StaffRight[]>().notNull(),
    createdAt: createdAt(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** In UTC; null: never used. */
    lastUsedOn: date(),
    revokedAt: timestamp({ withTimezone: true }),
  },
  (token) => [
    index('api_tokens_staff').on(token.staffId),
    // A leap year is 366 days.
    check(
      'api_tokens_year_at_most',
      sql`${token.expiresAt} <= ${token.createdAt} + interval '366 days'`,
    ),
  ],
);
