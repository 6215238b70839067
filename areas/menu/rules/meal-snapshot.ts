/** A meal as an order remembers it, whatever becomes of the meal later, and as the food that it is. */
import { type Allergen, ALLERGENS, allergensNotNamedIn } from '#areas/needs/rules/allergens.ts';
import {
  type MealWithRecipe,
  type FieldCarriedBy,
  factsIfLeftOut,
  fieldsCarriedBy,
} from './meal-fields.ts';

export type MealSnapshot = Pick<MealWithRecipe, FieldCarriedBy<'snapshot'> | 'recipeList'>;

/** What labels say of a meal. */
export type LabelledMeal = Pick<MealWithRecipe, FieldCarriedBy<'label'> | 'recipeList'>;

export const SNAPSHOT_FIELDS = [...fieldsCarriedBy('snapshot'), 'recipeList'] as const;
const NOTHING_KNOWN = factsIfLeftOut();
const LABEL_FIELDS = [...fieldsCarriedBy('label'), 'recipeList'] as const;

export function takeSnapshot(meal: MealWithRecipe): MealSnapshot {
  return pick(meal, SNAPSHOT_FIELDS);
}

/** An order remembers only what was known of a meal when it was placed. */
export function labelledMeal(snapshot: MealSnapshot): LabelledMeal {
  return pick({ ...NOTHING_KNOWN, ...snapshot }, LABEL_FIELDS);
}

/** `facts`: by the names of the columns, as versions of a meal are kept. What one does not have counts as left out. */
export function snapshotOfVersion(facts: Record<string, unknown>): MealSnapshot {
  const known = SNAPSHOT_FIELDS.flatMap((field) => {
    const value = facts[columnOf(field)];
    return value === undefined ? [] : [[field, value]];
  });
  return { ...NOTHING_KNOWN, ...(Object.fromEntries(known) as MealSnapshot) };
}

/** What was sold, with the food that it is: one version, or several that were cooked in one batch, oldest first. */
export function asFood(sold: MealSnapshot, versions: readonly MealSnapshot[]): MealSnapshot {
  return asSold(sold, foodOfVersions(versions));
}

/** The food that these versions are, oldest first. Throws Error without any. */
export function foodOfVersions(versions: readonly MealSnapshot[]): MealSnapshot {
  const newest = versions.at(-1);
  if (!newest) throw new Error('A food is at least one version of a meal');
  return { ...newest, ...unionOf(versions) };
}

/** A food by the name and at the price that it was sold. */
export function asSold(
  { name, priceCents, mealType }: MealSnapshot,
  food: MealSnapshot,
): MealSnapshot {
  return { ...food, name, priceCents, mealType };
}

type Food = Pick<
  MealSnapshot,
  'allergens' | 'mayContain' | 'ingredients' | 'recipeList' | 'shelfLifeDays' | 'freezable'
>;

/** Nobody can tell which of them is in a box: it is all of them, and keeps no longer than each says that it does. */
function unionOf(versions: readonly MealSnapshot[]): Food {
  const declared = versions.map((version) => version.allergens);
  const allergens = declared.includes(null)
    ? null
    : ALLERGENS.filter((allergen) => declared.some((each) => each?.includes(allergen)));
  const traces = versions.flatMap(({ mayContain }) => mayContain ?? []);
  const days = versions.flatMap(({ shelfLifeDays }) => shelfLifeDays ?? []);
  return {
    allergens,
    mayContain: traces.length === 0 ? null : ALLERGENS.filter((one) => traces.includes(one)),
    ...listsOf(versions.toReversed(), allergens ?? []),
    shelfLifeDays: days.length === 0 ? null : Math.min(...days),
    freezable: leastFreezable(versions.map(({ freezable }) => freezable)),
  };
}

/** One that may not be frozen, then one of which nobody knows. */
function leastFreezable(all: readonly (boolean | null)[]): boolean | null {
  if (all.includes(false)) return false;
  return all.includes(null) ? null : true;
}

/**
 * Printed is the newest list that names all allergens of the batch, or else each; what is not printed is still in it. An
 * empty list stays one that nobody has given.
 */
function listsOf(
  newestFirst: readonly MealSnapshot[],
  allergens: readonly Allergen[],
): Pick<Food, 'ingredients' | 'recipeList'> {
  const printed = distinct(newestFirst.map((version) => version.ingredients));
  const naming = printed.includes('')
    ? ''
    : printed.find((list) => allergensNotNamedIn(list, allergens).length === 0);
  const ingredients = naming ?? printed.join(TWO_RECIPES);
  const others = printed.filter((list) => naming !== undefined && list !== naming);
  const recipes = newestFirst.map((version) => version.recipeList);
  return {
    ingredients,
    recipeList: distinct([...others, ...recipes])
      .filter((list) => list !== '')
      .join('; '),
  };
}

/** Between the lists of a batch that is two recipes. */
const TWO_RECIPES = ' Or: ';

/** How a list is printed: "Ingredients, two recipes of this batch: … Or: …". */
export function headingOf(ingredients: string): string {
  return ingredients.includes(TWO_RECIPES)
    ? 'Ingredients, two recipes of this batch: '
    : 'Ingredients: ';
}

function distinct(lists: readonly string[]): string[] {
  return [...new Set(lists)];
}

function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/gu, (capital) => `_${capital.toLowerCase()}`);
}

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  const picked = {} as Pick<T, K>;
  for (const key of keys) picked[key] = from[key];
  return picked;
}
