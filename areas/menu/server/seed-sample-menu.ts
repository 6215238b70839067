import { MealRequest } from '#areas/menu/calls/meals.ts';
import { mealFactsFrom } from '#areas/menu/calls/meal-facts.ts';
import { type MealWithRecipe, fieldsCarriedBy, wireName } from '#areas/menu/rules/meal-fields.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import sampleMenu from './samples/sample-menu.json' with { type: 'json' };
import { eq, inArray } from 'drizzle-orm';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { KeepsBecause } from '#areas/menu/rules/recipe-limits.ts';
import type { BaseUnit } from '#areas/menu/rules/units.ts';
import type { StoreArea } from '#areas/menu/rules/storage-advice.ts';
import { recipeList, recipeTraces } from '#areas/menu/rules/recipe-book.ts';
import { assertDefined } from '#platform/server/errors.ts';
import {
  ingredients,
  components,
  mealRecipes,
  recipeLines,
  supplierPacks,
  suppliers,
} from '#areas/menu/server/tables/recipes.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { recordVersions } from '#areas/menu/server/save-meal.ts';
import sampleComponents from './samples/components.json' with { type: 'json' };
import sampleIngredients from './samples/ingredients.json' with { type: 'json' };
import sampleMealRecipes from './samples/meal-recipes.json' with { type: 'json' };
import sampleSuppliers from './samples/suppliers.json' with { type: 'json' };

type SampleMeal = (typeof sampleMenu)[number];

/** Puts the sample menu into a database that has no meals. Returns how many were added. */
export async function seedSampleMenu(db: Database): Promise<number> {
  const [anyMeal] = await db.select({ id: meals.id }).from(meals).limit(1);
  if (anyMeal) return 0;
  const added = await db
    .insert(meals)
    .values(
      sampleMenu.map((meal) => ({ slug: meal.slug, origin: 'sample', ...sampleMealFacts(meal) })),
    )
    // Two processes may start on one empty database.
    .onConflictDoNothing({ target: meals.slug })
    .returning({ id: meals.id });
  return added.length;
}

/** What a meal of the sample menu says, read as if staff had sent it. */
export function sampleMealFacts(meal: SampleMeal): MealWithRecipe {
  const said = fieldsCarriedBy('seed').map((field) => [wireName(field), meal[wireName(field)]]);
  return mealFactsFrom(MealRequest.parse({ ...Object.fromEntries(said), isActive: true }));
}

type SampleLine = { ingredient?: string; component?: string; qty: number; prep?: string };
type Ids = Record<'ingredients' | 'components', ReadonlyMap<string, number>>;

const SOURCE = 'Rounded kitchen figure, from general knowledge';

/**
 * How the meals of the sample menu are made. For a menu that was just seeded; does nothing once there are ingredients.
 * Returns how many meals got a recipe.
 */
export async function seedSampleRecipes(db: Database, now: Instant): Promise<number> {
  return db.transaction(async (tx) => {
    const [anyIngredient] = await tx.select({ id: ingredients.id }).from(ingredients).limit(1);
    if (anyIngredient) return 0;
    const ingredientIds = await addIngredients(tx, new Date(now));
    await addPacks(tx, ingredientIds);
    const componentIds = await addComponents(tx);
    const ids = { ingredients: ingredientIds, components: componentIds };
    const mealIds = await addMealRecipes(tx);
    const linesOf = (owner: { componentId: number } | { mealId: number }, lines: SampleLine[]) =>
      lines.map((line, position) => ({ ...owner, ...sampleLine(line, ids), position }));
    await tx.insert(recipeLines).values([
      ...sampleComponents.flatMap(({ name, lines }) =>
        linesOf({ componentId: idOf(componentIds, name) }, lines),
      ),
      ...sampleMealRecipes.flatMap(({ slug, lines }) => {
        const mealId = mealIds.get(slug);
        return mealId === undefined ? [] : linesOf({ mealId }, lines);
      }),
    ]);
    const owners = [
      ...[...componentIds.values()].map((componentId) => ({ componentId })),
      ...[...mealIds.values()].map((mealId) => ({ mealId })),
    ];
    const book = await loadRecipeBook(tx);
    await recordVersions(tx, book, owners, { at: now, by: null });
    for (const { mealId, lines } of book.meals.values())
      await tx
        .update(meals)
        .set({ recipeList: recipeList(lines, book), mayContain: recipeTraces(lines, book) })
        .where(eq(meals.id, mealId));
    return mealIds.size;
  });
}

async function addIngredients(tx: Transaction, checkedAt: Date): Promise<Map<string, number>> {
  const added = await tx
    .insert(ingredients)
    .values(
      sampleIngredients.map(
        ({ pack: _pack, smallPack: _small, per100, baseUnit, storeArea, ...ingredient }) => ({
          ...ingredient,
          ...per100,
          baseUnit: baseUnit as BaseUnit,
          storeArea: storeArea as StoreArea,
          contains: ingredient.contains as Allergen[],
          mayContain: (ingredient.mayContain ?? []) as Allergen[],
          checkedAt,
          nutrientSource: SOURCE,
        }),
      ),
    )
    .returning({ id: ingredients.id, name: ingredients.name });
  return new Map(added.map(({ id, name }) => [name, id]));
}

async function addPacks(tx: Transaction, ingredientIds: ReadonlyMap<string, number>) {
  const added = await tx
    .insert(suppliers)
    .values(sampleSuppliers)
    .returning({ id: suppliers.id, name: suppliers.name });
  const supplierIds = new Map(added.map(({ id, name }) => [name, id]));
  await tx.insert(supplierPacks).values(
    sampleIngredients.flatMap(({ name, pack, smallPack }) => {
      if (!pack) return [];
      const { supplier, ...sold } = pack;
      const both = {
        ...sold,
        supplierId: idOf(supplierIds, supplier),
        ingredientId: idOf(ingredientIds, name),
        isLabelRead: true,
      };
      return [
        { ...both, isPreferred: true },
        ...(smallPack ? [{ ...both, ...smallPack, isPreferred: false }] : []),
      ];
    }),
  );
}

async function addComponents(tx: Transaction): Promise<Map<string, number>> {
  const added = await tx
    .insert(components)
    .values(
      sampleComponents.map(({ lines: _lines, baseUnit, keepsBecause, ...component }) => ({
        ...component,
        baseUnit: baseUnit as 'g' | 'ml',
        keepsBecause: keepsBecause as KeepsBecause | null,
      })),
    )
    .returning({ id: components.id, name: components.name });
  return new Map(added.map(({ id, name }) => [name, id]));
}

/** By the slugs of their meals; a sample meal that is not there has none. */
async function addMealRecipes(tx: Transaction): Promise<Map<string, number>> {
  const slugs = sampleMealRecipes.map(({ slug }) => slug);
  const found = await tx
    .select({ id: meals.id, slug: meals.slug })
    .from(meals)
    .where(inArray(meals.slug, slugs));
  const mealIds = new Map(found.map(({ id, slug }) => [slug, id]));
  const known = sampleMealRecipes.flatMap(({ slug, basis, packagingCents, steps }) => {
    const mealId = mealIds.get(slug);
    return mealId === undefined ? [] : [{ mealId, basis, packagingCents, steps }];
  });
  if (known.length > 0) await tx.insert(mealRecipes).values(known);
  return mealIds;
}

function sampleLine({ ingredient, component, qty, prep = '' }: SampleLine, ids: Ids) {
  return {
    qty,
    prep,
    ingredientId: ingredient === undefined ? null : idOf(ids.ingredients, ingredient),
    usesComponentId: component === undefined ? null : idOf(ids.components, component),
  };
}

function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  return assertDefined(ids.get(name), `the sample recipes' ${name}`);
}
