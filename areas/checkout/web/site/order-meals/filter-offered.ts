/** How one person's menu is narrowed: by words, kinds of dish and hearts. It is a view, and no need of theirs. */
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { type DishKind, DISH_KINDS, isOfKind } from '#areas/menu/rules/dish-kinds.ts';
import { filterMeals } from '#areas/menu/rules/filter-meals.ts';
import { NO_FILTER } from '#areas/menu/rules/menu-filter.ts';
import { isHot } from '#areas/menu/rules/search/match-search.ts';
import type { MenuSearch } from '#areas/menu/rules/search/read-search.ts';
import { type Says, saysOf } from '#areas/menu/rules/search/search-says.ts';
import { type MealOnMenu, mealOnMenu } from '#areas/menu/web/site/meal-on-menu.ts';
import type { OfferedMeal } from './offered-meals.ts';

export type PickerView = { search: string; kind: DishKind | 'chilli' | 'hearts' | null };

export const NO_VIEW: PickerView = { search: '', kind: null };

export type Narrowed = {
  shown: OfferedMeal[];
  search: MenuSearch | null;
  says: readonly Says[];
};

/** Read once for each meal: what words were read as is kept with it. */
const known = new WeakMap<MealReply, MealOnMenu>();

function toSearch(meal: MealReply): MealOnMenu {
  const read = known.get(meal) ?? mealOnMenu(meal);
  known.set(meal, read);
  return read;
}

export function narrow(
  offered: readonly OfferedMeal[],
  { search, kind }: PickerView,
  { hearts, phone }: { hearts: readonly number[]; phone: string },
): Narrowed {
  const ofKind = offered.filter(({ meal }) => kind === null || fits(meal, kind, hearts));
  if (search.trim() === '') return { shown: ofKind, search: null, says: [] };
  const meals = ofKind.map(({ meal }) => toSearch(meal));
  const found = filterMeals(meals, { ...NO_FILTER, search });
  const byId = new Map(ofKind.map((one) => [one.meal.id, one]));
  const shown = found.shown.flatMap(({ id }) => byId.get(id) ?? []);
  return {
    shown,
    search: found.search,
    says: saysOf(meals, { written: search, search: found.search }, phone),
  };
}

export type KindCount = { kind: NonNullable<PickerView['kind']>; count: number };

/** Kinds without a meal are left out. */
export function countKinds(
  offered: readonly OfferedMeal[],
  hearts: readonly number[],
): KindCount[] {
  const kinds = [...DISH_KINDS, 'chilli', 'hearts'] as const;
  return kinds
    .map((kind) => ({ kind, count: offered.filter(({ meal }) => fits(meal, kind, hearts)).length }))
    .filter(({ count }) => count > 0);
}

function fits(
  meal: MealReply,
  kind: NonNullable<PickerView['kind']>,
  hearts: readonly number[],
): boolean {
  if (kind === 'hearts') return hearts.includes(meal.id);
  return kind === 'chilli' ? isHot(toSearch(meal)) : isOfKind(toSearch(meal), kind);
}
