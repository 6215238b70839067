/** Which portions are on hold: the one answer of every step, page, label and phone. */
import { inArray } from 'drizzle-orm';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import type { FreshFacts } from '#areas/needs/rules/gate/keeping.ts';
import {
  heldForCook,
  type HeldPortion,
  heldPortions,
  heldText,
} from '#areas/order-book/rules/held-portions.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import type { OrderDelivery, OrderToCook } from '#areas/order-book/rules/order.ts';
import { hasNothingWritten, questionsOf } from '#areas/order-book/rules/order-questions.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';
import { findReactions } from '#areas/order-book/server/find-reactions.ts';
import { people } from '#areas/order-book/server/tables/people.ts';

type HeldOrder = Pick<OrderToCook, 'id' | 'customer' | 'foodAnswers' | 'reactions' | 'deliveries'>;

export type FoodHold = HeldPortion & {
  orderId: number;
  deliveryId: number;
  /** "contains MILK". */
  why: string;
  /** "Curry for Mia contains milk". */
  text: string;
  /** A packer said that it is not in its bag. */
  isLeftOut: boolean;
};

/** By the ids of the items, by the food that they are. */
export async function findHolds(
  db: Database | Transaction,
  orders: readonly HeldOrder[],
  facts: FreshFacts,
): Promise<Map<number, FoodHold>> {
  const questions = await findQuestions(db, orders);
  const reactionsOf = await findReactions(db, orders);
  const held = orders.flatMap((order) =>
    order.deliveries.flatMap((delivery) => {
      const asked = [...(questions.get(order.id) ?? []), ...reactionsOf(order, delivery)];
      return heldPortions(delivery, asked, facts).map((portion) => ({
        orderId: order.id,
        delivery,
        portion,
      }));
    }),
  );
  const leftOut = await findLeftOut(db, [...new Set(held.map(({ delivery }) => delivery))]);
  return new Map(
    held.map(({ orderId, delivery, portion }) => {
      const { id } = portion.item;
      const words = { why: heldForCook(portion), text: heldText(portion) };
      const where = { orderId, deliveryId: delivery.id };
      return [id, { ...portion, ...where, ...words, isLeftOut: leftOut.has(id) }] as const;
    }),
  );
}

/**
 * By order: what its notes say of food and nobody has answered. Of an order from before such questions, or one rebuilt
 * after a restore, whose instructions say that its allergies are lost.
 */
export async function findQuestions(
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
      questionsOf({ ...order, people: byOrder.get(order.id) ?? [] }),
    ]),
  );
}

/** By order: "Curry for Mia contains milk", of what is still to be brought. */
export async function listHolds(
  db: Database | Transaction,
  orders: readonly HeldOrder[],
  facts: FreshFacts,
): Promise<(order: { id: number }) => string[]> {
  const ahead = orders.map((order) => ({
    ...order,
    deliveries: order.deliveries.filter(({ status }) => !isEnded(status)),
  }));
  const holds = [...(await findHolds(db, ahead, facts)).values()];
  return ({ id }) => holds.filter(({ orderId }) => orderId === id).map(({ text }) => text);
}

/** The same of these portions of an order alone. */
export async function textsOfHolds(
  tx: Transaction,
  orderId: number,
  { itemIds, facts }: { itemIds: readonly number[]; facts: FreshFacts },
): Promise<string[]> {
  if (itemIds.length === 0) return [];
  const holds = await findHolds(tx, await loadOrdersToCook(tx, { orderIds: [orderId] }), facts);
  return itemIds.flatMap((id) => holds.get(id)?.text ?? []);
}

/** The ids of deliveries with a portion on hold in their bag. */
export function heldBags(holds: ReadonlyMap<number, FoodHold>): ReadonlySet<number> {
  const inBag = [...holds.values()].filter(({ isLeftOut }) => !isLeftOut);
  return new Set(inBag.map(({ deliveryId }) => deliveryId));
}

/** Portions of which a packer said last that they are missing. */
async function findLeftOut(
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
  const where =
    hold.verdict.verdict === 'question' && hold.verdict.question.kind !== 'reaction'
      ? 'Answer it in its order first.'
      : 'Settle it on “Recipes to settle” first.';
  return `${hold.text}: on hold. ${where}`;
}
