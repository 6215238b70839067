import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { heldPortions, heldText } from '#areas/order-book/rules/held-portions.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { hasOpenStop } from '#areas/order-book/server/recipe-alerts.ts';

/** Why a delivery may neither be packed nor leave, by the food that is in it now; null: it may. */
export async function whyHeld(
  tx: Transaction,
  { id, orderId }: Pick<DeliveryRow, 'id' | 'orderId'>,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): Promise<string | null> {
  const [order] = await loadOrdersToCook(tx, { deliveryIds: [id], withCancelled: true });
  const [held] = order?.deliveries.flatMap((delivery) => heldPortions(delivery, facts)) ?? [];
  const isListed = await hasOpenStop(tx, orderId, id);
  if (!held && !isListed) return null;
  const why = held ? heldText(held) : 'A recipe changed';
  // Food that is cooked again is on no list: its order is the place to swap it or take it out.
  return isListed
    ? `${why}: on hold. Settle it on “Recipes to settle” first.`
    : `${why}: on hold. Swap it or take it out in its order first.`;
}
