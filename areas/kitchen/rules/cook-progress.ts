import { isHeldBack, isToCook, type KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';

export type DoneByMeal = ReadonlyMap<number, number>;

type BagToCook = Pick<KitchenBag, 'deliveryId' | 'deliveryStatus' | 'madeOn'> & {
  items: readonly Pick<KitchenBag['items'][number], 'mealId' | 'onHold'>[];
};

/** What a tick counts: all that was cooked, needed or not, and nothing below none done. */
export function countedOf(asked: number, done: number): number {
  return asked < 0 ? -Math.min(-asked, done) : asked;
}

export type CookMove = { deliveryId: number; status: 'cooked' | 'planned' };

/**
 * How many of a meal the bags of a window hold, by meal; nothing of cancelled deliveries, nor of bags kept from an earlier
 * day, and no portion on hold.
 */
export function totalsToCook(bags: readonly BagToCook[]): Map<number, number> {
  const totals = new Map<number, number>();
  for (const { items } of bags.filter(isToCook))
    for (const { mealId } of items.filter((item) => !isHeldBack(item)))
      totals.set(mealId, (totals.get(mealId) ?? 0) + 1);
  return totals;
}

/**
 * The deliveries that a tick of a meal moves: those with it become cooked once all portions of every meal in them are
 * done, and planned again once a portion of it is taken back. What is packed or gone stays.
 */
export function deliveriesMovedBy(
  mealId: number,
  bags: readonly BagToCook[],
  done: DoneByMeal,
): CookMove[] {
  const totals = totalsToCook(bags);
  const isDone = (id: number) => (done.get(id) ?? 0) >= (totals.get(id) ?? 0);
  return bags
    .filter((bag) => isToCook(bag) && bag.items.some((item) => item.mealId === mealId))
    .flatMap(({ deliveryId, deliveryStatus, items }): CookMove[] => {
      const isAllDone = items.every((item) => !isHeldBack(item) && isDone(item.mealId));
      if (deliveryStatus === 'planned' && isAllDone) return [{ deliveryId, status: 'cooked' }];
      if (deliveryStatus === 'cooked' && !isDone(mealId))
        return [{ deliveryId, status: 'planned' }];
      return [];
    });
}
