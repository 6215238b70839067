/** Bags that may neither be packed nor leave: the one answer of every step, page and phone. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { heldPortions, heldText } from '#areas/order-book/rules/held-portions.ts';
import type { OrderToCook } from '#areas/order-book/rules/order.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { recipeAlerts } from '#areas/order-book/server/tables/recipe-alerts.ts';

type Facts = Pick<BusinessFacts, 'keepsFreshDays'>;

/** Why it may not, by the food that is in it now; null: it may. */
export async function whyHeld(tx: Transaction, id: number, facts: Facts): Promise<string | null> {
  const orders = await loadOrdersToCook(tx, { deliveryIds: [id], withCancelled: true });
  return (await listHeld(tx, orders, facts)).get(id) ?? null;
}

/** By the ids of the deliveries: why, and where it is settled. */
export async function listHeld(
  db: Database | Transaction,
  orders: readonly Pick<OrderToCook, 'deliveries'>[],
  facts: Facts,
): Promise<Map<number, string>> {
  const deliveries = orders.flatMap((order) => order.deliveries);
  const listed = await findListed(
    db,
    deliveries.map(({ id }) => id),
  );
  const held = new Map<number, string>();
  for (const delivery of deliveries) {
    const [first] = heldPortions(delivery, facts);
    const isListed = listed.has(delivery.id);
    if (!first && !isListed) continue;
    const why = first ? heldText(first) : 'A recipe changed';
    // Food that is cooked again is on no list: its order is the place to swap it or take it out.
    const where = isListed
      ? 'Settle it on “Recipes to settle” first.'
      : 'Swap it or take it out in its order first.';
    held.set(delivery.id, `${why}: on hold. ${where}`);
  }
  return held;
}

/** On "Recipes to settle". */
async function findListed(
  db: Database | Transaction,
  deliveryIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ id: recipeAlerts.deliveryId })
    .from(recipeAlerts)
    .where(
      and(
        inArray(recipeAlerts.deliveryId, [...deliveryIds]),
        eq(recipeAlerts.kind, 'stop'),
        isNull(recipeAlerts.settledAt),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
