/** The sequence of labels: window, stop, person. */
import { compareByStop } from '#areas/order-book/rules/split-stops.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import type { KitchenBag, KitchenItem } from '#areas/order-book/rules/kitchen-bag.ts';
import { compareMealTypes } from '#areas/menu/rules/meal.ts';

/** Cancelled deliveries get no labels. */
export function inPackingOrder(bags: readonly KitchenBag[]): KitchenBag[] {
  return bags
    .filter((bag) => bag.deliveryStatus !== 'cancelled')
    .map((bag) => ({ ...bag, items: bag.items.toSorted(compareItems) }))
    .toSorted(compareBags);
}

function compareBags(a: KitchenBag, b: KitchenBag): number {
  return compareText(a.date, b.date) || compareText(a.window, b.window) || compareByStop(a, b);
}

function compareItems(a: KitchenItem, b: KitchenItem): number {
  return (
    a.personPosition - b.personPosition ||
    compareText(a.mealDate, b.mealDate) ||
    compareMealTypes(a.mealType, b.mealType) ||
    a.helping - b.helping
  );
}
