import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { ORDER_STATUSES } from '#areas/order-book/rules/order-status.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';

/**
 * The number of orders by status, as the sum of changes. A trigger on orders only ever adds rows here, so that
 * concurrent orders never wait for each other; a job consolidates the rows from time to time.
 */
export const orderTallies = pgTable(
  'order_tallies',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    status: text({ enum: ORDER_STATUSES }).notNull(),
    change: integer().notNull(),
  },
  (tally) => [isOneOf('order_tallies_status', tally.status, ORDER_STATUSES)],
);
