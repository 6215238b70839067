import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Email addresses, in small letters, that staff say belong to the person of another. Orders keep what they say. */
export const customerMerges = pgTable(
  'customer_merges',
  {
    fromEmail: text().primaryKey(),
    /** Never merged into a third one itself. */
    intoEmail: text().notNull(),
    /** Email of who said so. */
    mergedBy: text().notNull(),
    mergedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (merge) => [index('customer_merges_into').on(merge.intoEmail)],
);
