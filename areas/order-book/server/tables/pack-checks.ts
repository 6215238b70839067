import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { deliveries } from './deliveries.ts';

/** In place of a person: whoever checked put a present's card into the bag. */
export const CARD = 0;

/** Who looked at a person's allergies before their bag was packed, at what, and when. Rows are only ever added. */
export const packChecks = pgTable(
  'pack_checks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: integer()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    /** Not bound to its row: a person leaves an edited order. `CARD` for a present's card. */
    personId: integer().notNull(),
    /** Or what is on the card. Name, allergens, note, and each meal with its allergens, in words: with other words it counts no longer. */
    food: text().notNull(),
    /** How often the bag had been reopened: after another time it counts no longer. */
    reopened: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    staffId: uuid().notNull(),
    staffName: text().notNull(),
    /** Of the report that went on without a check and was confirmed: taken back with it. Null: a packer looked. */
    changeId: uuid(),
  },
  (check) => [index('pack_checks_delivery').on(check.deliveryId)],
);

export type PackCheckRow = typeof packChecks.$inferSelect;
export type NewPackCheck = typeof packChecks.$inferInsert;
