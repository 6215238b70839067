import type { ColumnsQuery, FoodReply, FoodTableReply } from '#contract/recipes/food-table.ts';
import type { Food } from '#domain/production/food-table/food-row.ts';
import { indexFoods, suggestFoods } from '#domain/production/food-table/suggest-foods.ts';
import { NUTRIENTS, type Nutrients } from '#domain/production/recipe/nutrition.ts';
import type { Context } from '#server/context.ts';
import { loadRecipeBook, type StoredIngredient } from '#server/recipe-book/load-recipe-book.ts';
import { readFoodTable } from '#server/recipes/food-table/read-food-table.ts';

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
  return {
    ...table,
    foodCount: foods.length,
    ingredients:
      foods.length === 0
        ? []
        : asked
            .toSorted((a, b) => a.name.localeCompare(b.name, 'en-AU'))
            .map((ingredient) => {
              const known = byKey.get(ingredient.nutrientKey ?? '') ?? null;
              const like = suggestFoods(index, ingredient.name, MOST_SUGGESTED).flatMap(
                (at) => foods[at] ?? [],
              );
              return matched(ingredient, known, like);
            }),
  };
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

function matched(ingredient: StoredIngredient, known: Food | null, like: readonly Food[]) {
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
