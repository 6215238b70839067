import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { DeliveryWindow } from '#domain/delivery/delivery-windows.ts';
import type { LabelledDrop, LabelledItem } from '#domain/kitchen/label-order.ts';
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
        window === undefined ? undefined : eq(deliveries.window, window),
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
  { date, window }: typeof deliveries.$inferSelect,
): Drop {
  const { status, deliveryPreference, addressLine1, addressLine2, suburb, postcode } = order;
  return {
    orderId: order.id,
    orderNumber: order.number,
    status,
    date,
    window,
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
  // An order remembers only what was known of a meal when it was placed.
  return {
    mealId,
    mealType,
    mealDate,
    personName: name,
    personPosition: position,
    meal: {
      name: meal.name,
      calories: meal.calories,
      proteinGrams: meal.proteinGrams,
      carbsGrams: meal.carbsGrams,
      fatGrams: meal.fatGrams,
      saturatedFatGrams: meal.saturatedFatGrams ?? null,
      sugarsGrams: meal.sugarsGrams ?? null,
      sodiumMg: meal.sodiumMg ?? null,
      servingGrams: meal.servingGrams ?? null,
      ingredients: meal.ingredients ?? '',
      allergens: meal.allergens ?? null,
      shelfLifeDays: meal.shelfLifeDays ?? null,
      freezable: meal.freezable ?? null,
      storageText: meal.storageText ?? '',
      heatingText: meal.heatingText ?? '',
    },
  };
}
