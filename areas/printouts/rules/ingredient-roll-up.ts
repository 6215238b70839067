/** How much of each ingredient a day needs, as far as the meals' ingredient lists say. */
import { readIngredients } from '#areas/menu/rules/ingredient-text.ts';

export type RolledMeal = { name: string; ingredients: string; servingGrams: number | null };

export type IngredientTotal = {
  name: string;
  /** Servings that contain it. */
  servings: number;
  /** Grams in the finished meals, from the stated percentages; null if none is stated. */
  grams: number | null;
  /** False if some servings do not state their share: then more than `grams` is needed. */
  isWhole: boolean;
};

export type IngredientRollUp = {
  /** Heaviest first, then by number of servings. */
  ingredients: IngredientTotal[];
  /** Meals without an ingredient list. */
  unlisted: string[];
};

/** `meals` has one entry per serving. */
export function rollUpIngredients(meals: readonly RolledMeal[]): IngredientRollUp {
  const totals = new Map<string, IngredientTotal>();
  const unlisted = new Set<string>();
  for (const { meal, servings } of countEqual(meals)) {
    const listed = readIngredients(meal.ingredients);
    if (listed.length === 0) unlisted.add(meal.name);
    for (const { name, percent } of listed) {
      const total = totals.get(name.toLowerCase()) ?? noServings(name);
      const grams =
        percent === null || meal.servingGrams === null
          ? null
          : meal.servingGrams * percent * 0.01 * servings;
      totals.set(name.toLowerCase(), {
        ...total,
        servings: total.servings + servings,
        grams: grams === null ? total.grams : (total.grams ?? 0) + grams,
        isWhole: total.isWhole && grams !== null,
      });
    }
  }
  const ingredients = [...totals.values()]
    .map((total) => ({ ...total, grams: total.grams === null ? null : Math.round(total.grams) }))
    .toSorted(compareTotals);
  return { ingredients, unlisted: [...unlisted].toSorted() };
}

/** So that each list is read once, however many servings there are. */
function countEqual(meals: readonly RolledMeal[]): { meal: RolledMeal; servings: number }[] {
  const equal = Map.groupBy(
    meals,
    ({ name, ingredients, servingGrams }) => `${name}\n${servingGrams}\n${ingredients}`,
  );
  return [...equal.values()].flatMap((servings) =>
    servings.slice(0, 1).map((meal) => ({ meal, servings: servings.length })),
  );
}

function noServings(name: string): IngredientTotal {
  return { name, servings: 0, grams: null, isWhole: true };
}

function compareTotals(a: IngredientTotal, b: IngredientTotal): number {
  return (b.grams ?? 0) - (a.grams ?? 0) || b.servings - a.servings || (a.name < b.name ? -1 : 1);
}

/** "850 g", "over 1.2 kg" when some servings state no share; a dash when none does. */
export function ingredientWeightText({
  grams,
  isWhole,
}: Pick<IngredientTotal, 'grams' | 'isWhole'>): string {
  if (grams === null) return '–';
  const weight = grams < 1000 ? `${grams} g` : `${(grams / 1000).toFixed(1)} kg`;
  return isWhole ? weight : `over ${weight}`;
}
