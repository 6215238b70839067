import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { DeliveryWindow } from '#domain/delivery/delivery-windows.ts';
import type { LabelledDrop, LabelledItem } from '#domain/kitchen/label-order.ts';
import { labelledMeal } from '#domain/menu/meal-snapshot.ts';
import type { Database, Transaction } from '#server/db/client.ts';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { orderItems } from '#server/db/schema/orders/order-items.ts';
import { orders } from '#server/db/schema/orders/orders.ts';
import { people } from '#server/db/schema/orders/people.ts';

export type DropFilter = {
  date?: PlainDate | undefined;
  orderIds?: readonly number[] | undefined;
  window?: DeliveryWindow | undefined;
};

type Drop = Omit<LabelledDrop, 'items'> & { items: LabelledItem[] };

/** What leaves the kitchen, as labels tell it; nothing of cancelled orders. */
export async function listDrops(
  db: Database | Transaction,
  { date, orderIds, window }: DropFilter,
): Promise<LabelledDrop[]> {
  const rows = await db
    .select({ delivery: deliveries, order: orders, item: orderItems, person: people })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .innerJoin(orderItems, eq(orderItems.deliveryId, deliveries.id))
    .innerJoin(people, eq(people.id, orderItems.personId))
    .where(
      and(
        ne(orders.status, 'cancelled'),
        date === undefined ? undefined : eq(deliveries.date, date),
        window === undefined ? undefined : eq(deliveries.timeSlot, window),
        orderIds && inArray(orders.id, [...orderIds]),
      ),
    )
    .orderBy(asc(orderItems.id));
  const drops = new Map<number, Drop>();
  for (const { delivery, order, item, person } of rows) {
    const drop = drops.get(delivery.id) ?? emptyDrop(order, delivery);
    drops.set(delivery.id, drop);
    drop.items.push(labelledItem(item, person));
  }
  return [...drops.values()];
}

function emptyDrop(
  order: typeof orders.$inferSelect,
  { date, timeSlot }: typeof deliveries.$inferSelect,
): Drop {
  const { status, deliveryPreference, addressLine1, addressLine2, suburb, postcode } = order;
  return {
    orderId: order.id,
    orderNumber: order.number,
    status,
    date,
    window: timeSlot,
    deliveryPreference,
    customerName: `${order.firstName} ${order.lastName}`,
    addressLine1,
    addressLine2,
    suburb,
    postcode,
    specialInstructions: order.specialInstructions,
    items: [],
  };
}

function labelledItem(
  { mealId, mealType, mealDate, meal }: typeof orderItems.$inferSelect,
  { name, position }: typeof people.$inferSelect,
): LabelledItem {
  return {
    mealId,
    mealType,
    mealDate,
    personName: name,
    personPosition: position,
    meal: labelledMeal(meal),
  };
}
