import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { checkouts } from './checkouts.ts';
import { deliverySlots } from './delivery-slots.ts';

/** A place held for an unpaid checkout. The row is deleted when the place is booked or released. */
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
