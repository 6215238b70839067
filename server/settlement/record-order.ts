import { assertDefined } from '#server/assert-defined.ts';
import { createHash } from 'node:crypto';
import { orderNumberFrom } from '#domain/ordering/status/order-number.ts';
import type { PendingReason } from '#domain/ordering/status/order-status.ts';
import { personKey } from '#domain/people/people.ts';
import type { Transaction } from '#server/db/client.ts';
import type { CheckoutRow, FrozenOrder } from '#server/db/schema/orders/checkouts.ts';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { orderItems } from '#server/db/schema/orders/order-items.ts';
import { type OrderRow, orders } from '#server/db/schema/orders/orders.ts';
import { people } from '#server/db/schema/orders/people.ts';
import { orderColumns } from '#server/order-book/order-columns.ts';

type NewOrder = {
  checkout: CheckoutRow;
  /** Null for an order that the kitchen can cook as it is. */
  pendingReason: PendingReason | null;
  takesPlaces: boolean;
  orderPrefix: string;
  createdAt: Date;
};

/** Records a paid checkout as an order with its people, deliveries and items, exactly as frozen. */
export async function recordOrder(tx: Transaction, order: NewOrder): Promise<OrderRow> {
  const { frozenOrder } = order.checkout;
  const row = await insertOrder(tx, order);
  const [personIds, deliveryIds] = await Promise.all([
    insertPeople(tx, row.id, frozenOrder.people),
    insertDeliveries(tx, row.id, frozenOrder, order.takesPlaces),
  ]);
  await tx.insert(orderItems).values(
    frozenOrder.items.map((item) => {
      const meal = assertDefined(frozenOrder.meals[item.mealId], `meal ${item.mealId}`);
      return {
        orderId: row.id,
        personId: assertDefined(
          personIds.get(personKey(item.personName)),
          `person ${item.personName}`,
        ),
        deliveryId: assertDefined(
          deliveryIds.get(`${item.deliveryDate}|${item.deliveryWindow}`),
          `the delivery of ${item.deliveryDate}`,
        ),
        mealId: item.mealId,
        meal,
        mealDate: item.mealDate,
        mealType: item.mealType,
        priceCents: meal.priceCents,
      };
    }),
  );
  return row;
}

/**
 * The number is derived from the checkout's random id, so an order rebuilt after a restore has the number its customer
 * knows. One in a million million is already in use, and then the next is tried.
 */
async function insertOrder(tx: Transaction, order: NewOrder): Promise<OrderRow> {
  for (let attempt = 0; ; attempt += 1) {
    const seed = createHash('sha256').update(`order:${order.checkout.id}:${attempt}`).digest();
    const number = orderNumberFrom(seed, order.orderPrefix);
    const [row] = await tx
      .insert(orders)
      .values({
        ...orderColumns({ ...order.checkout.frozenOrder, number }),
        checkoutId: order.checkout.id,
        status: order.pendingReason ? 'pending' : 'confirmed',
        pendingReason: order.pendingReason,
        createdAt: order.createdAt,
      })
      .onConflictDoNothing({ target: orders.number })
      .returning();
    if (row) return row;
  }
}

async function insertPeople(
  tx: Transaction,
  orderId: number,
  named: FrozenOrder['people'],
): Promise<Map<string, number>> {
  const rows = await tx
    .insert(people)
    .values(named.map((person, index) => ({ ...person, orderId, position: index + 1 })))
    .returning({ id: people.id, name: people.name });
  return new Map(rows.map((person) => [personKey(person.name), person.id]));
}

async function insertDeliveries(
  tx: Transaction,
  orderId: number,
  frozenOrder: FrozenOrder,
  takesPlace: boolean,
): Promise<Map<string, number>> {
  const rows = await tx
    .insert(deliveries)
    .values(
      frozenOrder.drops.map(({ date, window }) => ({
        orderId,
        date,
        window,
        takesPlace,
      })),
    )
    .returning({ id: deliveries.id, date: deliveries.date, window: deliveries.window });
  return new Map(rows.map((delivery) => [`${delivery.date}|${delivery.window}`, delivery.id]));
}
