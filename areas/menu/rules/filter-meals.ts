/**
 * Which meals of the menu a filter shows. Leaving out an allergen is the same rule as for a person who may not eat it: a
 * meal that declares nothing is left out too. Ours.
 */
import { type ServiceFacts, serviceTitle } from '#areas/business/rules/services.ts';
import { capitalised } from '#platform/rules/capitalised.ts';
import { dietsMissedBy } from '#areas/needs/rules/gate/fits-diet.ts';
import {
  clashOf,
  type Clash,
  clashNames,
  type Undeclared,
} from '#areas/needs/rules/gate/verdict.ts';
import {
  isOfKind,
  kindText,
  type MenuFilter,
  NO_FILTER,
  groupsOf,
  priceToken,
} from './menu-filter.ts';
import { isHot, type MealToSearch, sortBy } from './match-search.ts';
import { searchMenu } from './search-menu.ts';
import type { MenuSearch } from './read-search.ts';
import { ALLERGENS, allergenText } from '#areas/needs/rules/allergens.ts';
import { dietText } from '#areas/needs/rules/food-needs.ts';

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
export function waysOut(
  meals: readonly MealToSearch[],
  filter: MenuFilter,
  facts: ServiceFacts,
): WayOut[] {
  const withCount = (way: Omit<WayOut, 'count'>): WayOut => ({
    ...way,
    count: filterMeals(meals, way.filter).shown.length,
  });
  const { parts } = searchMenu(meals, filter.search).search;
  const needs = parts.filter(({ isAllergen }) => isAllergen);
  const single = [
    ...removableParts({ ...filter, search: '' }, facts)
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

/** A filter of the menu in words, part by part, and what is left when a part is taken off. Ours. */
type FilterPart = {
  /** "Without milk", "Under $14". */
  label: string;
  /** The filter when this part is taken off. */
  without: MenuFilter;
  isAllergen: boolean;
};

/** Everything that narrows the menu. */
export function removableParts(filter: MenuFilter, facts: ServiceFacts): FilterPart[] {
  const { type, main, chilli, diets, without, underCalories, underCents, search } = filter;
  const part = (label: string, change: Partial<MenuFilter>, isAllergen = false): FilterPart => ({
    label,
    without: { ...filter, ...change },
    isAllergen,
  });
  return [
    ...(type === null ? [] : [part(serviceTitle(type, facts), { type: null })]),
    ...(main === null ? [] : [part(kindText(main), { main: null })]),
    ...(chilli ? [part('Chilli', { chilli: false })] : []),
    ...groupsOf(without).map((group) =>
      part(
        `Without ${allergenText(group.allergens).replace(/^all /, '')}`,
        { without: without.filter((allergen) => !group.allergens.includes(allergen)) },
        true,
      ),
    ),
    ...diets.map((diet) =>
      part(capitalised(dietText(diet)), { diets: diets.filter((other) => other !== diet) }),
    ),
    ...(underCalories === null ? [] : [part(caloriesText(underCalories), { underCalories: null })]),
    ...(underCents === null ? [] : [part(priceText(underCents), { underCents: null })]),
    ...(search === '' ? [] : [part(`“${search.replaceAll(/[“”"]/g, '')}”`, { search: '' })]),
  ];
}

export function caloriesText(limit: number): string {
  return `Under ${limit} Cal`;
}

export function priceText(cents: number): string {
  return `Under $${priceToken(cents)}`;
}

/** "3 meals left out: they declare milk." and "1 meal left out: allergens not declared." */
export function leftOutTexts(leftOut: readonly { clash: Clash | Undeclared }[]): string[] {
  const undeclared = leftOut.filter(({ clash }) => clash.verdict === 'undeclared');
  const declaring = leftOut.filter(({ clash }) => clash.verdict === 'clash');
  const named = new Set(declaring.flatMap(({ clash }) => clashNames(clash)));
  const allergens = allergenText(ALLERGENS.filter((allergen) => named.has(allergen)));
  const they = declaring.length === 1 ? 'it declares' : 'they declare';
  return [
    ...(declaring.length === 0 ? [] : [`${mealCount(declaring)} left out: ${they} ${allergens}.`]),
    ...(undeclared.length === 0
      ? []
      : [`${mealCount(undeclared)} left out: allergens not declared.`]),
  ];
}

/** "14 of 36 meals", "36 meals". */
export function countText(shown: number, all: number): string {
  const meals = all === 1 ? 'meal' : 'meals';
  return shown === all ? `${all} ${meals}` : `${shown} of ${all} ${meals}`;
}

function mealCount({ length }: readonly unknown[]): string {
  return length === 1 ? '1 meal' : `${length} meals`;
}
