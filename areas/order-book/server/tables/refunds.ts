import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Present } from '#areas/order-book/rules/account.ts';
import { REFUND_STATES, SENT_AGAIN } from '#areas/order-book/rules/refund-state.ts';
import { createdAt, dueColumns, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';

/** Refunds to customers. Recorded before the gateway is asked, so that no crash can lose or double one. */
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
    /** The order items it covers; null: no particular items. */
    itemIds: jsonb().$type<number[]>(),
    /** How much of it was not owed to the customer, by part, and so makes nothing unpaid. */
    presents: jsonb().$type<Present[]>().notNull().default([]),
    state: text({ enum: REFUND_STATES }).notNull(),
    /** Sent to the gateway with every attempt: the same key never refunds twice. */
    idemKey: text().notNull().unique('refunds_idem_key'),
    /** Null until the gateway has answered. */
    gatewayId: text().unique('refunds_gateway_id'),
    failureReason: text(),
    /** Who requested it. Null: made at the gateway, outside the portal. */
    staffEmail: text(),
    /** When staff dealt with a failed refund; null: still open. */
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

/** It failed, and its money went back another way: as good as made. */
export function isSettledOtherwise() {
  return sql<boolean>`coalesce(${refunds.handledNote} <> ${SENT_AGAIN}, false)`;
}

export type RefundRow = typeof refunds.$inferSelect;
