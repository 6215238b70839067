import { asc, type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { checkouts } from './checkouts.ts';
import { createdAt, isNotNegative } from '#platform/server/db/tables/column-rules.ts';
import { orders } from './orders.ts';
import { topUps } from './top-ups.ts';

/** A succeeded payment intent and the order it paid for: its first payment, by its checkout, or one on top. */
export const payments = pgTable(
  'payments',
  {
    paymentIntentId: text().primaryKey(),
    /** Null: a top-up. */
    checkoutId: uuid()
      .unique('payments_checkout')
      .references(() => checkouts.id),
    topUpId: uuid()
      .unique('payments_top_up')
      .references(() => topUps.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    livemode: boolean().notNull(),
    createdAt: createdAt(),
  },
  (payment) => [
    isNotNegative('payments_amount', payment.amountCents),
    check('payments_for', sql`num_nonnulls(${payment.checkoutId}, ${payment.topUpId}) = 1`),
    uniqueIndex('payments_first')
      .on(payment.orderId)
      .where(sql`${payment.topUpId} is null`),
    index('payments_order').on(payment.orderId),
  ],
);

/** The first of an order, then those on top of it. */
export function oldestPaymentFirst(): SQL[] {
  return [
    sql`${payments.topUpId} is not null`,
    asc(payments.createdAt),
    asc(payments.paymentIntentId),
  ];
}

export type PaymentRow = typeof payments.$inferSelect;
