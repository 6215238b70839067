/** A filter of the menu in words, part by part, and what is left when a part is taken off. Ours. */
import { ALLERGENS } from '#areas/needs/rules/allergens.ts';
import { allergenText } from '#areas/needs/rules/allergen-groups.ts';
import { dietText } from '#areas/needs/rules/diets.ts';
import { type Clash, clashNames, type Undeclared } from '#areas/needs/rules/gate/verdict.ts';
import { kindText } from '#areas/menu/rules/dish-kinds.ts';
import { groupsOf, type MenuFilter, priceToken } from './menu-filter.ts';

export type FilterPart = {
  /** "Without milk", "Under $14". */
  label: string;
  /** The filter when this part is taken off. */
  without: MenuFilter;
  isAllergen: boolean;
};

/** Everything that narrows the menu. */
export function removableParts(filter: MenuFilter): FilterPart[] {
  const { type, main, chilli, diets, without, underCalories, underCents, search } = filter;
  const part = (label: string, change: Partial<MenuFilter>, isAllergen = false): FilterPart => ({
    label,
    without: { ...filter, ...change },
    isAllergen,
  });
  return [
    ...(type === null ? [] : [part(type === 'lunch' ? 'Lunch' : 'Dinner', { type: null })]),
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

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
