import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  primaryKey,
} from 'drizzle-orm/pg-core';
import { MEALS_PER_WEEK } from '#areas/business/rules/waitlist-limits.ts';
import { previewLinks } from '#areas/order-book/server/tables/checkouts.ts';
import { createdAt, isInRange } from '#platform/server/db/tables/column-rules.ts';

/** 2^48, the largest range of randomInt, and well within what a number represents exactly. */
const ID_LIMIT = 281_474_976_710_655;

export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    /** Random, not sequential: joining returns it, so it must not reveal who joined earlier. */
    id: bigint({ mode: 'number' })
      .primaryKey()
      .$defaultFn(() => randomInt(1, ID_LIMIT)),
    email: text().notNull(),
    /** `mailboxKey`. Null: written by the release before, soon refilled. */
    mailbox: text(),
    name: text(),
    suburb: text().notNull(),
    phone: text(),
    mealsPerWeek: integer(),
    /** The consent text they agreed to for news beyond the launch notice, and when. Null: launch notice only. */
    consentText: text(),
    consentAt: timestamp({ withTimezone: true }),
    /** When someone who joined again asked for news, until the address confirms it. Null: nothing to confirm. */
    newsAskedAt: timestamp({ withTimezone: true }),
    /** `import`: of a file; null: they joined by themselves. */
    source: text({ enum: ['import'] }),
    /** Whether the launch offer is theirs. */
    hasOffer: boolean().notNull().default(true),
    /** What staff say of whether we deliver to them. Null: their suburb says it. */
    servedMark: boolean(),
    /** Unsubscribed, until they confirm by a link that they want news. The launch offer still applies. */
    unsubscribedAt: timestamp({ withTimezone: true }),
    /** The checkout that uses the free first delivery: two baskets at the same time cannot both have it. No foreign
     * key: the waitlist stays when test orders are removed. */
    firstOrderCheckoutId: uuid(),
    createdAt: createdAt(),
  },
  (entry) => [
    uniqueIndex('waitlist_entries_email').on(sql`lower(${entry.email})`),
    index('waitlist_entries_newest').on(entry.createdAt),
    isInRange('waitlist_entries_meals_per_week', entry.mealsPerWeek, MEALS_PER_WEEK),
  ],
);

/** Invitations to order, sent to some of the waitlist at once. */
export const waitlistWaves = pgTable('waitlist_waves', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** The browser's name for it: sending it again finds this wave. */
  key: uuid().notNull().unique('waitlist_waves_key'),
  suburbs: text().array().notNull(),
  /** The link by which its people order before the kitchen is open to the public; null: they have none. */
  previewLinkId: integer().references(() => previewLinks.id),
  /** Email of who sent it. */
  sentBy: text().notNull(),
  createdAt: createdAt(),
  /** What was not sent by then was taken back. */
  stoppedAt: timestamp({ withTimezone: true }),
});

/** Who is in a wave, each once. Their email is in `messages`, under the key of wave and person. */
export const waitlistWavePeople = pgTable(
  'waitlist_wave_people',
  {
    waveId: integer()
      .notNull()
      .references(() => waitlistWaves.id),
    /** Removing someone from the waitlist removes them here too. */
    entryId: bigint({ mode: 'number' })
      .notNull()
      .references(() => waitlistEntries.id, { onDelete: 'cascade' }),
  },
  (person) => [
    primaryKey({ columns: [person.waveId, person.entryId] }),
    index('waitlist_wave_people_entry').on(person.entryId),
  ],
);
