import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
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
    /** Hashes of the network, email and phone that hold it, to be counted; null in holds of phone orders and those that were rebuilt. */
    holderNetwork: text(),
    holderEmail: text(),
    holderPhone: text(),
  },
  (hold) => [primaryKey({ columns: [hold.checkoutId, hold.slotId] })],
);
