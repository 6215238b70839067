import { check, date, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { MOST_PORTIONS, PORTION_SCOPES } from '#areas/menu/rules/portion-limits.ts';
import { isInRange, isNotNegative, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';

/**
 * Portions of a meal on the day it is eaten, or in the ordering week that starts on `date`: counted whether there is a limit
 * or not, from the first time that someone asks for the row. Changed by server/portions alone, whose guard keeps what is held
 * and booked within the limit. There is no database check for that: staff may go over it.
 */
export const mealDays = pgTable(
  'meal_days',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    mealId: integer()
      .notNull()
      .references(() => meals.id),
    date: date().notNull(),
    scope: text({ enum: PORTION_SCOPES }).notNull(),
    /** Null: no limit. */
    portions: integer(),
    held: integer().notNull().default(0),
    /** Items of orders that take a portion, and `kept`. */
    booked: integer().notNull().default(0),
    /** Cooked for items that have left their order since. */
    kept: integer().notNull().default(0),
  },
  (day) => [
    unique('meal_days_meal_date_scope').on(day.mealId, day.date, day.scope),
    isOneOf('meal_days_scope', day.scope, PORTION_SCOPES),
    isInRange('meal_days_portions', day.portions, { min: 0, max: MOST_PORTIONS }),
    isNotNegative('meal_days_held', day.held),
    isNotNegative('meal_days_booked', day.booked),
    check('meal_days_kept', sql`${day.kept} between 0 and ${day.booked}`),
  ],
);
