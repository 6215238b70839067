import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  integer,
  numeric,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { MOST_LOSS_BP } from '#areas/menu/rules/loss.ts';
import { BASE_UNITS } from '#areas/menu/rules/units.ts';
import { STORE_AREAS } from '#areas/menu/rules/store-areas.ts';
import { createdAt, isInRange, isOneOf } from '#platform/server/db/tables/column-rules.ts';

/** What the kitchen buys, or takes from the tap. */
export const ingredients = pgTable(
  'ingredients',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: varchar({ length: 80 }).notNull(),
    /** What its quantities count everywhere. */
    baseUnit: text({ enum: BASE_UNITS }).notNull(),
    gramsPerLitre: integer(),
    gramsPer100Pieces: integer('grams_per_100_pieces'),
    /** Peel, trim, bone: hundredths of a percent of what is bought. */
    lossBp: integer().notNull().default(0),
    storeArea: text({ enum: STORE_AREAS }).notNull(),
    /** False: water. */
    isBought: boolean().notNull().default(true),
    stockKept: boolean().notNull().default(false),
    /** As a label names it. */
    labelName: varchar({ length: 120 }).notNull(),
    /** What a bought food is made of, as its own label says it; empty: it is one food. */
    labelParts: varchar({ length: 600 }).notNull().default(''),
    /** Null: nobody has read the pack yet, which is different from none. */
    contains: text().array().$type<Allergen[]>(),
    mayContain: text().array().$type<Allergen[]>().notNull().default([]),
    checkedAt: timestamp({ withTimezone: true }),
    checkedBy: text(),
    /** For 100 g; null: not known. */
    kilojoules: perHundredGrams(),
    proteinGrams: perHundredGrams(),
    fatGrams: perHundredGrams(),
    saturatedFatGrams: perHundredGrams(),
    carbsGrams: perHundredGrams(),
    sugarsGrams: perHundredGrams(),
    sodiumMg: perHundredGrams(),
    nutrientSource: varchar({ length: 120 }).notNull().default(''),
    /** Its line in an imported table of foods. */
    nutrientKey: varchar({ length: 40 }),
    version: integer().notNull().default(1),
    archivedAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (ingredient) => [
    uniqueIndex('ingredients_name')
      .on(sql`lower(${ingredient.name})`)
      .where(sql`${ingredient.archivedAt} is null`),
    isOneOf('ingredients_base_unit', ingredient.baseUnit, BASE_UNITS),
    isOneOf('ingredients_store_area', ingredient.storeArea, STORE_AREAS),
    isInRange('ingredients_loss', ingredient.lossBp, { min: 0, max: MOST_LOSS_BP }),
    check('ingredients_name_given', sql`btrim(${ingredient.name}) <> ''`),
    check('ingredients_grams_per_litre', sql`${ingredient.gramsPerLitre} > 0`),
    check('ingredients_grams_per_100_pieces', sql`${ingredient.gramsPer100Pieces} > 0`),
    check(
      'ingredients_checked',
      sql`(${ingredient.contains} is null) = (${ingredient.checkedAt} is null)`,
    ),
    check(
      'ingredients_figures',
      sql`least(${ingredient.kilojoules}, ${ingredient.proteinGrams}, ${ingredient.fatGrams}, ${ingredient.saturatedFatGrams}, ${ingredient.carbsGrams}, ${ingredient.sugarsGrams}, ${ingredient.sodiumMg}) >= 0`,
    ),
  ],
);
export type IngredientRow = typeof ingredients.$inferSelect;

function perHundredGrams() {
  return numeric({ precision: 7, scale: 2, mode: 'number' });
}
