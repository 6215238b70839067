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
  customType,
  primaryKey,
  jsonb,
  smallint,
} from 'drizzle-orm/pg-core';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';
import { MEAL_TYPES } from '#areas/menu/rules/meal.ts';
import { MEAL_FIELDS } from '#areas/menu/rules/meal-fields.ts';
import {
  createdAt,
  isOneOf,
  isInRange,
  isNotNegative,
} from '#platform/server/db/tables/column-rules.ts';
import { MEAL_IMAGE_FORMATS, MEAL_IMAGE_WIDTHS } from '#areas/menu/rules/meal-picture.ts';
import { ALL_DAYS, MENU_STATES, type MenuState } from '#areas/menu/rules/menu-week.ts';

const fields = MEAL_FIELDS;

export const meals = pgTable(
  'meals',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /**
     * After its first name (`areas/menu/rules/meal.ts`), or as the sample menu states it. Renaming the meal does not
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
    /** Everything that its recipe names, however little; the cookbook keeps it (`areas/menu/rules/recipe-book.ts`). */
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
    /** `sample`: of the sample menu; `import:{bulk act}`: of a file; null: staff made it. */
    origin: text(),
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

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Uploaded pictures, re-encoded. Stored here rather than in files, so that every process can serve them and every
 * backup includes them.
 */
export const mealImages = pgTable(
  'meal_images',
  {
    /** Hash of the image content, so a changed picture has a new address. */
    hash: text().notNull(),
    width: integer().notNull(),
    format: text({ enum: MEAL_IMAGE_FORMATS }).notNull(),
    bytes: bytea().notNull(),
    createdAt: createdAt(),
  },
  (image) => [
    primaryKey({ columns: [image.hash, image.width, image.format] }),
    isOneOf('meal_images_width', image.width, MEAL_IMAGE_WIDTHS.map(String)),
    isOneOf('meal_images_format', image.format, MEAL_IMAGE_FORMATS),
  ],
);

/**
 * What a meal was in each of its versions: a trigger of `meals` adds a row with every change, no matter who makes it, and none is
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

/** The menu of a week; a week without a row, or with a draft, offers whatever is switched on. */
export const menuWeeks = pgTable(
  'menu_weeks',
  {
    /** The first day of an ordering week. */
    weekStart: date().primaryKey(),
    state: text().$type<MenuState>().notNull().default('draft'),
    publishAt: timestamp({ withTimezone: true }).notNull(),
    version: integer().notNull().default(1),
    savedAt: timestamp({ withTimezone: true }).notNull(),
    savedBy: text().notNull(),
  },
  (week) => [
    isOneOf('menu_weeks_state', week.state, MENU_STATES),
    check('menu_weeks_version', sql`${week.version} > 0`),
  ],
);

export type MenuWeekRow = typeof menuWeeks.$inferSelect;

export const menuEntries = pgTable(
  'menu_entries',
  {
    weekStart: date()
      .notNull()
      .references(() => menuWeeks.weekStart, { onDelete: 'cascade' }),
    mealId: integer()
      .notNull()
      .references(() => meals.id),
    /** Bit 0 is the first day of the week. */
    days: smallint().notNull().default(ALL_DAYS),
    position: smallint().notNull(),
  },
  (entry) => [
    primaryKey({ columns: [entry.weekStart, entry.mealId] }),
    isInRange('menu_entries_days', entry.days, { min: 1, max: ALL_DAYS }),
    isNotNegative('menu_entries_position', entry.position),
  ],
);
