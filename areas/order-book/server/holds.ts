/** Which portions are on hold: the one answer of every step, page, label and phone. */
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { FoodQuestion } from '#areas/needs/rules/food-question.ts';
import type { FreshFacts } from '#areas/needs/rules/gate/fits-diet.ts';
import { isHeld, verdictOf } from '#areas/needs/rules/gate/verdict.ts';
import {
  heldForCook,
  type HeldPortion,
  heldPortions,
  heldText,
} from '#areas/order-book/rules/food-matters.ts';
import { isEnded } from '#areas/order-book/rules/delivery.ts';
import type { OrderDelivery, OrderToCook } from '#areas/order-book/rules/order.ts';
import { hasNothingWritten, questionsOf } from '#areas/order-book/rules/order-questions.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type GivenValues, isAnyOf, prepared } from '#platform/server/db/prepared.ts';
import { loadOrdersToCook } from '#areas/order-book/server/load-orders.ts';
import { foodColumnsOf, readFoods } from './item-food.ts';
import { readPacking } from '#areas/order-book/server/read-packing.ts';
import { findReactions } from '#areas/order-book/server/find-reactions.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders, people } from '#areas/order-book/server/tables/orders.ts';

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
  all: readonly HeldOrder[],
  facts: FreshFacts,
): Promise<Map<number, FoodHold>> {
  const questions = await findQuestions(db, all.filter(isWritten));
  const reactionsOf = await findReactions(db, all);
  const held = all.flatMap((order) =>
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
  written: readonly (Pick<HeldOrder, 'id' | 'foodAnswers'> & {
    customer: Pick<HeldOrder['customer'], 'specialInstructions'>;
  })[],
): Promise<Map<number, FoodQuestion[]>> {
  if (written.length === 0) return new Map();
  // Everyone of the order: a note may name who eats on another day.
  const rows = await selectPeople(db, { ids: written.map(({ id }) => id) });
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map(
    written.map((order) => [
      order.id,
      questionsOf({ ...order, people: byOrder.get(order.id) ?? [] }),
    ]),
  );
}

const selectPeople = prepared((db, { ids }: GivenValues<{ ids: readonly number[] }>) => {
  const { orderId, name, allergens, avoid, diets, note } = people;
  return db
    .select({ orderId, name, allergens, avoid, diets, note })
    .from(people)
    .where(isAnyOf(orderId, ids));
});

function isWritten({ customer, deliveries: bags }: HeldOrder): boolean {
  return !hasNothingWritten({ customer, people: bags.flatMap((bag) => bag.people) });
}

/**
 * Orders of which a portion may be on hold on a day: those with something written or a reaction, and those with a portion that
 * its person may not have without an exception. Portions alike are judged once, since a day has many.
 */
export async function listOrdersThatMayHold(
  db: Database | Transaction,
  date: PlainDate,
  facts: FreshFacts,
): Promise<number[]> {
  const [portions, asked] = await Promise.all([selectCareful(db, { date }), listAsked(db, date)]);
  const foodOf = readFoods(portions);
  const held = portions.filter((portion) => {
    const food = { ...foodOf(portion), dietaryTags: null };
    return isHeld(verdictOf({ ...portion, diets: [] }, food, portion, facts));
  });
  return [...new Set([...held.flatMap(({ orderIds }) => orderIds), ...asked])];
}

type OfDay = GivenValues<{ date: PlainDate }>;

/** The portions of a day whose verdict depends on their food or their day, alike ones together. */
const selectCareful = prepared((db, { date }: OfDay) => {
  const deliveryDate = sql<PlainDate>`coalesce(${deliveries.madeOn}, ${deliveries.date})`;
  const { allergens, avoid } = people;
  const { mealId, mealDate, isThrownOut, cookedVersions } = orderItems;
  const alike = { mealId, mealDate, isThrownOut, cookedVersions, allergens, avoid };
  const careful = db
    .select({
      ...alike,
      deliveryDate: deliveryDate.as('delivery_date'),
      orderIds: sql<number[]>`array_agg(distinct ${deliveries.orderId})`.as('order_ids'),
    })
    .from(deliveries)
    .innerJoin(orderItems, eq(orderItems.deliveryId, deliveries.id))
    .innerJoin(people, eq(people.id, orderItems.personId))
    .where(
      and(
        isOn(date),
        sql`(${isThrownOut} or ${allergens} <> '{}' or ${avoid} <> '{}' or ${mealDate} > ${deliveryDate})`,
      ),
    )
    .groupBy(...Object.values(alike), deliveryDate)
    .as('careful');
  return db
    .select({
      mealId: careful.mealId,
      mealDate: careful.mealDate,
      isThrownOut: careful.isThrownOut,
      allergens: careful.allergens,
      avoid: careful.avoid,
      deliveryDate: careful.deliveryDate,
      orderIds: careful.orderIds,
      ...foodColumnsOf(careful),
    })
    .from(careful)
    .innerJoin(meals, eq(meals.id, careful.mealId));
});

/** Orders of a day of which something asks: what is written and not answered, or a reaction of that email. */
async function listAsked(db: Database | Transaction, date: PlainDate): Promise<number[]> {
  const found = await selectWritten(db, { date });
  const written = found.filter((order) => !order.hasReaction);
  const questions = await findQuestions(db, written);
  const isAsked = (id: number) => questions.get(id)?.some(({ holds }) => holds) === true;
  return found.filter(({ id, hasReaction }) => hasReaction || isAsked(id)).map(({ id }) => id);
}

const selectWritten = prepared((db, { date }: OfDay) => {
  const hasReaction = sql<boolean>`exists (select from ${foodMatters} m join ${orders} o on o.id = m.order_id
    where m.kind = 'reaction' and m.settled_at is null and lower(o.email) = any(customer_emails(${orders.email})))`;
  const hasNote = sql`exists (select from ${people} where ${people.orderId} = ${orders.id} and ${people.note} <> '')`;
  return db
    .select({
      id: orders.id,
      customer: { specialInstructions: orders.specialInstructions },
      foodAnswers: orders.foodAnswers,
      hasReaction,
    })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(
      and(isOn(date), sql`(${orders.specialInstructions} <> '' or ${hasNote} or ${hasReaction})`),
    )
    .groupBy(orders.id);
});

function isOn(date: OfDay['date']): SQL | undefined {
  return and(eq(deliveries.date, date), ne(deliveries.status, 'cancelled'));
}

/** By order: "Curry for Mia contains milk", of what is still to be brought. */
export async function listHolds(
  db: Database | Transaction,
  all: readonly HeldOrder[],
  facts: FreshFacts,
): Promise<(order: { id: number }) => string[]> {
  const ahead = all.map((order) => ({
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

export function heldBags(holds: ReadonlyMap<number, FoodHold>): ReadonlySet<number> {
  const inBag = [...holds.values()].filter(({ isLeftOut }) => !isLeftOut);
  return new Set(inBag.map(({ deliveryId }) => deliveryId));
}

/** Portions of which a packer said last that they are missing. */
async function findLeftOut(
  db: Database | Transaction,
  bags: readonly OrderDelivery[],
): Promise<ReadonlySet<number>> {
  if (bags.length === 0) return new Set();
  const { peopleOf } = await readPacking(
    db,
    bags.map(({ id }) => id),
  );
  const items = bags.flatMap(peopleOf).flatMap((person) => person.items);
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
      : 'Settle it on “Food to settle” first.';
  return `${hold.text}: on hold. ${where}`;
}
