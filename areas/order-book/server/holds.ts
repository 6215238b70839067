/** Which portions are on hold: the one answer of every step, page, label and phone. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import { mayConcern } from '#areas/needs/rules/gate/open-questions.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import { hasNothingWritten, questionsOf } from '#areas/order-book/rules/order-questions.ts';
import { people } from '#areas/order-book/server/tables/people.ts';
import type { FreshFacts } from '#areas/needs/rules/gate/keeping.ts';
import { heldForCook, heldPortions, heldText } from '#areas/order-book/rules/held-portions.ts';
import type { OrderDelivery, OrderToCook } from '#areas/order-book/rules/order.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';
import { recipeAlerts } from '#areas/order-book/server/tables/recipe-alerts.ts';

type HeldOrder = Pick<OrderToCook, 'id' | 'customer' | 'foodAnswers' | 'deliveries'>;

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
  orders: readonly HeldOrder[],
  facts: FreshFacts,
): Promise<Map<number, FoodHold>> {
  const deliveries = orders.flatMap((order) => order.deliveries);
  const questions = await findQuestions(db, orders);
  const listed = await findListed(
    db,
    deliveries.map(({ id }) => id),
  );
  const holds = new Map<number, Omit<FoodHold, 'isLeftOut'>>();
  for (const { order, delivery } of orders.flatMap((one) =>
    one.deliveries.map((each) => ({ order: one, delivery: each })),
  )) {
    const held = new Map(heldPortions(delivery, facts).map((one) => [one.item.id, one]));
    for (const person of delivery.people)
      for (const item of person.items) {
        const portion = held.get(item.id);
        const isListed = listed.has(keyOf(delivery.id, person.id, item.mealId));
        const question = questions
          .get(order.id)
          ?.find((one) => mayConcern(one, item.meal, person.name));
        if (!portion && !isListed && !question) continue;
        const meal = `${item.meal.name} for ${person.name}`;
        holds.set(item.id, {
          deliveryId: delivery.id,
          isListed,
          ...(portion
            ? { why: heldForCook(portion), text: heldText(portion) }
            : isListed
              ? { why: 'the recipe changed', text: `${meal}: the recipe changed` }
              : wordsOfQuestion(question, meal)),
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

function wordsOfQuestion(
  question: FoodQuestion | undefined,
  meal: string,
): Pick<FoodHold, 'why' | 'text'> {
  const food = namesText([...(question?.allergens ?? []), ...(question?.words ?? [])]);
  const asked = `“${question?.quote ?? ''}”`;
  return {
    why: food === '' ? `not answered: ${asked}` : `not answered: ${food.toUpperCase()}`,
    text: `${meal}: nobody has answered ${asked}`,
  };
}

/**
 * By order: what its notes say of food and nobody has answered. Of an order from before such questions, or one rebuilt
 * after a restore, whose instructions say that its allergies are lost.
 */
async function findQuestions(
  db: Database | Transaction,
  orders: readonly HeldOrder[],
): Promise<Map<number, FoodQuestion[]>> {
  const inBags = ({ deliveries }: HeldOrder) => deliveries.flatMap((delivery) => delivery.people);
  const written = orders.filter((order) => !hasNothingWritten({ ...order, people: inBags(order) }));
  if (written.length === 0) return new Map();
  // Everyone of the order: a note may name who eats on another day.
  const rows = await db
    .select()
    .from(people)
    .where(
      inArray(
        people.orderId,
        written.map(({ id }) => id),
      ),
    );
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map(
    written.map((order) => [
      order.id,
      questionsOf({ ...order, people: byOrder.get(order.id) ?? [] }).filter(({ holds }) => holds),
    ]),
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
  order: HeldOrder,
  { deliveryId, facts }: { deliveryId: number; facts: FreshFacts },
): Promise<string | null> {
  const holds = [...(await findHolds(tx, [order], facts)).values()];
  const hold = holds.find((one) => one.deliveryId === deliveryId && !one.isLeftOut);
  if (!hold) return null;
  const where = hold.isListed
    ? 'Settle it on “Recipes to settle” first.'
    : 'Swap it, or answer it in its order first.';
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
