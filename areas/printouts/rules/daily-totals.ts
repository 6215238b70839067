/**
 * What the kitchen cooks and packs on a day: totals by meal and window, then a packing list, stop by stop. Spec 2,
 * Daily Prep.
 */
import { type DeliveryWindow, inTimeOrder } from '#areas/business/rules/delivery-windows.ts';
import { compareByStop } from '#areas/order-book/rules/split-stops.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import {
  isHeldBack,
  isToCook,
  type KitchenBag,
  namesOf,
  type PersonInBag,
  type KitchenItem,
} from '#areas/order-book/rules/kitchen-bag.ts';
import {
  foodRequestTerms,
  specialPeopleOf,
  heldIn,
} from '#areas/order-book/rules/special-people.ts';
import { compareMealTypes, type MealType } from '#areas/menu/rules/meal.ts';
import { readFoodNote } from '#areas/needs/rules/food-notes/read-food-note.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { readIngredients } from '#areas/menu/rules/ingredient-text.ts';

export type Counts = { meals: number; lunch: number; dinner: number; warm: number; cold: number };

export type MealTotal = {
  mealId: number;
  name: string;
  mealType: MealType;
  count: number;
  /** Neither cooked nor packed until they are settled. */
  onHold: number;
  warm: number;
  cold: number;
};

export type WindowTotal = Counts & {
  window: DeliveryWindow;
  deliveries: number;
  byMeal: MealTotal[];
};

type Portion = Pick<MealTotal, 'mealId' | 'name' | 'mealType' | 'count' | 'onHold'> & {
  window: DeliveryWindow;
  isWarm: boolean;
};

export type DailyTotals = Counts & {
  byMeal: MealTotal[];
  deliveries: number;
  windows: WindowTotal[];
  /** By window and stop, like labels, run sheet and bags. */
  packingList: PackedBag[];
};

export type PackedBag = KitchenBag & {
  /** Those with allergens, diets or a note. */
  needs: PersonInBag[];
  /** What the instructions say about food. */
  specialWords: string[];
  /** Whom they name with it. */
  specialPeople: readonly string[];
};

/**
 * Cancelled orders are left out; test orders are listed and counted nowhere. A bag kept from an earlier day is packed
 * and driven, and not cooked again. `offered`: windows that are listed even when they are empty.
 */
export function dailyTotals(
  bags: readonly KitchenBag[],
  offered: readonly DeliveryWindow[] = [],
): DailyTotals {
  const packed = bags.filter((bag) => bag.deliveryStatus !== 'cancelled');
  const portions = packed.filter(isToCook).flatMap(portionsIn);
  const leaving = packed.filter(({ isTest = false }) => !isTest);
  return {
    ...countMeals(portions),
    byMeal: totalByMeal(portions),
    deliveries: leaving.length,
    windows: inTimeOrder([...offered, ...packed.map(({ window }) => window)]).map((window) => {
      const inWindow = portions.filter((one) => one.window === window);
      return {
        window,
        ...countMeals(inWindow),
        byMeal: totalByMeal(inWindow),
        deliveries: leaving.filter((bag) => bag.window === window).length,
      };
    }),
    packingList: packingListOf(packed),
  };
}

/** Each bag with what it must be read for, by window and stop. */
export function packingListOf(bags: readonly KitchenBag[]): PackedBag[] {
  return bags
    .map((bag) => ({
      ...bag,
      needs: specialPeopleOf(bag.people),
      specialWords: foodRequestTerms(
        bag.specialInstructions,
        bag.items.map(({ meal }) => meal),
        namesOf(bag),
      ),
      specialPeople: readFoodNote(bag.specialInstructions, namesOf(bag)).people,
    }))
    .toSorted(comparePacking);
}

function portionsIn({ window, items }: KitchenBag): Portion[] {
  return items.map((item) => ({
    window,
    isWarm: item.isWarm,
    mealId: item.mealId,
    mealType: item.mealType,
    name: item.meal.name,
    count: isHeldBack(item) ? 0 : 1,
    onHold: isHeldBack(item) ? 1 : 0,
  }));
}

function countMeals(portions: readonly Portion[]): Counts {
  const counts: Counts = { meals: 0, lunch: 0, dinner: 0, warm: 0, cold: 0 };
  for (const { mealType, isWarm, count } of portions) {
    counts.meals += count;
    counts[isWarm ? 'warm' : 'cold'] += count;
    counts[mealType] += count;
  }
  return counts;
}

/** Lunches first, then by name. A meal renamed between two orders is one meal, with the name that comes first. */
function totalByMeal(portions: readonly Portion[]): MealTotal[] {
  const totals = new Map<number, MealTotal>();
  for (const { mealId, name, mealType, isWarm, count, onHold } of portions) {
    const none = { count: 0, onHold: 0, warm: 0, cold: 0 };
    const total = totals.get(mealId) ?? { mealId, name, mealType, ...none };
    total.count += count;
    total.onHold += onHold;
    total[isWarm ? 'warm' : 'cold'] += count;
    totals.set(mealId, total);
  }
  return [...totals.values()].toSorted(
    (a, b) => compareMealTypes(a.mealType, b.mealType) || compareText(a.name, b.name),
  );
}

/** Read before anything is cooked: also whose portion is on hold without any needs, as one that will not keep. */
export function isSpecial({
  needs,
  specialWords,
  items,
}: Pick<PackedBag, 'needs' | 'specialWords' | 'items'>): boolean {
  return needs.length > 0 || specialWords.length > 0 || items.some(isHeldBack);
}

function comparePacking(a: PackedBag, b: PackedBag): number {
  return compareText(a.window, b.window) || compareByStop(a, b);
}

// Which meals of a special order its needs and instructions concern. Ours.

type ConcernedItem = Pick<KitchenItem, 'personName' | 'override' | 'meal'>;

type NotedBag = Pick<
  PackedBag,
  'needs' | 'people' | 'items' | 'specialInstructions' | 'specialWords' | 'specialPeople'
>;

/** Instructions that name nobody concern every meal, unless they only speak of an ingredient. */
export function concernIn(bag: NotedBag, held = heldIn(bag)): (item: ConcernedItem) => boolean {
  const { needs, specialPeople } = bag;
  const named = new Set([...needs.map(({ name }) => name), ...specialPeople].map(personKey));
  const isAboutAll = concernsAll(bag, held);
  return (item) => named.has(personKey(item.personName)) || held(item).length > 0 || isAboutAll;
}

function concernsAll(
  { specialPeople, specialWords, specialInstructions, people, items }: NotedBag,
  held: (item: ConcernedItem) => string[],
): boolean {
  if (specialWords.length === 0 || specialPeople.length > 0) return false;
  const names = people.map(({ name }) => name);
  const { allergens, diets, severity } = readFoodNote(specialInstructions, names);
  if (allergens.length > 0 || diets.length > 0 || severity === 'severe') return true;
  return !items.some((item) => held(item).length > 0);
}

// How much of each ingredient a day needs, as far as the meals' ingredient lists say.

type RolledMeal = { name: string; ingredients: string; servingGrams: number | null };

type IngredientTotal = {
  name: string;
  servings: number;
  /** Grams in the finished meals, from the stated percentages; null if none is stated. */
  grams: number | null;
  /** False if some servings do not state their share: then more than `grams` is needed. */
  isWhole: boolean;
};

type IngredientRollUp = {
  /** Heaviest first, then by number of servings. */
  ingredients: IngredientTotal[];
  /** Meals without an ingredient list. */
  unlisted: string[];
};

const NO_SERVINGS = { servings: 0, grams: null, isWhole: true };

export function rollUpIngredients(meals: readonly RolledMeal[]): IngredientRollUp {
  const totals = new Map<string, IngredientTotal>();
  const unlisted = new Set<string>();
  for (const { meal, servings } of countEqual(meals)) {
    const listed = readIngredients(meal.ingredients);
    if (listed.length === 0) unlisted.add(meal.name);
    for (const { name, percent } of listed) {
      const total = totals.get(name.toLowerCase()) ?? { name, ...NO_SERVINGS };
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
