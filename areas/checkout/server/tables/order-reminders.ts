import { integer, pgTable } from 'drizzle-orm/pg-core';
import { createdAt } from '#platform/server/db/tables/column-rules.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

/** Orders whose customers ticked "Remind me next week": one email each, never unasked. */
export const orderReminders = pgTable('order_reminders', {
  orderId: integer()
    .primaryKey()
    .references(() => orders.id),
  createdAt: createdAt(),
});
