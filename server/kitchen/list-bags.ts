import { and, asc, eq, ne } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { KitchenBag, KitchenItem } from '#domain/kitchen/kitchen-bag.ts';
import type { Database, Transaction } from '#server/db/client.ts';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { orderItems } from '#server/db/schema/orders/order-items.ts';
import { type OrderRow, orders } from '#server/db/schema/orders/orders.ts';
import { people } from '#server/db/schema/orders/people.ts';

type Bag = Omit<KitchenBag, 'items'> & { items: KitchenItem[] };

/** Everything that leaves the kitchen on a date, order by order; nothing of cancelled orders. */
export async function listBags(db: Database | Transaction, date: PlainDate): Promise<KitchenBag[]> {
  const rows = await db
    .select({ delivery: deliveries, order: orders, item: orderItems, personName: people.name })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .innerJoin(orderItems, eq(orderItems.deliveryId, deliveries.id))
    .innerJoin(people, eq(people.id, orderItems.personId))
    .where(and(eq(deliveries.date, date), ne(orders.status, 'cancelled')))
    .orderBy(
      asc(orders.id),
      asc(people.position),
      asc(orderItems.mealDate),
      // Lunch comes after dinner in the alphabet, but before it on the table.
      asc(eq(orderItems.mealType, 'dinner')),
    );
  const bags = new Map<number, Bag>();
  for (const { delivery, order, item, personName } of rows) {
    const bag = bags.get(delivery.id) ?? emptyBag(order, delivery.window);
    bags.set(delivery.id, bag);
    bag.items.push(toItem(item, personName));
  }
  return [...bags.values()];
}

function emptyBag(order: OrderRow, window: Bag['window']): Bag {
  const { status, phone, addressLine1, addressLine2, suburb, postcode } = order;
  const { deliveryPreference, specialInstructions } = order;
  return {
    orderId: order.id,
    orderNumber: order.number,
    status,
    window,
    customerName: `${order.firstName} ${order.lastName}`,
    phone,
    addressLine1,
    addressLine2,
    suburb,
    postcode,
    deliveryPreference,
    specialInstructions,
    items: [],
  };
}

function toItem(item: typeof orderItems.$inferSelect, personName: string): KitchenItem {
  const { mealId, mealType, mealDate, meal } = item;
  const { name, ingredients, allergens, servingGrams } = meal;
  return { mealId, name, mealType, mealDate, personName, ingredients, allergens, servingGrams };
}
