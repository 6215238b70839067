/** The portions of one meal that customers have paid for and that are still to arrive. */
import { and, asc, eq, gt, gte, inArray, ne, or, type SQL } from 'drizzle-orm';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders, people } from '#areas/order-book/server/tables/orders.ts';
import { rowHasFoodNeeds } from '#areas/order-book/server/item-food.ts';

/** Still to arrive; one of a cancelled order is looked through too: the order may be opened again. */
const AHEAD = ['planned', 'cooked', 'packed', 'out', 'cancelled'] as const;

/** By the index on meal and date; a meal is never delivered after the day it is for. */
function isAwaited(mealId: number, today: PlainDate): SQL | undefined {
  return and(
    eq(orderItems.mealId, mealId),
    gte(orderItems.mealDate, today),
    gte(deliveries.date, today),
    inArray(deliveries.status, [...AHEAD]),
  );
}

/** `keepsDays`: how long the meal keeps after its delivery. */
export type AsOf = { today: PlainDate; keepsDays: number };

/** Orders with portions that are to arrive or may still be eaten, locked in sequence: no edit may write an older recipe back. */
export async function lockAwaitedOrders(
  tx: Transaction,
  mealId: number,
  { today, keepsDays }: AsOf,
): Promise<void> {
  const concerned = tx
    .select({ id: orderItems.orderId })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(or(isAwaited(mealId, today), isStillKept(mealId, addDays(today, -keepsDays))));
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, concerned))
    .orderBy(asc(orders.id))
    .for('no key update');
}

/** Cooked, and perhaps not eaten yet. */
export function selectCookedIds(
  tx: Database | Transaction,
  mealId: number,
  { today, keepsDays }: AsOf,
) {
  return tx
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(isStillKept(mealId, addDays(today, -keepsDays)));
}

/**
 * Cooked, for that day or a later one, wherever it is: here, forgotten here, on the road, in the customer's fridge or
 * freezer, or back from a door.
 */
function isStillKept(mealId: number, since: PlainDate): SQL | undefined {
  return and(
    eq(orderItems.mealId, mealId),
    gte(orderItems.mealDate, since),
    ne(orderItems.cookedVersions, []),
  );
}

/** For those that a recipe may concern: someone said what they may not eat, or it is eaten on a later day. */
export async function listConcerned(
  db: Database | Transaction,
  mealId: number,
  today: PlainDate,
): Promise<{ orderId: number; personId: number }[]> {
  const mayConcern = or(
    rowHasFoodNeeds(),
    ne(orders.specialInstructions, ''),
    gt(orderItems.mealDate, deliveries.date),
  );
  return db
    .selectDistinct({ orderId: orderItems.orderId, personId: orderItems.personId })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .innerJoin(people, eq(people.id, orderItems.personId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(isAwaited(mealId, today), mayConcern));
}
