import { boolean, date, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { isInRange, isNotNegative } from '#platform/server/db/tables/column-rules.ts';
import { isWindow } from '#areas/business/server/tables/window-column.ts';

/**
 * Places on a date and window. `held` and `booked` are raised only by takePlace, whose guard keeps their sum within the
 * capacity. There is no database check for that: staff may lower the capacity below what is booked.
 */
export const deliverySlots = pgTable(
  'delivery_slots',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    date: date().notNull(),
    window: text('time_slot').$type<DeliveryWindow>().notNull(),
    maxDeliveries: integer().notNull(),
    held: integer().notNull().default(0),
    booked: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
  },
  (slot) => [
    unique('delivery_slots_date_time_slot').on(slot.date, slot.window),
    isWindow('delivery_slots_time_slot', slot.window),
    isInRange('delivery_slots_max', slot.maxDeliveries, defaultBusiness.slotCapacity),
    isNotNegative('delivery_slots_held', slot.held),
    isNotNegative('delivery_slots_booked', slot.booked),
  ],
);

export type SlotRow = typeof deliverySlots.$inferSelect;
