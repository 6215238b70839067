import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { DISPUTE_STATUSES } from '#platform/rules/dispute-status.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { orders } from './orders.ts';

/**
 * Payments that customers dispute with their bank, as the gateway reports them. They change neither orders nor slots.
 */
export const disputes = pgTable(
  'disputes',
  {
    /** The gateway's id. */
    id: text().primaryKey(),
    paymentIntentId: text(),
    /** Null: not one of our payments. */
    orderId: integer().references(() => orders.id),
    amountCents: integer().notNull(),
    reason: text().notNull(),
    status: text({ enum: DISPUTE_STATUSES }).notNull(),
    /** When evidence is due; null: none is requested. */
    dueBy: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (dispute) => [
    isOneOf('disputes_status', dispute.status, DISPUTE_STATUSES),
    index('disputes_payment').on(dispute.paymentIntentId),
  ],
);

export type DisputeRow = typeof disputes.$inferSelect;
