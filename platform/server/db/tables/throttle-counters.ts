import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** How often a caller did something within the window that ends at `endsAt`; of a bucket, when it is full again. */
export const throttleCounters = pgTable(
  'throttle_counters',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    endsAt: timestamp({ withTimezone: true }).notNull(),
  },
  (counter) => [index('throttle_counters_ends_at').on(counter.endsAt)],
);
