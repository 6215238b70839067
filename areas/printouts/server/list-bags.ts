import type { FreshFacts } from '#areas/needs/rules/gate/fits-diet.ts';
import { bagsOf, isUndecided, type KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { findHolds, type FoodHold, heldBags } from '#areas/order-book/server/holds.ts';
import { readPortionKeys } from '#areas/order-book/server/number-runs.ts';
import { type DeliveryFilter, loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';

type BagFilter = DeliveryFilter & {
  /** Also those of pending orders that are in the kitchen. */
  withUndecided?: boolean;
};

/** Everything that leaves the kitchen, order by order; nothing that is cancelled or waits for a decision. */
export async function listBags(
  db: Database | Transaction,
  { withUndecided = false, ...filter }: BagFilter,
  facts: FreshFacts,
): Promise<KitchenBag[]> {
  const orders = await loadOrdersToCook(db, filter);
  const holds = await findHolds(db, orders, facts);
  const held = heldBags(holds);
  const keyOf = await readPortionKeys(
    db,
    orders.flatMap(({ deliveries }) => deliveries),
  );
  return orders
    .flatMap((order) => bagsOf(order, keyOf))
    .filter((bag) => withUndecided || !isUndecided(bag))
    .map((bag) => withHolds(bag, holds))
    .map((bag) => (held.has(bag.deliveryId) ? { ...bag, isOnHold: true } : bag));
}

function withHolds(bag: KitchenBag, holds: ReadonlyMap<number, FoodHold>): KitchenBag {
  if (!bag.items.some(({ id }) => holds.has(id))) return bag;
  const items = bag.items.map((item) => {
    const hold = holds.get(item.id);
    return hold ? { ...item, onHold: hold.why } : item;
  });
  return { ...bag, items };
}
