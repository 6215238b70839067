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
} from '#areas/order-book/rules/kitchen-bag.ts';
import { foodRequestTerms } from '#areas/order-book/rules/special-orders.ts';
import { specialPeopleOf } from '#areas/order-book/rules/special-people.ts';
import { compareMealTypes, type MealType } from '#areas/menu/rules/meal.ts';
import { readFoodNote } from '#areas/needs/rules/food-notes/read-food-note.ts';

export type Counts = { meals: number; lunch: number; dinner: number; warm: number; cold: number };

export type MealTotal = {
  mealId: number;
  name: string;
  mealType: MealType;
  /** To cook: without those on hold. */
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

/** Read before anything is cooked. */
export function isSpecial({
  needs,
  specialWords,
}: {
  needs: readonly unknown[];
  specialWords: readonly string[];
}): boolean {
  return needs.length > 0 || specialWords.length > 0;
}

function comparePacking(a: PackedBag, b: PackedBag): number {
  return compareText(a.window, b.window) || compareByStop(a, b);
}
