/** Which portions are on hold: the one answer of every step, page, label and phone. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { FreshFacts } from '#areas/needs/rules/gate/keeping.ts';
import { heldForCook, heldPortions, heldText } from '#areas/order-book/rules/held-portions.ts';
import type { OrderToCook } from '#areas/order-book/rules/order.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { recipeAlerts } from '#areas/order-book/server/tables/recipe-alerts.ts';

export type FoodHold = {
  deliveryId: number;
  /** "contains MILK"; "the recipe changed", of what its person wrote. */
  why: string;
  /** "Curry for Mia contains milk". */
  text: string;
  /** On "Recipes to settle"; food that is cooked again is on no list. */
  isListed: boolean;
};

/** By the ids of the items: by the food that they are, or because a changed recipe is not settled with their person yet. */
export async function findHolds(
  db: Database | Transaction,
  orders: readonly Pick<OrderToCook, 'deliveries'>[],
  facts: FreshFacts,
): Promise<Map<number, FoodHold>> {
  const deliveries = orders.flatMap((order) => order.deliveries);
  const listed = await findListed(
    db,
    deliveries.map(({ id }) => id),
  );
  const holds = new Map<number, FoodHold>();
  for (const delivery of deliveries) {
    const held = new Map(heldPortions(delivery, facts).map((one) => [one.item.id, one]));
    for (const person of delivery.people)
      for (const item of person.items) {
        const portion = held.get(item.id);
        const isListed = listed.has(keyOf(delivery.id, person.id, item.mealId));
        if (!portion && !isListed) continue;
        holds.set(item.id, {
          deliveryId: delivery.id,
          why: portion ? heldForCook(portion) : 'the recipe changed',
          text: portion
            ? heldText(portion)
            : `${item.meal.name} for ${person.name}: the recipe changed`,
          isListed,
        });
      }
  }
  return holds;
}

/** Why a delivery may neither be packed nor leave, and where it is settled; null: it may. */
export async function whyHeld(
  tx: Transaction,
  deliveryId: number,
  facts: FreshFacts,
): Promise<string | null> {
  const orders = await loadOrdersToCook(tx, { deliveryIds: [deliveryId], withCancelled: true });
  const holds = [...(await findHolds(tx, orders, facts)).values()];
  const hold = holds.find((one) => one.deliveryId === deliveryId);
  if (!hold) return null;
  const where = hold.isListed
    ? 'Settle it on “Recipes to settle” first.'
    : 'Swap it or take it out in its order first.';
  return `${hold.text}: on hold. ${where}`;
}

async function findListed(
  db: Database | Transaction,
  deliveryIds: readonly number[],
): Promise<ReadonlySet<string>> {
  if (deliveryIds.length === 0) return new Set();
  const rows = await db
    .select({
      deliveryId: recipeAlerts.deliveryId,
      personId: recipeAlerts.personId,
      mealId: recipeAlerts.mealId,
    })
    .from(recipeAlerts)
    .where(
      and(
        inArray(recipeAlerts.deliveryId, [...deliveryIds]),
        eq(recipeAlerts.kind, 'stop'),
        isNull(recipeAlerts.settledAt),
      ),
    );
  return new Set(
    rows.map(({ deliveryId, personId, mealId }) => keyOf(deliveryId, personId, mealId)),
  );
}

function keyOf(deliveryId: number, personId: number, mealId: number): string {
  return `${deliveryId}:${personId}:${mealId}`;
}
