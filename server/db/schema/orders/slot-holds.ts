import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { checkouts } from './checkouts.ts';
import { deliverySlots } from './delivery-slots.ts';

/** A place kept for a checkout that is not yet paid. The row goes when the place is booked or given back. */
export const slotHolds = pgTable(
  'slot_holds',
  {
    checkoutId: uuid()
      .notNull()
      .references(() => checkouts.id),
    slotId: integer()
      .notNull()
      .references(() => deliverySlots.id),
  },
  (hold) => [primaryKey({ columns: [hold.checkoutId, hold.slotId] })],
);
