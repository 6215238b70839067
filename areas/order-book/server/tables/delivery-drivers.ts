import { index, integer, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { staff } from '#platform/server/db/tables/staff.ts';
import { deliveries } from './deliveries.ts';

/** Who was to drive a delivery, and since when. Rows are only ever added; the delivery itself names its driver of now. */
export const deliveryDrivers = pgTable(
  'delivery_drivers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: integer()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** Null: nobody, so every driver has it. */
    driverId: uuid().references(() => staff.id),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Who gave it to them; null: it came late, and is near another stop of theirs. */
    staffId: uuid(),
  },
  (row) => [index('delivery_drivers_delivery').on(row.deliveryId, row.id)],
);
