/** Which portions are on hold: the one answer of every step, page, label and phone. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { FreshFacts } from '#areas/needs/rules/gate/keeping.ts';
import { heldForCook, heldPortions, heldText } from '#areas/order-book/rules/held-portions.ts';
import type { OrderDelivery, OrderToCook } from '#areas/order-book/rules/order.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';
import { recipeAlerts } from '#areas/order-book/server/tables/recipe-alerts.ts';

export type FoodHold = {
  deliveryId: number;
  /** "contains MILK"; "the recipe changed", of what its person wrote. */
  why: string;
  /** "Curry for Mia contains milk". */
  text: string;
  /** On "Recipes to settle"; food that is cooked again is on no list. */
  isListed: boolean;
  /** A packer said that it is not in its bag. */
  isLeftOut: boolean;
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
  const holds = new Map<number, Omit<FoodHold, 'isLeftOut'>>();
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
  const leftOut = await findLeftOut(
    db,
    deliveries.filter(({ id }) => [...holds.values()].some(({ deliveryId }) => deliveryId === id)),
  );
  return new Map(
    [...holds].map(([id, hold]) => [id, { ...hold, isLeftOut: leftOut.has(id) }] as const),
  );
}

/** The ids of deliveries with a portion on hold in their bag. */
export function heldBags(holds: ReadonlyMap<number, FoodHold>): ReadonlySet<number> {
  const inBag = [...holds.values()].filter(({ isLeftOut }) => !isLeftOut);
  return new Set(inBag.map(({ deliveryId }) => deliveryId));
}

/** Portions of which a packer said last that they are missing. */
export async function findLeftOut(
  db: Database | Transaction,
  deliveries: readonly OrderDelivery[],
): Promise<ReadonlySet<number>> {
  if (deliveries.length === 0) return new Set();
  const { peopleOf } = await readPacking(
    db,
    deliveries.map(({ id }) => id),
  );
  const items = deliveries.flatMap(peopleOf).flatMap((person) => person.items);
  return new Set(items.filter(({ state }) => state === 'missing').map(({ id }) => id));
}

/** Why a delivery may neither be packed nor leave, and where it is settled; null: what is on hold is left out. */
export async function whyHeld(
  tx: Transaction,
  order: Pick<OrderToCook, 'deliveries'>,
  { deliveryId, facts }: { deliveryId: number; facts: FreshFacts },
): Promise<string | null> {
  const holds = [...(await findHolds(tx, [order], facts)).values()];
  const hold = holds.find((one) => one.deliveryId === deliveryId && !one.isLeftOut);
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
