/**
 * Which meals of the menu a filter shows. Leaving out an allergen is the same rule as for a person who may not eat it: a
 * meal that declares nothing is left out too. Ours.
 */
import { dietsMissedBy } from '#areas/needs/rules/gate/fits-diet.ts';
import { clashOf } from '#areas/needs/rules/gate/verdict.ts';
import { isOfKind } from '#areas/menu/rules/dish-kinds.ts';
import { isHot, type MealToSearch, sortBy } from '#areas/menu/rules/search/match-search.ts';
import { searchMenu } from '#areas/menu/rules/search/search-menu.ts';
import type { MenuSearch } from '#areas/menu/rules/search/read-search.ts';
import { type MenuFilter, NO_FILTER } from './menu-filter.ts';
import { removableParts } from './filter-parts.ts';

export type LeftOut<Meal> = { meal: Meal; clash: NonNullable<ReturnType<typeof clashOf>> };

export type FilteredMenu<Meal> = {
  shown: Meal[];
  /** Only for what is in them: everything else about them was asked for. */
  leftOut: LeftOut<Meal>[];
  /** What the words were read as. */
  search: MenuSearch;
};

export function filterMeals<Meal extends MealToSearch>(
  meals: readonly Meal[],
  filter: MenuFilter,
): FilteredMenu<Meal> {
  const { search, fitting } = searchMenu(meals, filter.search);
  const allergens = [...new Set([...filter.without, ...search.without])];
  const leftOut: LeftOut<Meal>[] = [];
  const shown = fitting.filter((meal) => {
    if (!isAskedFor(meal, filter)) return false;
    const clash = clashOf(meal, { allergens, avoid: search.avoid });
    if (clash) leftOut.push({ meal, clash });
    return clash === null;
  });
  return { shown: filter.sort === 'menu' ? shown : sortBy(shown, filter.sort), leftOut, search };
}

export type WayOut = { label: string; filter: MenuFilter; count: number };

/**
 * Where a filter shows no meal: what to take off to see some, the most meals first. Never what is left out: nobody is
 * talked out of an allergen, typed or ticked.
 */
export function waysOut(meals: readonly MealToSearch[], filter: MenuFilter): WayOut[] {
  const withCount = (way: Omit<WayOut, 'count'>): WayOut => ({
    ...way,
    count: filterMeals(meals, way.filter).shown.length,
  });
  const { parts } = searchMenu(meals, filter.search).search;
  const needs = parts.filter(({ isAllergen }) => isAllergen);
  const single = [
    ...removableParts({ ...filter, search: '' })
      .filter(({ isAllergen }) => !isAllergen)
      .map(({ label, without }) => ({ label, filter: { ...without, search: filter.search } })),
    ...parts
      .filter(({ isAllergen }) => !isAllergen)
      .map((part) => ({
        label: `“${part.words}”`,
        filter: { ...filter, search: wordsOf(parts.filter((other) => other !== part)) },
      })),
  ]
    .map(withCount)
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  if (single.length > 0) return single;
  const isLeavingOut = filter.without.length + needs.length > 0;
  const { without, sort } = filter;
  const rest = withCount({
    label: 'All filters but allergens',
    filter: { ...NO_FILTER, without, sort, search: wordsOf(needs) },
  });
  return isLeavingOut && rest.count > 0 ? [rest] : [];
}

function wordsOf(parts: MenuSearch['parts']): string {
  return parts.map(({ words }) => words).join(' ');
}

function isAskedFor(meal: MealToSearch, filter: MenuFilter): boolean {
  const { type, main, chilli, diets, underCalories, underCents } = filter;
  return (
    (type === null || meal.mealType === type) &&
    (main === null || isOfKind(meal, main)) &&
    (!chilli || isHot(meal)) &&
    (underCalories === null || meal.calories < underCalories) &&
    (underCents === null || meal.priceCents < underCents) &&
    dietsMissedBy(meal, diets).length === 0
  );
}
