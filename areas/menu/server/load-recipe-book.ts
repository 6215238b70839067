import { asc, eq } from 'drizzle-orm';
import type { BookLine } from '#areas/menu/rules/recipe-book.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  type IngredientRow,
  ingredients,
  type ComponentRow,
  components,
  type MealRecipeRow,
  mealRecipes,
  type RecipeLineRow,
  recipeLines,
  supplierPacks,
} from '#areas/menu/server/tables/recipes.ts';

type Pack = { qty: number; priceCents: number | null };
export type StoredIngredient = IngredientRow & { pack: Pack | null };
export type StoredComponent = ComponentRow & { lines: BookLine[] };
export type StoredMealRecipe = MealRecipeRow & { lines: BookLine[] };

/** All ingredients, components and meal recipes, archived ones too: old versions refer to them. */
export type StoredBook = {
  ingredients: ReadonlyMap<number, StoredIngredient>;
  components: ReadonlyMap<number, StoredComponent>;
  meals: ReadonlyMap<number, StoredMealRecipe>;
};

export async function loadRecipeBook(db: Pick<Transaction, 'select'>): Promise<StoredBook> {
  const bought = await db.select().from(ingredients);
  const packs = await db.select().from(supplierPacks).where(eq(supplierPacks.isPreferred, true));
  const cooked = await db.select().from(components);
  const recipes = await db.select().from(mealRecipes);
  const lines = await db.select().from(recipeLines).orderBy(asc(recipeLines.position));
  const packOf = new Map(packs.map((pack) => [pack.ingredientId, pack]));
  const ofComponent = Map.groupBy(lines, ({ componentId }) => componentId);
  const ofMeal = Map.groupBy(lines, ({ mealId }) => mealId);
  return {
    ingredients: new Map(
      bought.map((row) => [row.id, { ...row, pack: packOf.get(row.id) ?? null }]),
    ),
    components: new Map(
      cooked.map((row) => [row.id, { ...row, lines: toLines(ofComponent.get(row.id)) }]),
    ),
    // A recipe of no lines says nothing: the meal is planned and shown as one that has none.
    meals: new Map(
      recipes.flatMap((row) => {
        const rows = ofMeal.get(row.mealId);
        return rows ? [[row.mealId, { ...row, lines: toLines(rows) }] as const] : [];
      }),
    ),
  };
}

function toLines(rows: readonly RecipeLineRow[] = []): BookLine[] {
  return rows.map(toBookLine);
}

export function toBookLine({
  ingredientId,
  usesComponentId,
  qty,
  lossBp,
  prep,
}: RecipeLineRow): BookLine {
  const line = { qty, lossBp, ...(prep !== '' && { prep }) };
  if (ingredientId !== null) return { ingredientId, ...line };
  if (usesComponentId !== null) return { componentId: usesComponentId, ...line };
  throw new Error('a recipe line uses nothing');
}

/** Meals whose recipe needs one of these, through any number of components. */
export function mealsUsing(
  { meals, components: all }: Pick<StoredBook, 'meals' | 'components'>,
  used: { ingredientIds?: Iterable<number>; componentIds?: Iterable<number> },
): number[] {
  const ingredientIds = new Set(used.ingredientIds);
  const componentIds = new Set(used.componentIds);
  const needs = (lines: readonly BookLine[]): boolean =>
    lines.some((line) =>
      'ingredientId' in line
        ? ingredientIds.has(line.ingredientId)
        : componentIds.has(line.componentId) || needs(all.get(line.componentId)?.lines ?? []),
    );
  return [...meals.values()]
    .filter(({ lines }) => needs(lines))
    .map(({ mealId }) => mealId)
    .toSorted((a, b) => a - b);
}
