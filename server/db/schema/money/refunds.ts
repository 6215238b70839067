import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { REFUND_STATES } from '#domain/ordering/status/refund-state.ts';
import { createdAt, dueColumns, isOneOf } from '../column-rules.ts';
import { orders } from '../orders/orders.ts';
import { payments } from './payments.ts';

/** Money on its way back to a customer. Written down before the gateway is asked, so that no crash can lose or double it. */
export const refunds = pgTable(
  'refunds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    paymentIntentId: text()
      .notNull()
      .references(() => payments.paymentIntentId),
    amountCents: integer().notNull(),
    reason: text().notNull(),
    /** The order's items that it is for; null: it is for no particular ones. */
    itemIds: jsonb().$type<number[]>(),
    state: text({ enum: REFUND_STATES }).notNull(),
    /** Sent to the gateway with every try: the same key never refunds twice. */
    idemKey: text().notNull().unique('refunds_idem_key'),
    /** Null until the gateway has answered. */
    gatewayId: text().unique('refunds_gateway_id'),
    failureReason: text(),
    /** Who wanted it. Null: made at the gateway, outside the portal. */
    staffEmail: text(),
    /** Of one that failed: when somebody saw to it, by sending another or otherwise; null: it still waits for a person. */
    handledAt: timestamp({ withTimezone: true }),
    handledNote: text(),
    ...dueColumns(),
    createdAt: createdAt(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (refund) => [
    isOneOf('refunds_state', refund.state, REFUND_STATES),
    check('refunds_amount', sql`${refund.amountCents} > 0`),
    index('refunds_order').on(refund.orderId),
    index('refunds_payment').on(refund.paymentIntentId),
    index('refunds_under_way')
      .on(refund.updatedAt)
      .where(sql`${refund.state} in ('wanted', 'sent', 'pending')`),
  ],
);

export type RefundRow = typeof refunds.$inferSelect;
