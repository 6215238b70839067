import {
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { isWindow } from '#areas/business/server/tables/window-column.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';

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
    /** Of the meal, by which these portions were cooked. */
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
