import { bagsOf, type KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type DeliveryFilter, loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { type HeldMeal, listHeldMeals } from '#areas/order-book/server/recipe-alerts.ts';

/** Everything that leaves the kitchen, order by order; nothing of cancelled orders. */
export async function listBags(
  db: Database | Transaction,
  filter: DeliveryFilter,
): Promise<KitchenBag[]> {
  const bags = (await loadOrdersToCook(db, filter)).flatMap(bagsOf);
  if (bags.length === 0) return bags;
  const held = await listHeldMeals(
    db,
    bags.map(({ orderId }) => orderId),
  );
  return held.length === 0 ? bags : bags.map((bag) => withHolds(bag, held));
}

function withHolds(bag: KitchenBag, held: readonly HeldMeal[]): KitchenBag {
  const own = held.filter(
    ({ orderId, date, window }) =>
      orderId === bag.orderId && date === bag.date && window === bag.window,
  );
  if (own.length === 0) return bag;
  const items = bag.items.map((item) => {
    const isOnHold = own.some(
      ({ mealId, personName }) =>
        mealId === item.mealId && personKey(personName) === personKey(item.personName),
    );
    return isOnHold ? { ...item, isOnHold } : item;
  });
  return { ...bag, items, isOnHold: true };
}
