/**
 * Which meals of the menu a filter shows. Leaving out an allergen is the same rule as for a person who may not eat it: a
 * meal that declares nothing is left out too. Ours.
 */
import { dietsMissedBy } from '#areas/needs/rules/gate/fits-diet.ts';
import type { MealWithRecipe } from '#areas/menu/rules/meal-fields.ts';
import { RANK, searchRank } from '#platform/rules/search-key.ts';
import { clashOf } from '#areas/needs/rules/gate/verdict.ts';
import { type MenuFilter, NO_FILTER } from './menu-filter.ts';
import { removableParts } from './filter-parts.ts';

/** What filters ask of a meal. */
export type MealToFilter = Pick<
  MealWithRecipe,
  | 'name'
  | 'description'
  | 'ingredients'
  | 'recipeList'
  | 'mealType'
  | 'calories'
  | 'priceCents'
  | 'proteinGrams'
  | 'allergens'
  | 'dietaryTags'
>;

export type LeftOut<Meal> = { meal: Meal; clash: NonNullable<ReturnType<typeof clashOf>> };

export type FilteredMenu<Meal> = {
  shown: Meal[];
  /** Only for their allergens: everything else about them was asked for. */
  leftOut: LeftOut<Meal>[];
};

export function filterMeals<Meal extends MealToFilter>(
  meals: readonly Meal[],
  filter: MenuFilter,
): FilteredMenu<Meal> {
  const search = singular(filter.search);
  // "egg" is no veggie pie where a meal has egg; what only stands in a word is better than nothing.
  const hasBeginning = meals.some((meal) => rankOfMeal(meal, search) >= RANK.beginning);
  const least = hasBeginning ? RANK.beginning : RANK.inside;
  const leftOut: LeftOut<Meal>[] = [];
  const shown = meals.filter((meal) => {
    if (!isAskedFor(meal, filter) || rankOfMeal(meal, search) < least) return false;
    const clash = clashOf(meal, { allergens: filter.without, avoid: [] });
    if (clash) leftOut.push({ meal, clash });
    return clash === null;
  });
  return { shown: sortMeals(shown, filter.sort), leftOut };
}

export type WayOut = { label: string; filter: MenuFilter; count: number };

/**
 * Where a filter shows no meal: what to take off to see some, the most meals first. Never an allergen: nobody is talked
 * out of one.
 */
export function waysOut(meals: readonly MealToFilter[], filter: MenuFilter): WayOut[] {
  const withCount = (way: Omit<WayOut, 'count'>): WayOut => ({
    ...way,
    count: filterMeals(meals, way.filter).shown.length,
  });
  const single = removableParts(filter)
    .filter(({ isAllergen }) => !isAllergen)
    .map(({ label, without }) => withCount({ label, filter: without }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  if (single.length > 0) return single;
  const allergensOnly = { ...NO_FILTER, without: filter.without, sort: filter.sort };
  const rest = withCount({ label: 'All filters but allergens', filter: allergensOnly });
  return filter.without.length > 0 && rest.count > 0 ? [rest] : [];
}

function isAskedFor(meal: MealToFilter, filter: MenuFilter): boolean {
  const { type, diets, underCalories, underCents } = filter;
  return (
    (type === null || meal.mealType === type) &&
    (underCalories === null || meal.calories < underCalories) &&
    (underCents === null || meal.priceCents < underCents) &&
    dietsMissedBy(meal, diets).length === 0
  );
}

function rankOfMeal({ name, description, ingredients }: MealToFilter, search: string): number {
  return searchRank(search, name, description, ingredients);
}

/** "prawns" and "tomatoes" find one prawn and one tomato. */
function singular(search: string): string {
  return search.replaceAll(/(?<=\p{L}{3})(?:oes|s)(?!\p{L})/giu, '');
}

/** Equal meals stay in the menu's order. */
function sortMeals<Meal extends MealToFilter>(meals: Meal[], sort: MenuFilter['sort']): Meal[] {
  switch (sort) {
    case 'menu':
      return meals;
    case 'price':
      return meals.toSorted((a, b) => a.priceCents - b.priceCents);
    case 'calories':
      return meals.toSorted((a, b) => a.calories - b.calories);
    case 'protein':
      return meals.toSorted((a, b) => b.proteinGrams - a.proteinGrams);
  }
}
