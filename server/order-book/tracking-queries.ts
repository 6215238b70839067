import { asc, eq } from 'drizzle-orm';
import type { TrackedOrderReply } from '#contract/orders.ts';
import type { BusinessFacts } from '#domain/business.ts';
import { joinAddress } from '#domain/customer/street-address.ts';
import { formatAmount } from '#domain/money.ts';
import { changeDeadline, whyUnchangeable } from '#domain/ordering/change/customer-changes.ts';
import { adviceWords, storageAdvice } from '#domain/kitchen/storage-advice.ts';
import { explainFee, explainOffer } from '#domain/ordering/price/order-pricing.ts';
import type { Context } from '#server/context.ts';
import type { Database, Transaction } from '#server/db/client.ts';
import { checkouts } from '#server/db/schema/orders/checkouts.ts';
import { type OrderRow, orders } from '#server/db/schema/orders/orders.ts';
import { type RefundRow, refunds } from '#server/db/schema/money/refunds.ts';
import { NotFound } from '#server/errors.ts';
import { listServedItems } from '#server/order-book/served-items.ts';
import { hashTrackingToken } from '#server/order-book/tracking-token.ts';

type Drop = TrackedOrderReply['deliveries'][number];

/** Throws NotFound, alike for a mistyped token and for somebody else's. */
export async function getOrderByToken(
  db: Database | Transaction,
  token: string,
): Promise<OrderRow> {
  const [found] = await db
    .select({ order: orders })
    .from(checkouts)
    .innerJoin(orders, eq(orders.checkoutId, checkouts.id))
    .where(eq(checkouts.trackingTokenHash, hashTrackingToken(token)));
  if (!found) throw new NotFound('This order');
  return found.order;
}

/** The order behind a tracking token, as its customer may see it. Throws NotFound. */
export async function getTrackedOrder(
  context: Pick<Context, 'db' | 'site' | 'clock'>,
  token: string,
): Promise<TrackedOrderReply> {
  const { business } = await context.site.current();
  return describeToCustomer(context, await getOrderByToken(context.db, token), business);
}

/** An order as its customer may see it, on the tracking page and in mail. */
export async function describeToCustomer(
  context: Pick<Context, 'db' | 'clock'>,
  order: OrderRow,
  facts: BusinessFacts,
): Promise<TrackedOrderReply> {
  const [drops, back] = await Promise.all([
    listDrops(context.db, order.id, facts),
    context.db.select().from(refunds).where(eq(refunds.orderId, order.id)).orderBy(asc(refunds.id)),
  ]);
  const deliveryDates = drops.map((drop) => drop.date);
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
    deliveryLines: deliveryLinesOf(order),
    changeUntil: new Date(changeDeadline(deliveryDates, facts)).toISOString(),
    whyUnchangeable: whyUnchangeable({ ...order, deliveryDates }, context.clock(), facts),
    refunds: back.map(describeRefund),
    deliveries: drops,
  };
}

function deliveryLinesOf({ fees, offers }: OrderRow): TrackedOrderReply['deliveryLines'] {
  return [
    ...fees.map((fee) => ({ label: explainFee(fee), amount: formatAmount(fee.amountCents) })),
    ...offers.map((offer) => ({
      label: explainOffer(offer),
      amount: formatAmount(offer.amountCents),
    })),
  ];
}

function describeRefund({ amountCents, state, createdAt }: RefundRow) {
  return { amount: formatAmount(amountCents), state, createdAt: createdAt.toISOString() };
}

async function listDrops(
  db: Database,
  orderId: number,
  facts: Pick<BusinessFacts, 'keepsFreshDays'>,
): Promise<Drop[]> {
  const rows = await listServedItems(db, [orderId]);
  const drops = new Map<number, Drop>();
  for (const { delivery, item, personName } of rows) {
    const { date, window: timeSlot, status } = delivery;
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
      advice: adviceWords(
        storageAdvice({ ...item.meal, deliveryDate: date, mealDate: item.mealDate }, facts),
      ),
    });
  }
  return [...drops.values()];
}
