import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { MEALS_PER_WEEK } from '#domain/waitlist/waitlist-limits.ts';
import { checkouts } from '../orders/checkouts.ts';
import { createdAt, isWithin } from '../column-rules.ts';

/** 2^48, beyond which randomInt does not go; far within what a number holds exactly. */
const ID_LIMIT = 281_474_976_710_655;

/** People who asked to be told of the launch. */
export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    /** Drawn, not counted: whoever joins is told it, and must not read from it who was on the list before. */
    id: bigint({ mode: 'number' })
      .primaryKey()
      .$defaultFn(() => randomInt(1, ID_LIMIT)),
    email: text().notNull(),
    name: text(),
    suburb: text().notNull(),
    phone: text(),
    mealsPerWeek: integer(),
    /** The words agreed to for news beyond the launch notice, and when. Null: only the launch notice. */
    consentText: text(),
    consentAt: timestamp({ withTimezone: true }),
    /** Wants no mail any more. The launch offer still holds. */
    unsubscribedAt: timestamp({ withTimezone: true }),
    /** The checkout that uses the free first delivery: two baskets at once cannot both have it. */
    firstOrderCheckoutId: uuid().references(() => checkouts.id),
    createdAt: createdAt(),
  },
  (entry) => [
    uniqueIndex('waitlist_entries_email').on(sql`lower(${entry.email})`),
    index('waitlist_entries_newest').on(entry.createdAt),
    isWithin('waitlist_entries_meals_per_week', entry.mealsPerWeek, MEALS_PER_WEEK),
  ],
);
