import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { DRIVER_NOTICES } from '#areas/order-book/rules/driver-notices.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { deliveries } from './deliveries.ts';

/** What changed about a delivery while its bag was on the road. What it changed to stands in its order. */
export const driverNotices = pgTable(
  'driver_notices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: integer()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    kind: text({ enum: DRIVER_NOTICES }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Who had the bag; null: nobody in particular, so every driver hears of it. */
    driverId: uuid(),
    /** When it first stood on a driver's screen, by the server's clock as far as that phone knew it. */
    shownAt: timestamp({ withTimezone: true }),
    shownTo: text(),
    /** When they said that they had read it: it is shown no more. */
    readAt: timestamp({ withTimezone: true }),
  },
  (notice) => [
    isOneOf('driver_notices_kind', notice.kind, DRIVER_NOTICES),
    index('driver_notices_delivery').on(notice.deliveryId),
  ],
);

export type DriverNoticeRow = typeof driverNotices.$inferSelect;
