/** An order as its customer sees it on the tracking page. */
import type { TrackedOrderReply } from '#contract/orders.ts';
import type { BusinessFacts } from '#domain/business.ts';
import type { Instant } from '#domain/calendar/zoned-time.ts';
import { formatAddress } from '#domain/customer/street-address.ts';
import { adviceFor } from '#domain/kitchen/storage-advice.ts';
import { formatAmount } from '#domain/money.ts';
import { changeDeadline, whyUnchangeable } from '#domain/ordering/change/customer-changes.ts';
import { peopleOf } from '#domain/ordering/change/people-after.ts';
import { itemsOfDelivery, type Order, type OrderItem } from '#domain/ordering/order.ts';
import { deliveryLines } from '#domain/ordering/price/order-pricing.ts';
import { hasFoodNeeds } from '#domain/people/food-needs.ts';
import type { Context } from '#server/context.ts';
import { amountsOf } from '#server/order-book/amounts.ts';
import { getOrder } from '#server/order-book/load-orders.ts';

type TrackedItem = TrackedOrderReply['deliveries'][number]['items'][number];

/** The order behind a tracking token. Throws NotFound. */
export async function getTrackedOrder(
  context: Pick<Context, 'db' | 'site' | 'clock'>,
  token: string,
): Promise<TrackedOrderReply> {
  const { business } = await context.site.current();
  return toTrackedOrder(await getOrder(context.db, { token }), context.clock(), business);
}

function toTrackedOrder(order: Order, now: Instant, facts: BusinessFacts): TrackedOrderReply {
  const { customer, price } = order;
  const deliveryDates = order.deliveries.map(({ date }) => date);
  return {
    orderNumber: order.number,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    firstName: customer.firstName,
    address: formatAddress(customer.address),
    deliveryPreference: customer.deliveryPreference,
    specialInstructions: customer.specialInstructions,
    deliveryType: order.deliveryType,
    ...amountsOf(price),
    deliveryLines: deliveryLines(price).map(({ label, amountCents }) => ({
      label,
      amount: formatAmount(amountCents),
    })),
    changeUntil: new Date(changeDeadline(deliveryDates, facts)).toISOString(),
    whyUnchangeable: whyUnchangeable({ ...order, deliveryDates }, now, facts),
    refunds: order.refunds.map(({ amountCents, state, createdAt }) => ({
      amount: formatAmount(amountCents),
      state,
      createdAt: createdAt.toISOString(),
    })),
    people: peopleOf(order)
      .filter(hasFoodNeeds)
      .map(({ name, allergens, diets, note }) => ({ name, allergens, diets, note })),
    deliveries: order.deliveries.map((delivery) => ({
      date: delivery.date,
      timeSlot: delivery.window,
      status: delivery.status,
      items: itemsOfDelivery(delivery).map((item) => toTrackedItem(item, facts)),
    })),
  };
}

function toTrackedItem(item: OrderItem, facts: BusinessFacts): TrackedItem {
  return {
    personName: item.personName,
    mealName: item.meal.name,
    mealType: item.mealType,
    mealDate: item.mealDate,
    price: formatAmount(item.priceCents),
    calories: item.meal.calories,
    protein: item.meal.proteinGrams,
    allergens: item.meal.allergens,
    advice: adviceFor(item, facts),
  };
}
