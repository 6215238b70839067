import { asc, eq } from 'drizzle-orm';
import type { TrackedOrderReply } from '#contract/orders.ts';
import type { BusinessFacts } from '#domain/business.ts';
import { joinAddress } from '#domain/customer/street-address.ts';
import { formatAmount } from '#domain/money.ts';
import { shouldFreeze } from '#domain/ordering/meal-dates.ts';
import type { Database } from '#server/db/client.ts';
import { checkouts } from '#server/db/schema/checkouts.ts';
import { deliveries } from '#server/db/schema/deliveries.ts';
import { orderItems } from '#server/db/schema/order-items.ts';
import { type OrderRow, orders } from '#server/db/schema/orders.ts';
import { people } from '#server/db/schema/people.ts';

type Drop = TrackedOrderReply['deliveries'][number];

/** The order behind a tracking token's hash, as its customer may see it; null when there is none. */
export async function findTrackedOrder(
  db: Database,
  tokenHash: string,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): Promise<TrackedOrderReply | null> {
  const [found] = await db
    .select({ order: orders })
    .from(checkouts)
    .innerJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(eq(checkouts.trackingTokenHash, tokenHash));
  if (!found) return null;
  return describeOrder(found.order, await listDrops(db, found.order.id, facts));
}

function describeOrder(order: OrderRow, drops: Drop[]): TrackedOrderReply {
  return {
    orderNumber: order.number,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    firstName: order.firstName,
    address: joinAddress({
      line1: order.addressLine1,
      line2: order.addressLine2,
      suburb: `${order.suburb} ${order.postcode}`,
    }),
    deliveryPreference: order.deliveryPreference,
    specialInstructions: order.specialInstructions,
    deliveryType: order.deliveryType,
    subtotal: formatAmount(order.subtotalCents),
    deliveryFee: formatAmount(order.deliveryFeeCents),
    tax: formatAmount(order.taxCents),
    total: formatAmount(order.totalCents),
    deliveries: drops,
  };
}

async function listDrops(
  db: Database,
  orderId: number,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): Promise<Drop[]> {
  const rows = await db
    .select({ delivery: deliveries, item: orderItems, personName: people.name })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .innerJoin(people, eq(people.id, orderItems.personId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(
      asc(deliveries.date),
      asc(deliveries.timeSlot),
      asc(people.position),
      asc(orderItems.mealDate),
      // Lunch comes after dinner in the alphabet, but before it on the table.
      asc(eq(orderItems.mealType, 'dinner')),
    );
  const drops = new Map<number, Drop>();
  for (const { delivery, item, personName } of rows) {
    const { date, timeSlot, status } = delivery;
    const drop: Drop = drops.get(delivery.id) ?? { date, timeSlot, status, items: [] };
    drops.set(delivery.id, drop);
    drop.items.push({
      personName,
      mealName: item.meal.name,
      mealType: item.mealType,
      mealDate: item.mealDate,
      price: formatAmount(item.priceCents),
      calories: item.meal.calories,
      protein: item.meal.proteinGrams,
      allergens: item.meal.allergens,
      freezeOnArrival: shouldFreeze({ deliveryDate: date, mealDate: item.mealDate }, facts),
    });
  }
  return [...drops.values()];
}
