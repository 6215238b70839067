/**
 * What the kitchen cooks and packs on a day: totals by meal and window, then a packing list, stop by stop. Spec 2,
 * Daily Prep.
 */
import type { DeliveryWindow } from '#domain/delivery/delivery-windows.ts';
import { DELIVERY_WINDOWS } from '#domain/delivery/delivery-windows.ts';
import { compareByStop } from '#domain/delivery/run-order.ts';
import { compareText } from '#domain/kitchen/compare-text.ts';
import {
  isToCook,
  type KitchenBag,
  namesOf,
  type PersonInBag,
} from '#domain/kitchen/kitchen-bag.ts';
import { foodRequestTerms } from '#domain/kitchen/special-orders.ts';
import { specialPeopleOf } from '#domain/kitchen/special-people.ts';
import { compareMealTypes, type MealType } from '#domain/menu/meal.ts';
import { readFoodNote } from '#domain/people/food-notes/read-food-note.ts';

export type Counts = { meals: number; lunch: number; dinner: number; warm: number; cold: number };

export type MealTotal = {
  mealId: number;
  name: string;
  mealType: MealType;
  count: number;
  warm: number;
  cold: number;
};

export type WindowTotal = Counts & {
  window: DeliveryWindow;
  deliveries: number;
  byMeal: MealTotal[];
};

export type DailyTotals = Counts & {
  deliveries: number;
  /** Deliveries included although a person still has to decide on their order. */
  pendingDeliveries: number;
  byMeal: MealTotal[];
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
  specialPeople: string[];
};

/**
 * Cancelled orders are left out; pending ones are cooked, because they are paid. A bag kept from an earlier day is packed
 * and driven, and not cooked again.
 */
export function dailyTotals(bags: readonly KitchenBag[]): DailyTotals {
  const packed = bags.filter((bag) => bag.deliveryStatus !== 'cancelled');
  const cooked = packed.filter(isToCook);
  return {
    ...countMeals(cooked),
    deliveries: packed.length,
    pendingDeliveries: packed.filter((bag) => bag.status === 'pending').length,
    byMeal: totalByMeal(cooked),
    windows: DELIVERY_WINDOWS.map((window) => {
      const inWindow = cooked.filter((bag) => bag.window === window);
      return {
        window,
        ...countMeals(inWindow),
        deliveries: packed.filter((bag) => bag.window === window).length,
        byMeal: totalByMeal(inWindow),
      };
    }),
    packingList: packed
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
      .toSorted(comparePacking),
  };
}

function countMeals(bags: readonly KitchenBag[]): Counts {
  const counts: Counts = { meals: 0, lunch: 0, dinner: 0, warm: 0, cold: 0 };
  for (const bag of bags) {
    counts.meals += bag.items.length;
    counts[bag.deliveryPreference] += bag.items.length;
    for (const item of bag.items) counts[item.mealType] += 1;
  }
  return counts;
}

/** Lunches first, then by name. A meal renamed between two orders is still one meal. */
function totalByMeal(bags: readonly KitchenBag[]): MealTotal[] {
  const totals = new Map<number, MealTotal>();
  for (const { items, deliveryPreference } of bags) {
    for (const { mealId, mealType, meal } of items) {
      const { name } = meal;
      const total = totals.get(mealId) ?? { mealId, name, mealType, count: 0, warm: 0, cold: 0 };
      total.count += 1;
      total[deliveryPreference] += 1;
      totals.set(mealId, total);
    }
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
