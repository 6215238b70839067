import { customType, integer, pgTable } from 'drizzle-orm/pg-core';
import { createdAt } from '#platform/server/db/tables/column-rules.ts';
import { deliveryEvents } from './delivery-events.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Where a driver left the bags, re-encoded: at most one photo of each report. Deleted after 30 days. */
export const deliveryPhotos = pgTable('delivery_photos', {
  eventId: integer()
    .primaryKey()
    .references(() => deliveryEvents.id, { onDelete: 'cascade' }),
  bytes: bytea().notNull(),
  createdAt: createdAt(),
});
