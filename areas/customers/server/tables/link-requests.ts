import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, dueColumns } from '#platform/server/db/tables/column-rules.ts';

/** Who has lost the link to their order, as they typed it, whether or not there is such an order; deleted when tried. */
export const linkRequests = pgTable('link_requests', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  orderNumber: text().notNull(),
  email: text().notNull(),
  createdAt: createdAt(),
  ...dueColumns(),
});

export type LinkRequest = typeof linkRequests.$inferSelect;
