import { setImmediate } from 'node:timers/promises';
import type {
  ColumnsQuery,
  FoodReply,
  FoodTableReply,
  MatchedIngredient,
} from '#areas/recipes/calls/food-table.ts';
import type { Food } from '#areas/recipes/rules/food-row.ts';
import { indexFoods, suggestFoods } from '#areas/recipes/rules/suggest-foods.ts';
import { NUTRIENTS, type Nutrients } from '#areas/menu/rules/recipe/nutrition.ts';
import type { Context } from '#platform/server/context.ts';
import { loadRecipeBook, type StoredIngredient } from '#areas/menu/server/load-recipe-book.ts';
import { readFoodTable } from '#areas/recipes/server/read-food-table.ts';

const MOST_SUGGESTED = 5;
const MOST_FOUND = 20;

/** Which foods of the file fit which ingredient. Stores nothing. Throws as `readFoodTable`. */
export async function previewFoodTable(
  { db }: Pick<Context, 'db'>,
  file: Buffer,
  sent: ColumnsQuery,
): Promise<FoodTableReply> {
  const { foods, ...table } = await readFoodTable(file, sent);
  const { ingredients } = await loadRecipeBook(db);
  const index = indexFoods(foods.map(({ name }) => name));
  const byKey = new Map(foods.flatMap((food) => (food.key === null ? [] : [[food.key, food]])));
  // Water is nothing but weight to the sums.
  const asked = [...ingredients.values()].filter(
    ({ archivedAt, isBought }) => archivedAt === null && isBought,
  );
  const matches: MatchedIngredient[] = [];
  for (const ingredient of foods.length === 0 ? [] : asked.toSorted(byName)) {
    const known = byKey.get(ingredient.nutrientKey ?? '') ?? null;
    const like = suggestFoods(index, ingredient.name, MOST_SUGGESTED);
    matches.push(
      matched(
        ingredient,
        known,
        like.flatMap((at) => foods[at] ?? []),
      ),
    );
    // Each looks through thousands of foods: others are served in between.
    await setImmediate();
  }
  return { ...table, foodCount: foods.length, ingredients: matches };
}

/** Foods with these words in their names, the likest first. Throws as `readFoodTable`. */
export async function findFoods(
  file: Buffer,
  { words, ...sent }: ColumnsQuery & { words: string },
): Promise<{ foods: FoodReply[] }> {
  const { foods } = await readFoodTable(file, sent);
  const found = suggestFoods(indexFoods(foods.map(({ name }) => name)), words, MOST_FOUND);
  return { foods: found.flatMap((at) => foods[at] ?? []).map(toReply) };
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name, 'en-AU');
}

function matched(
  ingredient: StoredIngredient,
  known: Food | null,
  like: readonly Food[],
): MatchedIngredient {
  const { id, name, version, nutrientSource } = ingredient;
  const others = like.filter((food) => food !== known);
  return {
    id,
    name,
    version,
    nutrientSource,
    ...nutrientsOf(ingredient),
    isKnown: known !== null,
    foods: [...(known ? [known] : []), ...others].map(toReply),
  };
}

function toReply({ key, name, figures }: Food): FoodReply {
  return { key, name, ...figures };
}

export function nutrientsOf(ingredient: Nutrients): Nutrients {
  return Object.fromEntries(
    NUTRIENTS.map((nutrient) => [nutrient, ingredient[nutrient]]),
  ) as Nutrients;
}
