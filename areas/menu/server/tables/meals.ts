import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  integer,
  numeric,
  pgTable,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/diets.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { MEAL_FIELDS } from '#areas/menu/rules/meal-fields.ts';
import { createdAt, isOneOf, isInRange } from '#platform/server/db/tables/column-rules.ts';

const fields = MEAL_FIELDS;

export const meals = pgTable(
  'meals',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /**
     * After its first name (`areas/menu/rules/meal-slug.ts`), or as the sample menu states it. Renaming the meal does not
     * change it: links and printed codes keep working.
     */
    slug: text().notNull().unique('meals_slug'),
    name: varchar({ length: fields.name.value.maxLength }).notNull(),
    description: varchar({ length: fields.description.value.maxLength }).notNull(),
    imageUrl: text(),
    calories: integer().notNull(),
    proteinGrams: integer().notNull(),
    carbsGrams: integer().notNull(),
    fatGrams: integer().notNull(),
    saturatedFatGrams: numeric({ precision: 5, scale: 1, mode: 'number' }),
    sugarsGrams: numeric({ precision: 5, scale: 1, mode: 'number' }),
    sodiumMg: integer(),
    servingGrams: integer(),
    priceCents: integer().notNull(),
    mealType: text({ enum: MEAL_TYPES }).notNull(),
    isActive: boolean().notNull().default(true),
    prepMinutes: integer().notNull(),
    ingredients: varchar({ length: fields.ingredients.value.maxLength }).notNull().default(''),
    /** Everything that its recipe names, however little; the cookbook keeps it (`areas/menu/rules/recipe/recipe-list.ts`). */
    recipeList: text().notNull().default(''),
    allergens: text().array().$type<Allergen[]>(),
    mayContain: text().array().$type<Allergen[]>(),
    dietaryTags: text().array().$type<Diet[]>(),
    shelfLifeDays: integer(),
    freezable: boolean(),
    storageText: varchar({ length: fields.storageText.value.maxLength }).notNull().default(''),
    heatingText: varchar({ length: fields.heatingText.value.maxLength }).notNull().default(''),
    coreCelsius: integer(),
    availableFrom: date(),
    availableTo: date(),
    /** Deleting a meal archives it: past orders still refer to it. */
    archivedAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (meal) => [
    isOneOf('meals_meal_type', meal.mealType, MEAL_TYPES),
    check('meals_name', sql`btrim(${meal.name}) <> ''`),
    isInRange('meals_calories', meal.calories, fields.calories.value),
    isInRange('meals_protein', meal.proteinGrams, fields.proteinGrams.value),
    isInRange('meals_carbs', meal.carbsGrams, fields.carbsGrams.value),
    isInRange('meals_fat', meal.fatGrams, fields.fatGrams.value),
    isInRange('meals_saturated_fat', meal.saturatedFatGrams, fields.saturatedFatGrams.value),
    isInRange('meals_sugars', meal.sugarsGrams, fields.sugarsGrams.value),
    isInRange('meals_sodium', meal.sodiumMg, fields.sodiumMg.value),
    isInRange('meals_serving', meal.servingGrams, fields.servingGrams.value),
    isInRange('meals_price', meal.priceCents, fields.priceCents.value),
    isInRange('meals_prep', meal.prepMinutes, fields.prepMinutes.value),
    isInRange('meals_shelf_life', meal.shelfLifeDays, fields.shelfLifeDays.value),
    isInRange('meals_core_celsius', meal.coreCelsius, fields.coreCelsius.value),
    check('meals_availability', sql`${meal.availableTo} >= ${meal.availableFrom}`),
  ],
);

export type MealRow = typeof meals.$inferSelect;
