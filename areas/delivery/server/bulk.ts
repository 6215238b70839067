import { inArray } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  customerName,
  itemsOfDelivery,
  type Order,
  type OrderDelivery,
} from '#areas/order-book/rules/order.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { costsOf } from '#areas/menu/rules/derive-meal.ts';
import { type Cents, sumCents } from '#platform/rules/money.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';

export type FoundDelivery = { order: Order; delivery: OrderDelivery };

/** The orders of these deliveries, as they are now and not locked, by the deliveries' ids. */
export async function findOrdersOf(
  db: Database | Transaction,
  ids: readonly number[],
): Promise<Map<number, Order>> {
  const of = db
    .select({ id: deliveries.orderId })
    .from(deliveries)
    .where(inArray(deliveries.id, [...ids]));
  const rows = await db.select().from(orders).where(inArray(orders.id, of));
  const found = await loadOrders(db, rows);
  return new Map(found.flatMap((order) => order.deliveries.map(({ id }) => [id, order] as const)));
}

export function deliveryIn(order: Order | undefined, id: number): FoundDelivery | null {
  const delivery = order?.deliveries.find((one) => one.id === id);
  return order && delivery ? { order, delivery } : null;
}

export function bulkRowOf({ order, delivery }: FoundDelivery) {
  return {
    id: delivery.id,
    orderNumber: order.number,
    customer: customerName(order.customer),
    date: delivery.date,
    timeSlot: delivery.window,
    status: delivery.status,
    meals: itemsOfDelivery(delivery).length,
  };
}

/** Nothing is left of one whose meals joined another. */
export function notFound(id: number) {
  const message = 'There is no such delivery any more.';
  return { id, ok: false, code: 'not_found', message, isTold: false } as const;
}

/** Among these deliveries, those with a portion on hold: they do not go out as they were packed. */
export async function findHeld(
  db: Database | Transaction,
  found: readonly FoundDelivery[],
  business: BusinessFacts,
): Promise<ReadonlySet<number>> {
  const cooked = found.filter(({ delivery }) => delivery.status !== 'planned');
  if (cooked.length === 0) return new Set();
  const deliveryIds = cooked.map(({ delivery }) => delivery.id);
  const bags = await listBags(db, { deliveryIds, withUndecided: true }, business);
  return new Set(bags.flatMap(({ deliveryId, isOnHold }) => (isOnHold ? [deliveryId] : [])));
}

/** By delivery, what the food that is cooked already cost to make, in cents; null: a price or recipe is not known. */
export async function findFoodCosts(
  db: Database | Transaction,
  found: readonly FoundDelivery[],
): Promise<ReadonlyMap<number, Cents | null>> {
  const cooked = found.filter(({ delivery }) => delivery.status !== 'planned');
  if (cooked.length === 0) return new Map();
  const book = await loadRecipeBook(db);
  const costs = costsOf(book, { includesGst: false });
  return new Map(
    cooked.map(({ delivery }) => {
      const each = itemsOfDelivery(delivery).map(({ mealId, priceCents }) => {
        const recipe = book.meals.get(mealId);
        return recipe ? costs.ofPortion(recipe, priceCents).costCents : null;
      });
      const isKnown = each.every((cents) => cents !== null);
      return [delivery.id, isKnown ? sumCents(each) : null];
    }),
  );
}
