/** What someone wants to see of the menu, and its address: short, readable, shareable; unknown values are ignored. Ours. */
import {
  type Allergen,
  ALLERGENS,
  ALLERGEN_GROUPS,
  type AllergenGroup,
  FURTHER_GROUPS,
  groupState,
} from '#areas/needs/rules/allergens.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import { PRICE_LIMITS } from '#areas/menu/rules/recipe-limits.ts';
import type { Cents } from '#platform/rules/money.ts';
import { type Diet, DIETS } from '#areas/needs/rules/food-needs.ts';
import { fitsDiet } from '#areas/needs/rules/gate/fits-diet.ts';
import { isOf, type MealToSearch } from './match-search.ts';

export const MENU_SORTS = ['menu', 'price', 'calories', 'protein'] as const;

export type MenuSort = (typeof MENU_SORTS)[number];

export type MenuFilter = {
  type: MealType | null;
  main: DishKind | null;
  /** Only with chilli in the recipe. */
  chilli: boolean;
  diets: Diet[];
  /** Allergens left out, in legal order. */
  without: Allergen[];
  /** Every meal has fewer than this. */
  underCalories: number | null;
  /** Every meal costs less than this. */
  underCents: Cents | null;
  /** Without spaces around it; at most `LONGEST_MENU_SEARCH` characters. */
  search: string;
  sort: MenuSort;
};

export const NO_FILTER: MenuFilter = {
  type: null,
  main: null,
  chilli: false,
  diets: [],
  without: [],
  underCalories: null,
  underCents: null,
  search: '',
  sort: 'menu',
};

export const LONGEST_MENU_SEARCH = 60;

/** The limits of energy that the menu offers. */
export const CALORIE_LIMITS: readonly number[] = [450];

/** The names in the address, which are those of the form's fields. */
export const FILTER_FIELDS = {
  type: 'type',
  main: 'main',
  chilli: 'chilli',
  diet: 'diet',
  without: 'without',
  calories: 'calories',
  price: 'price',
  search: 'q',
  sort: 'sort',
} as const;

/** In addresses too, nothing claims more than the recipe does. */
const DIET_TOKENS: Partial<Record<Diet, string>> = {
  'gluten free': 'no-gluten',
  'dairy free': 'no-milk',
};

export const CHILLI_TOKEN = 'yes';

export function dietToken(diet: Diet): string {
  return DIET_TOKENS[diet] ?? slug(diet);
}

export function allergenToken({ name }: Pick<AllergenGroup, 'name'>): string {
  return slug(name.replace(/^all /i, ''));
}

/** The fewest names that say exactly these allergens: whole groups, then single ones. */
export function groupsOf(allergens: readonly Allergen[]): AllergenGroup[] {
  const whole = ALLERGEN_GROUPS.filter((group) => groupState(allergens, group) === 'on');
  const covered = new Set(whole.flatMap((group) => group.allergens));
  const single = FURTHER_GROUPS.filter(
    ({ allergens: [first, ...others] }) =>
      first !== undefined &&
      others.length === 0 &&
      allergens.includes(first) &&
      !covered.has(first),
  );
  return [...whole, ...single];
}

/** As `URLSearchParams` reads an address. */
type QueryParameters = {
  get: (name: string) => string | null;
  getAll: (name: string) => string[];
};

/** Anything may come from an address: what nobody could have chosen is ignored. */
export function parseMenuFilter(parameters: QueryParameters): MenuFilter {
  const one = (name: string) => parameters.get(name) ?? '';
  const many = (name: string) =>
    new Set(parameters.getAll(name).flatMap((value) => value.split(',')));
  const diets = many(FILTER_FIELDS.diet);
  const leftOut = many(FILTER_FIELDS.without);
  const without = new Set(
    [...ALLERGEN_GROUPS, ...FURTHER_GROUPS]
      .filter((group) => leftOut.has(allergenToken(group)))
      .flatMap(({ allergens }) => allergens),
  );
  return {
    type: MEAL_TYPES.find((known) => known === one(FILTER_FIELDS.type)) ?? null,
    main: DISH_KINDS.find((known) => known === one(FILTER_FIELDS.main)) ?? null,
    chilli: one(FILTER_FIELDS.chilli) === CHILLI_TOKEN,
    diets: DIETS.filter((diet) => diets.has(dietToken(diet))),
    without: ALLERGENS.filter((allergen) => without.has(allergen)),
    underCalories:
      CALORIE_LIMITS.find((limit) => String(limit) === one(FILTER_FIELDS.calories)) ?? null,
    underCents:
      PRICE_LIMITS.find((limit) => priceToken(limit) === one(FILTER_FIELDS.price)) ?? null,
    search: readSearch(one(FILTER_FIELDS.search)),
    sort: MENU_SORTS.find((known) => known === one(FILTER_FIELDS.sort)) ?? 'menu',
  };
}

/**
 * The parameters of its address, always in the same sequence; empty for the whole menu. Read back, they are the same
 * filter.
 */
export function menuFilterParameters(filter: MenuFilter): [name: string, value: string][] {
  const { type, main, chilli, diets, without, underCalories, underCents, search, sort } = filter;
  const one = (name: string, value: string | null): [string, string][] =>
    value === null || value === '' ? [] : [[name, value]];
  return [
    ...one(FILTER_FIELDS.type, type),
    ...one(FILTER_FIELDS.main, main),
    ...one(FILTER_FIELDS.chilli, chilli ? CHILLI_TOKEN : null),
    ...diets.flatMap((diet) => one(FILTER_FIELDS.diet, dietToken(diet))),
    ...groupsOf(without).flatMap((group) => one(FILTER_FIELDS.without, allergenToken(group))),
    ...one(FILTER_FIELDS.calories, underCalories === null ? null : String(underCalories)),
    ...one(FILTER_FIELDS.price, underCents === null ? null : priceToken(underCents)),
    ...one(FILTER_FIELDS.search, search),
    ...one(FILTER_FIELDS.sort, sort === 'menu' ? null : sort),
  ];
}

/** 1400 -> "14". */
export function priceToken(cents: Cents): string {
  return String(cents / 100);
}

function readSearch(text: string): string {
  const tidy = text
    .normalize('NFC')
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim();
  const short = [...tidy].slice(0, LONGEST_MENU_SEARCH).join('').trim();
  return /[\p{L}\p{N}]/u.test(short) ? short : '';
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

// What most people choose a dish by: the row of chips above a menu. Ours.

/** As in addresses. */
export const DISH_KINDS = [
  'chicken',
  'beef',
  'pork',
  'lamb',
  'fish',
  'prawns',
  'meat-free',
] as const;

export type DishKind = (typeof DISH_KINDS)[number];

export function isOfKind(meal: MealToSearch, kind: DishKind): boolean {
  switch (kind) {
    case 'meat-free':
      return fitsDiet(meal, 'vegetarian');
    case 'prawns':
      return isOf(meal, 'prawn');
    default:
      return isOf(meal, kind);
  }
}

/** "Meat-free". */
export function kindText(kind: DishKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
