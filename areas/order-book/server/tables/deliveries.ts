import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { DELIVERY_FLAGS, DELIVERY_STATUSES } from '#areas/order-book/rules/delivery-status.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { isNotNegative, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { deliverySlots } from './delivery-slots.ts';
import { orders } from './orders.ts';

/** One delivery: everything in one order for one date and window. It uses one place of its slot. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    date: date().notNull(),
    window: text('time_slot').$type<DeliveryWindow>().notNull(),
    status: text({ enum: DELIVERY_STATUSES }).notNull().default('planned'),
    /** When that happened at the door, not when we heard of it; null: since the order. */
    statusAt: timestamp({ withTimezone: true }),
    /** The member of staff who reported it. */
    statusBy: uuid(),
    /** Why a person has to look at it. */
    flag: text({ enum: DELIVERY_FLAGS }),
    /** When staff said that they had seen the flag, and their name; null: not yet. */
    flagSeenAt: timestamp({ withTimezone: true }),
    flagSeenBy: text(),
    /** 1 is the first stop of its window; null: not numbered yet. A cancelled delivery keeps its number as a gap. */
    stop: integer(),
    /** Who drives it; null: nobody in particular, so every driver sees it. */
    driverId: uuid().references(() => staff.id),
    /**
     * Added at the end because the numbers were on paper already: the stop that it is near. Null: it stands where it
     * belongs.
     */
    nearStop: integer(),
    /** 2: it is brought a second time. */
    attempt: integer().notNull().default(1),
    /** Its food was cooked for that earlier day and kept cold, so it is not cooked again; null: cooked for its own date. */
    madeOn: date(),
    /**
     * Until when its customer may change it: the cut-off of its week when it was sold, or moved to its date. What Settings
     * say later changes nothing.
     */
    changeableUntil: timestamp({ withTimezone: true }).notNull(),
    /** When staff decided that it stays missed; null: not decided, or not missed. */
    settledAt: timestamp({ withTimezone: true }),
    /**
     * It was still to come when its order was cancelled: brought back since, cancelled with it, or brought all the same.
     * False while the order is not.
     */
    wentWithOrder: boolean().notNull().default(false),
    /** Grows by 1 with each change. */
    version: integer().notNull().default(1),
    /**
     * Whether it counts in its slot's `booked`, that is, uses a place. A paid order that found its slot full waits
     * without one.
     */
    takesPlace: boolean().notNull(),
  },
  (delivery) => [
    // A delivery that was cancelled may be booked again.
    uniqueIndex('deliveries_order_date_time_slot')
      .on(delivery.orderId, delivery.date, delivery.window)
      .where(sql`${delivery.status} <> 'cancelled'`),
    // The target of foreign keys that keep an item and its delivery in the same order.
    unique('deliveries_id_order').on(delivery.id, delivery.orderId),
    foreignKey({
      name: 'deliveries_slot',
      columns: [delivery.date, delivery.window],
      foreignColumns: [deliverySlots.date, deliverySlots.window],
    }),
    // That no two have the same stop is checked when a transaction ends: see 0003_second_release.sql.
    isOneOf('deliveries_status', delivery.status, DELIVERY_STATUSES),
    isOneOf('deliveries_flag', delivery.flag, DELIVERY_FLAGS),
    isNotNegative('deliveries_stop', delivery.stop),
    index('deliveries_date').on(delivery.date, delivery.window),
  ],
);

export type DeliveryRow = typeof deliveries.$inferSelect;
