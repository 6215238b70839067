import {
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
  uniqueIndex,
  date,
} from 'drizzle-orm/pg-core';
import { deliveries } from './deliveries.ts';
import { MISSING_REASONS, TICKS } from '#areas/order-book/rules/pack-bag.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { isWindow } from '#areas/business/server/tables/window-column.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';

/** In place of a person's name: the checker put a present's card into the bag. */
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
    /** For the report that went on without a check and was confirmed: taken back with it. Null: a packer looked. */
    changeId: uuid(),
  },
  (check) => [index('pack_checks_delivery').on(check.deliveryId)],
);

export type PackCheckRow = typeof packChecks.$inferSelect;
export type NewPackCheck = typeof packChecks.$inferInsert;

/** Who has a bag open, so that packers do not open the same one. It stops nobody. */
export const packClaims = pgTable('pack_claims', {
  deliveryId: integer()
    .primaryKey()
    .references(() => deliveries.id, { onDelete: 'cascade' }),
  staffId: uuid().notNull(),
  staffName: text().notNull(),
  until: timestamp({ withTimezone: true }).notNull(),
});

/**
 * What packers said of each portion. Rows are only ever added, so that two packers at one bag add up: the last word on a
 * portion counts. Items are written again when an order is edited, so a portion is named by its number alone, with what it
 * was and whose: a row counts only while that is still true.
 */
export const packTicks = pgTable(
  'pack_ticks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: integer()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    itemId: integer().notNull(),
    mealId: integer().notNull(),
    personId: integer().notNull(),
    state: text({ enum: TICKS }).notNull(),
    /** Set with `missing` only. */
    reason: text({ enum: MISSING_REASONS }),
    at: timestamp({ withTimezone: true }).notNull(),
    staffId: uuid().notNull(),
    staffName: text().notNull(),
    /** The page it was tapped on, as long as it stays open. */
    deviceId: uuid(),
    /** One for each tap, however often it is sent. */
    key: uuid().notNull(),
  },
  (tick) => [
    uniqueIndex('pack_ticks_key').on(tick.key),
    index('pack_ticks_delivery').on(tick.deliveryId, tick.itemId),
    isOneOf('pack_ticks_state', tick.state, TICKS),
    isOneOf('pack_ticks_reason', tick.reason, MISSING_REASONS),
  ],
);

export type PackTickRow = typeof packTicks.$inferSelect;

/**
 * Portions that were ticked off as cooked, or taken back. Rows are only ever added, so that two screens add up: the sum of
 * a meal's counts in a window is what is done of it.
 */
export const cookTicks = pgTable(
  'cook_ticks',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    date: date().notNull(),
    window: text('time_slot').$type<DeliveryWindow>().notNull(),
    mealId: integer()
      .notNull()
      .references(() => meals.id),
    /** For the meal, by which these portions were cooked. */
    mealVersion: integer().notNull(),
    /** As it was sent. */
    asked: integer().notNull(),
    /** As it counts: never below nothing done, nor above what there is to cook. */
    count: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    staffId: uuid().notNull(),
    staffName: text().notNull(),
    /** One for each tap, however often it is sent. */
    key: uuid().notNull(),
  },
  (tick) => [
    uniqueIndex('cook_ticks_key').on(tick.key),
    index('cook_ticks_slot').on(tick.date, tick.window, tick.mealId),
    isWindow('cook_ticks_time_slot', tick.window),
  ],
);

/**
 * Orders whose food is to be looked through again. Triggers mark them, no matter who wrote what their verdicts follow from: needs,
 * portions, where a delivery is, a recipe, how long food keeps. `followFood` takes the marks away.
 */
export const foodMarks = pgTable('food_marks', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  orderId: integer().notNull(),
});
