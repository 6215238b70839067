import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { TRAINING_BASES } from '#areas/staff/rules/food-training.ts';
import { isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { staff } from '#platform/server/db/tables/staff.ts';

/**
 * What those who handle food were trained in, as the law wants it on record. Rows are only ever added, a trigger refuses
 * the rest; the newest of a person counts.
 */
export const foodHandlers = pgTable(
  'food_handlers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null: someone without an account, by their name. */
    staffId: uuid().references(() => staff.id),
    /** As the person was called then. */
    name: varchar({ length: 60 }).notNull(),
    basis: text({ enum: TRAINING_BASES }).notNull(),
    /** The course, or which skills were shown to whom. */
    what: varchar({ length: 200 }).notNull(),
    doneOn: date().notNull(),
    /** The first day on which it counts no longer; null: it goes on. */
    ends: date(),
    by: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (line) => [
    isOneOf('food_handlers_basis', line.basis, TRAINING_BASES),
    check('food_handlers_named', sql`btrim(${line.name}) <> '' and btrim(${line.what}) <> ''`),
    check('food_handlers_ends', sql`${line.ends} >= ${line.doneOn}`),
    index('food_handlers_staff').on(line.staffId),
  ],
);
export type FoodHandlerRow = typeof foodHandlers.$inferSelect;
