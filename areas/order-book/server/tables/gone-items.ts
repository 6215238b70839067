import { boolean, date, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { isNotNegative, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { orders } from './orders.ts';

const GONE_BY = ['customer', 'kitchen'] as const;

/**
 * Meals that were taken off an order, by the ids that they had. A table of its own: no reader of food can come across one.
 * Names of people are left out, so it can stay when a customer is erased.
 */
export const goneItems = pgTable(
  'gone_items',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Of someone who may have left the order. */
    personId: integer().notNull(),
    mealName: text().notNull(),
    deliveryDate: date().notNull(),
    /** The date whose delivery fee it shared. */
    feeDate: date().notNull(),
    priceCents: integer().notNull(),
    goneBy: text({ enum: GONE_BY }).notNull(),
    /** Another meal came in its place: it was swapped, not cancelled. */
    isSwapped: boolean().notNull().default(false),
    goneAt: timestamp({ withTimezone: true }).notNull(),
  },
  (item) => [
    isOneOf('gone_items_gone_by', item.goneBy, GONE_BY),
    isNotNegative('gone_items_price', item.priceCents),
    index('gone_items_order').on(item.orderId),
  ],
);
