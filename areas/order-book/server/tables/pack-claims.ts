import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { deliveries } from './deliveries.ts';

/** Who has a bag open, so that packers do not open the same one. It stops nobody. */
export const packClaims = pgTable('pack_claims', {
  deliveryId: integer()
    .primaryKey()
    .references(() => deliveries.id, { onDelete: 'cascade' }),
  staffId: uuid().notNull(),
  staffName: text().notNull(),
  until: timestamp({ withTimezone: true }).notNull(),
});
