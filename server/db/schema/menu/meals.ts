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
import type { Allergen } from '#domain/menu/allergens.ts';
import { MEAL_TYPES } from '#domain/menu/meal.ts';
import { MEAL_NUMBER_LIMITS, MEAL_TEXT_LIMITS } from '#domain/menu/meal-limits.ts';
import { createdAt, isOneOf, isWithin } from '../column-rules.ts';

const limits = MEAL_NUMBER_LIMITS;

export const meals = pgTable(
  'meals',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Set only for meals of the sample menu, so that seeding again does not duplicate them. */
    slug: text().unique('meals_slug'),
    name: varchar({ length: MEAL_TEXT_LIMITS.name.maxLength }).notNull(),
    description: varchar({ length: MEAL_TEXT_LIMITS.description.maxLength }).notNull(),
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
    ingredients: varchar({ length: MEAL_TEXT_LIMITS.ingredients.maxLength }).notNull().default(''),
    allergens: text().array().$type<Allergen[]>(),
    shelfLifeDays: integer(),
    freezable: boolean(),
    storageText: varchar({ length: MEAL_TEXT_LIMITS.storageText.maxLength }).notNull().default(''),
    heatingText: varchar({ length: MEAL_TEXT_LIMITS.heatingText.maxLength }).notNull().default(''),
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
    isWithin('meals_calories', meal.calories, limits.calories),
    isWithin('meals_protein', meal.proteinGrams, limits.proteinGrams),
    isWithin('meals_carbs', meal.carbsGrams, limits.carbsGrams),
    isWithin('meals_fat', meal.fatGrams, limits.fatGrams),
    isWithin('meals_saturated_fat', meal.saturatedFatGrams, limits.saturatedFatGrams),
    isWithin('meals_sugars', meal.sugarsGrams, limits.sugarsGrams),
    isWithin('meals_sodium', meal.sodiumMg, limits.sodiumMg),
    isWithin('meals_serving', meal.servingGrams, limits.servingGrams),
    isWithin('meals_price', meal.priceCents, limits.priceCents),
    isWithin('meals_prep', meal.prepMinutes, limits.prepMinutes),
    isWithin('meals_shelf_life', meal.shelfLifeDays, limits.shelfLifeDays),
    check('meals_availability', sql`${meal.availableTo} >= ${meal.availableFrom}`),
  ],
);

export type MealRow = typeof meals.$inferSelect;
