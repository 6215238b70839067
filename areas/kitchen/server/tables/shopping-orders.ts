import {
  check,
  date,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { BaseUnit } from '#areas/menu/rules/units.ts';
import { ORDER_STATES, ORDER_WAYS } from '#areas/kitchen/rules/shopping-list.ts';
import type { StoreArea } from '#areas/menu/rules/storage-advice.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { suppliers } from '#areas/menu/server/tables/recipes.ts';

/** A line as it was ordered, with its names: packs and ingredients change. */
export type OrderedLine = {
  packId: number;
  ingredientId: number;
  ingredient: string;
  baseUnit: BaseUnit;
  storeArea: StoreArea;
  code: string;
  pack: string;
  packQty: number;
  packs: number;
  need: number;
  onHand: number;
  over: number;
  toMinimum: number;
  costCents: number | null;
};

export type OpenLine = { packId: number; packs: number };

/**
 * What was ordered from suppliers, as it was sent. A change of an order is one more row. Rows are only ever added; a
 * trigger refuses deletes, and updates of anything but what has become of it.
 */
export const shoppingOrders = pgTable(
  'shopping_orders',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    supplierId: integer()
      .notNull()
      .references(() => suppliers.id),
    arrives: date().notNull(),
    /** 1: the first for this supplier and day, whatever deliveries it is for. */
    number: integer().notNull(),
    /** The deliveries that it was for. */
    from: date('from_date').notNull(),
    to: date('to_date').notNull(),
    lines: jsonb().$type<OrderedLine[]>().notNull(),
    way: text({ enum: ORDER_WAYS }).notNull(),
    note: varchar({ length: 400 }).notNull().default(''),
    by: text().notNull(),
    sentAt: timestamp({ withTimezone: true }).notNull(),
    /** Until then it can be changed. */
    orderBy: timestamp({ withTimezone: true }).notNull(),
    /** As the supplier's round was then, on the kitchen's clock. */
    arrivesByMinute: integer().notNull(),
    state: text({ enum: ORDER_STATES }).notNull().default('sent'),
    /** Packs that are still to come. */
    open: jsonb('open_lines').$type<OpenLine[]>().notNull(),
    /** Who took in what came of it last, and the key with which it was sent. */
    receivedBy: text(),
    receivedKey: uuid(),
  },
  (order) => [
    // Anyone who sends at the same moment finds that it was sent.
    unique('shopping_orders_number').on(order.supplierId, order.arrives, order.number),
    isOneOf('shopping_orders_way', order.way, ORDER_WAYS),
    isOneOf('shopping_orders_state', order.state, ORDER_STATES),
    check('shopping_orders_count', sql`${order.number} >= 1`),
    check('shopping_orders_range', sql`${order.from} <= ${order.to}`),
  ],
);
export type ShoppingOrderRow = typeof shoppingOrders.$inferSelect;
