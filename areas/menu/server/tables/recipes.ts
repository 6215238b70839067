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
  numeric,
} from 'drizzle-orm/pg-core';
import type { AllergenReasons } from '#areas/menu/rules/derive-meal.ts';
import {
  KEEPS_BECAUSE,
  LONGEST_KEEPS_DAYS,
  LONGEST_PREP,
  MOST_KEEPS_DAYS,
  MOST_MINUTES,
} from '#areas/menu/rules/recipe-limits.ts';
import { LONGEST_EQUIPMENT_NAME } from '#areas/business/rules/kitchen-hours.ts';
import { MOST_LOSS_BP } from '#areas/menu/rules/recipe.ts';
import {
  createdAt,
  isInRange,
  isNotNegative,
  isOneOf,
} from '#platform/server/db/tables/column-rules.ts';
import { meals } from './meals.ts';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { BASE_UNITS } from '#areas/menu/rules/units.ts';
import { STORE_AREAS, STOCK_RULES } from '#areas/menu/rules/storage-advice.ts';
import { type Round, USUAL_ARRIVES_BY } from '#areas/menu/rules/supplier-rounds.ts';

/** What is cooked here and goes into meals or other components: rice, a sauce, tzatziki. */
export const components = pgTable(
  'components',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: varchar({ length: 80 }).notNull(),
    baseUnit: text({ enum: ['g', 'ml'] }).notNull(),
    gramsPerLitre: integer(),
    /** The largest batch, done; its lines are for that much. */
    potQty: integer().notNull(),
    minQty: integer().notNull().default(0),
    wholePots: boolean().notNull().default(false),
    keepsDays: integer().notNull(),
    /** Why it keeps longer than chilled food does. */
    keepsBecause: text({ enum: KEEPS_BECAUSE }),
    /** How many days before the delivery it may be cooked at the earliest. */
    cookAheadDays: integer().notNull().default(0),
    /** How many days before the delivery it has to be ready at the latest: a marinade. */
    readyDaysBefore: integer().notNull().default(0),
    /** What it goes into is heated through, so that its days count no longer. */
    restartsLife: boolean().notNull().default(false),
    ...workMinutes(),
    /** Its core is measured when it is done. */
    coreCheck: boolean().notNull().default(false),
    /** What it is cooked in, as the settings name it; empty: nothing that is counted. */
    equipmentName: varchar({ length: LONGEST_EQUIPMENT_NAME }).notNull().default(''),
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
    isInRange('components_keeps_days', component.keepsDays, { min: 0, max: LONGEST_KEEPS_DAYS }),
    isOneOf('components_keeps_because', component.keepsBecause, KEEPS_BECAUSE),
    check(
      'components_keeps_longer',
      sql`${component.keepsDays} <= ${sql.raw(String(MOST_KEEPS_DAYS))} or ${component.keepsBecause} is not null`,
    ),
    areMinutes('components', component),
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
    /** For one portion. */
    packagingCents: integer().notNull().default(0),
    steps: varchar({ length: 4000 }).notNull().default(''),
    /** Why the meal declares what its ingredients do not bring, or does not declare sulphites that they do. */
    allergenReasons: jsonb().$type<AllergenReasons>().notNull().default({}),
    /** All null: it is filled on its delivery day. */
    ...workMinutes(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (recipe) => [
    isInRange('meal_recipes_basis', recipe.basis, { min: 1, max: 500 }),
    isNotNegative('meal_recipes_packaging', recipe.packagingCents),
    areMinutes('meal_recipes', recipe),
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
    /** How it is cut or dressed: "5 mm batons"; empty: the steps say all. */
    prep: varchar({ length: LONGEST_PREP }).notNull().default(''),
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
    /** Null: by its store area. */
    stockRule: text({ enum: STOCK_RULES }),
    stockCountedAt: timestamp({ withTimezone: true }),
    /** Base units that are to be there after a plan; null: a usual week's use of goods that stay. */
    reserveQty: integer(),
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
    /** For unlikely ones: who said that the pack has them so; null: they are likely. */
    figuresVouchedBy: text(),
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
    isOneOf('ingredients_stock_rule', ingredient.stockRule, STOCK_RULES),
    isNotNegative('ingredients_reserve_qty', ingredient.reserveQty),
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

/** How long work takes; null: not entered. */
function workMinutes() {
  return {
    handsMinutes: integer(),
    restMinutes: integer(),
    cookMinutes: integer(),
    chillMinutes: integer(),
  };
}

type MinuteColumns = Record<keyof ReturnType<typeof workMinutes>, AnyPgColumn>;

function areMinutes(table: string, row: MinuteColumns) {
  const { handsMinutes, restMinutes, cookMinutes, chillMinutes } = row;
  const all = sql.join([handsMinutes, restMinutes, cookMinutes, chillMinutes], sql`, `);
  const most = sql.raw(String(MOST_MINUTES));
  return check(`${table}_minutes`, sql`least(${all}) >= 0 and greatest(${all}) <= ${most}`);
}

function perHundredGrams() {
  return numeric({ precision: 7, scale: 2, mode: 'number' });
}

export const suppliers = pgTable(
  'suppliers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: varchar({ length: 80 }).notNull(),
    /** Where orders are sent; empty: not by email. */
    email: varchar({ length: 254 }).notNull().default(''),
    address: varchar({ length: 200 }).notNull().default(''),
    /** When it comes, and until when that is ordered; empty: any day, ordered the evening before. */
    rounds: jsonb().$type<Round[]>().notNull().default([]),
    /** On the kitchen's clock. */
    arrivesByMinute: integer().notNull().default(USUAL_ARRIVES_BY),
    minOrderCents: integer().notNull().default(0),
    deliveryCents: integer().notNull().default(0),
    version: integer().notNull().default(1),
    archivedAt: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (supplier) => [
    uniqueIndex('suppliers_name')
      .on(sql`lower(${supplier.name})`)
      .where(sql`${supplier.archivedAt} is null`),
    check('suppliers_name_given', sql`btrim(${supplier.name}) <> ''`),
    isInRange('suppliers_arrives_by', supplier.arrivesByMinute, { min: 0, max: 1439 }),
    check('suppliers_cents', sql`least(${supplier.minOrderCents}, ${supplier.deliveryCents}) >= 0`),
  ],
);
export type SupplierRow = typeof suppliers.$inferSelect;

/** In what a supplier sells an ingredient. */
export const supplierPacks = pgTable(
  'supplier_packs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    supplierId: integer()
      .notNull()
      .references(() => suppliers.id),
    ingredientId: integer()
      .notNull()
      .references(() => ingredients.id),
    code: varchar({ length: 40 }).notNull().default(''),
    /** As it is ordered: "5 kg bag". */
    name: varchar({ length: 60 }).notNull().default(''),
    /** Base units of the ingredient. */
    qty: integer().notNull(),
    /** Null: not known, so nothing made of it has a cost. */
    priceCents: integer(),
    /** Sold in multiples of this many packs. */
    step: integer().notNull().default(1),
    minPacks: integer().notNull().default(0),
    /** Days that it keeps unopened; null: long. */
    keepsDays: integer(),
    isPreferred: boolean().notNull().default(false),
    /** Whether someone has compared what is on this product's label with what its ingredient contains. */
    isLabelRead: boolean().notNull().default(false),
  },
  (pack) => [
    uniqueIndex('supplier_packs_preferred')
      .on(pack.ingredientId)
      .where(sql`${pack.isPreferred}`),
    check('supplier_packs_qty', sql`${pack.qty} > 0`),
    isNotNegative('supplier_packs_price', pack.priceCents),
    check('supplier_packs_step', sql`${pack.step} >= 1`),
    check(
      'supplier_packs_min_packs',
      sql`${pack.minPacks} >= 0 and ${pack.minPacks} % ${pack.step} = 0`,
    ),
    isNotNegative('supplier_packs_keeps_days', pack.keepsDays),
  ],
);
export type SupplierPackRow = typeof supplierPacks.$inferSelect;
