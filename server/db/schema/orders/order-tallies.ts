import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { ORDER_STATUSES } from '#domain/ordering/status/order-status.ts';
import { isOneOf } from '../column-rules.ts';

/**
 * How many orders there are of each status: the sum of the changes. A trigger on orders only ever adds rows here, so that
 * orders placed at once never wait for each other; a job adds the rows up from time to time.
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
