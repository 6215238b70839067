import { sql } from 'drizzle-orm';
import { integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { checkouts } from './checkouts.ts';
import { createdAt } from './column-rules.ts';

/** People who asked to be told of the launch. */
export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    name: text(),
    suburb: text().notNull(),
    phone: text(),
    mealsPerWeek: integer(),
    consentText: text(),
    consentAt: timestamp({ withTimezone: true }),
    /** The checkout that uses the free first delivery: two baskets at once cannot both have it. */
    firstOrderCheckoutId: uuid().references(() => checkouts.id),
    createdAt: createdAt(),
  },
  (entry) => [uniqueIndex('waitlist_entries_email').on(sql`lower(${entry.email})`)],
);
