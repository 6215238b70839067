/** The kitchen's database records of an order, and what must be true of every paid order. */
import { expect } from '@playwright/test';
import { asc, count, eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { ledgerEntries, payments } from '#areas/order-book/server/tables/payments.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { type OrderRow, orders, people } from '#areas/order-book/server/tables/orders.ts';
import { holds } from '#areas/order-book/server/tables/slots.ts';

export type BookedOrder = OrderRow & {
  people: { name: string; calorieTarget: number; meals: number }[];
  /** By date. */
  deliveries: { date: string; window: string }[];
  /** By date, lunch and dinner separately. */
  items: { mealDate: string; mealType: string; mealName: string; priceCents: number }[];
};

/** Reads the order, and checks that it was paid once, in full, and took its places. */
export async function expectBooked(
  db: Database,
  paid: { orderNumber: string; totalCents: number },
): Promise<BookedOrder> {
  const order = await getOrder(db, paid.orderNumber);
  expect(order).toMatchObject({ status: 'confirmed', totalCents: paid.totalCents });
  expect(sumOf(order.items.map((item) => item.priceCents))).toBe(order.subtotalCents);
  expect(order.subtotalCents + order.deliveryFeeCents + order.taxCents).toBe(order.totalCents);
  await expectPaidOnce(db, order);
  await expectHonestCounters(db);
  return order;
}

export async function countStoredOrders(db: Database): Promise<number> {
  return db.$count(orders);
}

/** Every payment ever opened for an order's basket. */
export async function listCheckouts(db: Database, order: Pick<OrderRow, 'checkoutId'>) {
  const [own] = await db.select().from(checkouts).where(eq(checkouts.id, order.checkoutId));
  return db.select().from(checkouts).where(eq(checkouts.cartKey, own!.cartKey));
}

async function getOrder(db: Database, orderNumber: string): Promise<BookedOrder> {
  const [order] = await db.select().from(orders).where(eq(orders.number, orderNumber));
  if (!order) throw new Error(`the kitchen has no order ${orderNumber}`);
  const peopleWithMeals = await db
    .select({ name: people.name, calorieTarget: people.calorieTarget, meals: count(orderItems.id) })
    .from(people)
    .leftJoin(orderItems, eq(orderItems.personId, people.id))
    .where(eq(people.orderId, order.id))
    .groupBy(people.id)
    .orderBy(asc(people.position));
  const stored = await db
    .select({ date: deliveries.date, window: deliveries.window })
    .from(deliveries)
    .where(eq(deliveries.orderId, order.id))
    .orderBy(asc(deliveries.date));
  const items = await db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.mealDate), asc(orderItems.mealType));
  return {
    ...order,
    people: peopleWithMeals,
    deliveries: stored,
    items: items.map(({ mealDate, mealType, meal, priceCents }) => ({
      mealDate,
      mealType,
      mealName: meal.name,
      priceCents,
    })),
  };
}

async function expectPaidOnce(db: Database, order: OrderRow): Promise<void> {
  const received = await db.select().from(payments).where(eq(payments.orderId, order.id));
  expect(received.map((payment) => payment.amountCents)).toEqual([order.totalCents]);
  const captures = await db.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, order.id));
  expect(captures.map((entry) => [entry.kind, entry.amountCents])).toEqual([
    ['capture', order.totalCents],
  ]);
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, order.checkoutId));
  expect(checkout?.state).toBe('paid');
  const held = await db.select().from(holds).where(eq(holds.ownerId, order.checkoutId));
  expect(held, 'places that are still held').toEqual([]);
}

/** Every slot counts exactly its held places and the deliveries that use one. */
async function expectHonestCounters(db: Database): Promise<void> {
  const { rows } = await db.execute(sql`
    select date, time_slot, held, booked,
      (select count(*)::int from holds where slot_id = slot.id) as holds,
      (select count(*)::int from deliveries as delivery where takes_place
        and delivery.date = slot.date and delivery.time_slot = slot.time_slot) as taken
    from delivery_slots as slot`);
  for (const slot of rows)
    expect(slot).toMatchObject({ held: slot['holds'], booked: slot['taken'] });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
