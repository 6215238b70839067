import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { mealDays } from './meal-days.ts';
import { checkouts } from './checkouts.ts';
import { orderChanges } from './order-changes.ts';

/** Portions held for an unpaid checkout. Deleted when they are booked or released. */
export const portionHolds = pgTable(
  'portion_holds',
  {
    checkoutId: uuid()
      .notNull()
      .references(() => checkouts.id),
    mealDayId: integer()
      .notNull()
      .references(() => mealDays.id),
    portions: integer().notNull(),
  },
  (hold) => [
    primaryKey({ columns: [hold.checkoutId, hold.mealDayId] }),
    check('portion_holds_portions', sql`${hold.portions} > 0`),
  ],
);

/** Portions held for a change of a paid order that waits for its payment. Deleted when they are booked or released. */
export const changePortionHolds = pgTable(
  'change_portion_holds',
  {
    changeId: uuid()
      .notNull()
      .references(() => orderChanges.id),
    mealDayId: integer()
      .notNull()
      .references(() => mealDays.id),
    portions: integer().notNull(),
  },
  (hold) => [
    primaryKey({ columns: [hold.changeId, hold.mealDayId] }),
    check('change_portion_holds_portions', sql`${hold.portions} > 0`),
  ],
);
