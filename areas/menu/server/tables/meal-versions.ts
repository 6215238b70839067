import { integer, jsonb, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';
import { meals } from './meals.ts';

/**
 * What a meal was in each of its versions: a trigger of `meals` adds a row with every change, whoever makes it, and none is
 * ever changed. Food that is cooked stays what it was.
 */
export const mealVersions = pgTable(
  'meal_versions',
  {
    mealId: integer()
      .notNull()
      .references(() => meals.id),
    /** 0 and below: as orders of an older program had it. */
    version: integer().notNull(),
    /** By the names of the columns of `meals`. */
    facts: jsonb().$type<Record<string, unknown>>().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (row) => [primaryKey({ name: 'meal_versions_pkey', columns: [row.mealId, row.version] })],
);
