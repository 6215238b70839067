import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { checkouts } from '../orders/checkouts.ts';
import { createdAt, isNotNegative } from '../column-rules.ts';
import { orders } from '../orders/orders.ts';

/** A succeeded payment intent and the order it paid for. */
export const payments = pgTable(
  'payments',
  {
    paymentIntentId: text().primaryKey(),
    checkoutId: uuid()
      .notNull()
      .unique('payments_checkout')
      .references(() => checkouts.id),
    orderId: integer()
      .notNull()
      .unique('payments_order')
      .references(() => orders.id),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    livemode: boolean().notNull(),
    createdAt: createdAt(),
  },
  (payment) => [isNotNegative('payments_amount', payment.amountCents)],
);
