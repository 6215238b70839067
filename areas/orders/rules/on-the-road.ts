import { compareText } from '#platform/rules/compare-text.ts';
import { itemsOfDelivery, type Order, type OrderDelivery } from '#areas/order-book/rules/order.ts';
import type { ChangedItem } from '#areas/order-book/rules/edit-order.ts';

/** Deliveries whose bag is on the road, and which would get other meals than are in it. */
export function changedOnTheRoad(
  { deliveries }: Pick<Order, 'deliveries'>,
  items: readonly ChangedItem[],
): OrderDelivery[] {
  return deliveries.filter(({ status, date, window, ...delivery }) => {
    if (status !== 'out') return false;
    const inBag = itemsOfDelivery(delivery);
    const after = items.filter(
      ({ deliveryDate, deliveryWindow }) => deliveryDate === date && deliveryWindow === window,
    );
    return listMeals(inBag) !== listMeals(after);
  });
}

function listMeals(items: readonly Pick<ChangedItem, 'personName' | 'mealId'>[]): string {
  return items
    .map(({ personName, mealId }) => `${personName.toLowerCase()} ${mealId}`)
    .toSorted(compareText)
    .join('\n');
}
