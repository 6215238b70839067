/**
 * Portions of meals: booked and given back only here, held in `holds.ts`. Always after the slots of the same transaction, so that no two
 * transactions deadlock: meals, orders and checkouts, slots, portions.
 */
import type { DeliveryStatus } from '#areas/order-book/rules/delivery-status.ts';
import {
  portionsByMeal,
  portionDifference,
  type Portions,
  type SoldOutMeal,
} from '#areas/menu/rules/portion-limits.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { takeHeldPortions } from '#areas/places/server/holds.ts';
import { changeRows, RowChanges, type WeekFacts } from '#areas/places/server/portion-rows.ts';

type Eaten = Parameters<typeof portionsByMeal>[0];

/** From `cooked` on the food exists: what leaves the order then is waste, and its portion is not sold again. */
export function isCooked({ status }: { status: DeliveryStatus }): boolean {
  return status !== 'planned' && status !== 'cancelled';
}

export type PortionMove = {
  /** Null: an order that is not stored yet. */
  orderId: number | null;
  /** Items of the order that take a portion, as they were, and as they will be. */
  before: Eaten;
  after: Eaten;
  /** Of `before`: cooked already, so what leaves the order is food that exists and is not given back. */
  cooked?: Eaten;
  /** The change whose held portions this uses. */
  changeId?: string | null;
  /** True: sold whatever is left, which is staff's decision. */
  isOverLimit?: boolean;
};

/**
 * Books what an order takes more than before and gives back what it takes less, in one pass; or returns the meals that are
 * sold out, and the caller rolls back. To be called before the items are written.
 */
export async function movePortions(
  tx: Transaction,
  { orderId, before, after, cooked = [], changeId = null, isOverLimit = false }: PortionMove,
  facts: WeekFacts,
): Promise<SoldOutMeal[]> {
  const was = portionsByMeal(before);
  const net = portionDifference(was, portionsByMeal(after));
  const kept = keptOf(net, portionsByMeal(cooked));
  const changes = new RowChanges(facts)
    .add(was, { own: 1 })
    .add(net, { booked: 1 })
    .add(kept, { booked: 1, kept: 1 });
  if (changeId !== null)
    for (const { portions, ...row } of await takeHeldPortions(tx, changeId))
      changes.addRow(row, { held: -portions });
  const soldOut = await changeRows(tx, changes.list(), facts, {
    orderId,
    isGuarded: !isOverLimit,
  });
  return isOverLimit ? [] : soldOut;
}

/** Of what leaves an order, what was cooked for it. */
function keptOf(net: readonly Portions[], cooked: readonly Portions[]): Portions[] {
  return net.flatMap(({ mealId, date, portions }) => {
    const made = cooked.find((each) => each.mealId === mealId && each.date === date);
    const kept = Math.min(Math.max(0, -portions), made?.portions ?? 0);
    return kept > 0 ? [{ mealId, date, portions: kept }] : [];
  });
}
