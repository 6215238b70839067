import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Portions } from '#areas/menu/rules/portion-limits.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { OrderChange } from '#areas/order-book/rules/change/edit-order.ts';
import {
  createdAt,
  dueColumns,
  isNotNegative,
  isOneOf,
} from '#platform/server/db/tables/column-rules.ts';
import { topUps } from './top-ups.ts';
import { orders } from './orders.ts';

/**
 * `waiting`: takes effect once its difference is paid; its new places are held. `applied`: the order is so. `ended`: nobody
 * paid. `refused`: it was paid, but could no longer be made; the money goes back.
 */
const ORDER_CHANGE_STATES = ['waiting', 'applied', 'ended', 'refused'] as const;

const CHANGED_BY = ['customer', 'staff', 'system'] as const;

export type ContentToHold = { slots: SlotKey[]; portions: Portions[] };

/**
 * What is waiting to be paid for, with the prices that were agreed. `toHold`: on payment, as others hold it unpaid; held once
 * a bank has approved.
 */
export type WaitingChange = {
  change: OrderChange;
  pricesByMeal: Record<string, Cents>;
  toHold?: ContentToHold;
};

/** Every change of a paid order, and by whom: those that were made, and those that wait for their payment. */
export const orderChanges = pgTable(
  'order_changes',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    state: text({ enum: ORDER_CHANGE_STATES }).notNull(),
    changedBy: text({ enum: CHANGED_BY }).notNull(),
    staffEmail: text(),
    /** In words, which name people: "Mia, Thu 3 Dec dinner: Butter Chicken → Barramundi". */
    what: text().array().notNull(),
    /** Of the order that it was made from. */
    fromVersion: integer().notNull(),
    /** What the order costs after it. */
    totalCents: integer().notNull(),
    paidCents: integer().notNull().default(0),
    refundCents: integer().notNull().default(0),
    /** Null once it no longer waits. */
    waiting: jsonb().$type<WaitingChange>(),
    /** Shows whether the same was asked for before. Null when nothing had to be paid. */
    contentHash: text(),
    topUpId: uuid()
      .unique('order_changes_top_up')
      .references(() => topUps.id),
    /** When it was made, or given up. */
    settledAt: timestamp({ withTimezone: true }),
    ...dueColumns(),
    createdAt: createdAt(),
  },
  (change) => [
    isOneOf('order_changes_state', change.state, ORDER_CHANGE_STATES),
    isOneOf('order_changes_by', change.changedBy, CHANGED_BY),
    isNotNegative('order_changes_total', change.totalCents),
    isNotNegative('order_changes_paid', change.paidCents),
    isNotNegative('order_changes_refund', change.refundCents),
    check(
      'order_changes_waiting_content',
      sql`(${change.state} = 'waiting') = (${change.waiting} is not null)`,
    ),
    check(
      'order_changes_waiting_payment',
      sql`${change.state} = 'applied' or ${change.topUpId} is not null`,
    ),
    uniqueIndex('order_changes_one_waiting')
      .on(change.orderId)
      .where(sql`${change.state} = 'waiting'`),
    index('order_changes_order').on(change.orderId),
  ],
);

export type OrderChangeRow = typeof orderChanges.$inferSelect;
