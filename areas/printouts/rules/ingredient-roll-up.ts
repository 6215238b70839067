/** How much of each ingredient a day needs, as far as the meals' ingredient lists say. */
import { capitalised } from '#platform/rules/capitalised.ts';

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

type ListedIngredient = { name: string; percent: number | null };

/** "850 g", "over 1.2 kg" when some servings state no share; a dash when none does. */
export function ingredientWeightText({
  grams,
  isWhole,
}: Pick<IngredientTotal, 'grams' | 'isWhole'>): string {
  if (grams === null) return '–';
  const weight = grams < 1000 ? `${grams} g` : `${(grams / 1000).toFixed(1)} kg`;
  return isWhole ? weight : `over ${weight}`;
}

/** "Chicken (34%), noodles (29%) (water, flour), salt." -> chicken 34, noodles 29, salt unknown; each once. */
export function readIngredients(list: string): ListedIngredient[] {
  const found = new Map<string, ListedIngredient>();
  for (const part of splitAtTopLevel(list)) {
    const name = withoutBrackets(part)
      .replace(/[.\s]+$/, '')
      .trim();
    if (name === '') continue;
    const stated = /[([]\s*(\d{1,3}(?:\.\d+)?)\s*%\s*[)\]]/.exec(part)?.[1];
    const percent = stated === undefined ? null : Number(stated);
    if (!found.has(name.toLowerCase()))
      found.set(name.toLowerCase(), { name: capitalised(name), percent });
  }
  return [...found.values()];
}

/** Commas inside brackets separate the parts of one ingredient. */
function splitAtTopLevel(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of list) {
    if ('(['.includes(character)) depth += 1;
    if (')]'.includes(character)) depth = Math.max(0, depth - 1);
    if (depth === 0 && (character === ',' || character === ';')) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${character}`);
  }
  return parts;
}

function withoutBrackets(part: string): string {
  let depth = 0;
  let text = '';
  for (const character of part) {
    if ('(['.includes(character)) depth += 1;
    else if (')]'.includes(character)) depth = Math.max(0, depth - 1);
    else if (depth === 0) text += character;
  }
  return text.replaceAll(/\s+/g, ' ').trim();
}
