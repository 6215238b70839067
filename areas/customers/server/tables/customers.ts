import { index, pgTable, text, timestamp, integer } from 'drizzle-orm/pg-core';
import { createdAt, dueColumns } from '#platform/server/db/tables/column-rules.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

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

export const customerNotes = pgTable(
  'customer_notes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** One of the person's orders: a note stays theirs when an email address is corrected. */
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    text: text().notNull(),
    /** Email of who wrote it. */
    writtenBy: text().notNull(),
    createdAt: createdAt(),
  },
  (note) => [index('customer_notes_order').on(note.orderId)],
);

/** Who has lost the link to their order, as they typed it, whether or not there is such an order; deleted when tried. */
export const linkRequests = pgTable('link_requests', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  orderNumber: text().notNull(),
  email: text().notNull(),
  createdAt: createdAt(),
  ...dueColumns(),
});

export type LinkRequest = typeof linkRequests.$inferSelect;
