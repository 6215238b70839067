import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { DELIVERY_WINDOWS } from '#domain/delivery/delivery-windows.ts';
import { DELIVERY_STATUSES } from '#domain/ordering/status/order-status.ts';
import { isOneOf } from '../column-rules.ts';
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
    window: text('time_slot', { enum: DELIVERY_WINDOWS }).notNull(),
    status: text({ enum: DELIVERY_STATUSES }).notNull().default('planned'),
    /**
     * Whether it counts in its slot's `booked`, that is, uses a place. A paid order that found its slot full waits
     * without one.
     */
    takesPlace: boolean().notNull(),
  },
  (delivery) => [
    unique('deliveries_order_date_time_slot').on(delivery.orderId, delivery.date, delivery.window),
    // The target of foreign keys that keep an item and its delivery in the same order.
    unique('deliveries_id_order').on(delivery.id, delivery.orderId),
    foreignKey({
      name: 'deliveries_slot',
      columns: [delivery.date, delivery.window],
      foreignColumns: [deliverySlots.date, deliverySlots.window],
    }),
    isOneOf('deliveries_status', delivery.status, DELIVERY_STATUSES),
    index('deliveries_date').on(delivery.date, delivery.window),
  ],
);
