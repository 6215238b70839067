import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import type { AllergenReasons } from '#areas/menu/rules/recipe/derive-meal.ts';
import { MOST_KEEPS_DAYS } from '#areas/menu/rules/recipe-limits.ts';
import { MOST_LOSS_BP } from '#areas/menu/rules/loss.ts';
import {
  createdAt,
  isInRange,
  isNotNegative,
  isOneOf,
} from '#platform/server/db/tables/column-rules.ts';
import { meals } from './meals.ts';
import { ingredients } from './ingredients.ts';

/** What is cooked here and goes into meals or other components: rice, a sauce, tzatziki. */
export const components = pgTable(
  'components',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: varchar({ length: 80 }).notNull(),
    baseUnit: text({ enum: ['g', 'ml'] }).notNull(),
    gramsPerLitre: integer(),
    /** What one pot gives when it is done; its lines are for that much. */
    potQty: integer().notNull(),
    /** The smallest batch. */
    minQty: integer().notNull().default(0),
    /** Only full pots can be cooked. */
    wholePots: boolean().notNull().default(false),
    /** Days that it keeps, counted from the day it is cooked. */
    keepsDays: integer().notNull(),
    /** How many days before the delivery it may be cooked at the earliest. */
    cookAheadDays: integer().notNull().default(0),
    /** How many days before the delivery it has to be ready at the latest: a marinade. */
    readyDaysBefore: integer().notNull().default(0),
    /** What it goes into is heated through, so that its days count no longer. */
    restartsLife: boolean().notNull().default(false),
    steps: varchar({ length: 4000 }).notNull().default(''),
    version: integer().notNull().default(1),
    archivedAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (component) => [
    uniqueIndex('components_name')
      .on(sql`lower(${component.name})`)
      .where(sql`${component.archivedAt} is null`),
    isOneOf('components_base_unit', component.baseUnit, ['g', 'ml']),
    check('components_name_given', sql`btrim(${component.name}) <> ''`),
    check('components_grams_per_litre', sql`${component.gramsPerLitre} > 0`),
    check('components_pot', sql`${component.potQty} > 0`),
    check(
      'components_min',
      sql`${component.minQty} >= 0 and ${component.minQty} * 2 <= ${component.potQty}`,
    ),
    isInRange('components_keeps_days', component.keepsDays, { min: 0, max: MOST_KEEPS_DAYS }),
    check(
      'components_days',
      sql`${component.readyDaysBefore} >= 0 and ${component.readyDaysBefore} <= ${component.cookAheadDays} and ${component.cookAheadDays} <= ${component.keepsDays}`,
    ),
  ],
);
export type ComponentRow = typeof components.$inferSelect;

export const mealRecipes = pgTable(
  'meal_recipes',
  {
    mealId: integer()
      .primaryKey()
      .references(() => meals.id),
    /** How many portions the lines are for. */
    basis: integer().notNull(),
    /** Of one portion. */
    packagingCents: integer().notNull().default(0),
    steps: varchar({ length: 4000 }).notNull().default(''),
    /** Why the meal declares what its ingredients do not bring, or does not declare sulphites that they do. */
    allergenReasons: jsonb().$type<AllergenReasons>().notNull().default({}),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (recipe) => [
    isInRange('meal_recipes_basis', recipe.basis, { min: 1, max: 500 }),
    isNotNegative('meal_recipes_packaging', recipe.packagingCents),
  ],
);
export type MealRecipeRow = typeof mealRecipes.$inferSelect;

export const recipeLines = pgTable(
  'recipe_lines',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** What it is a line of: a component, or a meal. */
    componentId: integer().references(() => components.id),
    mealId: integer().references(() => mealRecipes.mealId),
    ingredientId: integer().references(() => ingredients.id),
    usesComponentId: integer().references((): AnyPgColumn => components.id),
    /** Base units of what is used, ready for the pot: peeled and trimmed, not yet cooked. */
    qty: integer().notNull(),
    /** Null: the ingredient's own; none for a component. */
    lossBp: integer(),
    position: integer().notNull(),
  },
  (line) => [
    check('recipe_lines_of_one', sql`num_nonnulls(${line.componentId}, ${line.mealId}) = 1`),
    check(
      'recipe_lines_uses_one',
      sql`num_nonnulls(${line.ingredientId}, ${line.usesComponentId}) = 1`,
    ),
    check('recipe_lines_not_itself', sql`${line.usesComponentId} <> ${line.componentId}`),
    check('recipe_lines_qty', sql`${line.qty} > 0`),
    isInRange('recipe_lines_loss', line.lossBp, { min: 0, max: MOST_LOSS_BP }),
    unique('recipe_lines_component').on(line.componentId, line.position),
    unique('recipe_lines_meal').on(line.mealId, line.position),
    index('recipe_lines_ingredient').on(line.ingredientId),
    index('recipe_lines_uses_component').on(line.usesComponentId),
  ],
);
export type RecipeLineRow = typeof recipeLines.$inferSelect;

/** Each recipe as it was saved. Rows are only ever added; a trigger refuses updates and deletes. */
export const recipeVersions = pgTable(
  'recipe_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    componentId: integer().references(() => components.id),
    mealId: integer().references(() => mealRecipes.mealId),
    version: integer().notNull(),
    body: jsonb().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Null: it came with the sample menu. */
    by: text(),
  },
  (version) => [
    check(
      'recipe_versions_of_one',
      sql`num_nonnulls(${version.componentId}, ${version.mealId}) = 1`,
    ),
    unique('recipe_versions_component').on(version.componentId, version.version),
    unique('recipe_versions_meal').on(version.mealId, version.version),
  ],
);
