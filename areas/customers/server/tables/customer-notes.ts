import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '#platform/server/db/tables/column-rules.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

/** What staff note about a person, for each other. */
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
