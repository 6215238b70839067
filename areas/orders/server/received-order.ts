/** An order as whom the food goes to sees it, when somebody else pays: every field is named, so that none slips through. */
import { isCareful } from '#areas/needs/rules/food-needs.ts';
import type { ReceivedOrderReply } from '#areas/order-book/calls/received-order.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { agreedWithCustomer } from '#areas/order-book/rules/allergy-band.ts';
import { adviceFor } from '#areas/menu/rules/storage-advice.ts';
import { peopleOf } from '#areas/order-book/rules/change/people-after.ts';
import {
  asCustomersSee,
  cancelledOf,
  customerName,
  itemsOfDelivery,
  type OrderItem,
} from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import { loadReceivedOrder } from '#areas/order-book/server/recipient-link.ts';
import { holdsForCustomer } from '#areas/orders/server/holds-for-customer.ts';
import { portionFactsOf, type PortionFacts } from '#areas/orders/server/tracked-order.ts';
import { listDeliveryNews } from '#areas/order-book/server/delivery-events.ts';

type ReceivedDelivery = ReceivedOrderReply['deliveries'][number];

/** Throws NotFound, alike for whatever leads to no order. */
export async function getReceivedOrder(
  context: Pick<Context, 'db' | 'site' | 'clock'>,
  token: string,
): Promise<ReceivedOrderReply> {
  const site = await context.site.current();
  const { business } = site;
  const order = asCustomersSee(await loadReceivedOrder(context.db, token));
  const { customer, recipient, deliveries } = order;
  const { timeZone } = business;
  const now = context.clock();
  const all = await listDeliveryNews(context.db, order, { now, timeZone });
  const heldText = await holdsForCustomer(context.db, order, { now, business, isPayer: false });
  const served = await portionFactsOf(context.db, order, site);
  return {
    firstName: recipient.firstName,
    from: recipient.namesPayer ? customerName(customer) : null,
    isGift: recipient.isGift,
    message: recipient.message,
    deliveryPreference: customer.deliveryPreference,
    people: peopleOf(order)
      .filter((person) => isCareful(person) || person.diets.length > 0)
      .map(({ name, allergens, avoid, diets }) => ({ name, allergens, avoid, diets })),
    deliveries: deliveries.map((delivery, index): ReceivedDelivery => {
      const { news = null, road = null } = all[index] ?? {};
      return {
        date: delivery.date,
        timeSlot: delivery.window,
        status: delivery.status,
        news: news && { at: news.at, place: news.place, reason: news.reason },
        road: road && {
          stopsBefore: road.stopsBefore,
          from: road.from,
          to: road.to,
          newsAt: road.newsAt,
        },
        items: itemsOfDelivery(delivery).map((item) => ({
          ...toReceivedItem(item, business),
          ...served(item, delivery),
          onHold: heldText(item),
        })),
        cancelled: cancelledOf(order, delivery).map(({ personName, mealName }) => ({
          personName,
          mealName,
        })),
      };
    }),
  };
}

function toReceivedItem(
  item: OrderItem,
  facts: BusinessFacts,
): Omit<ReceivedDelivery['items'][number], 'onHold' | keyof PortionFacts> {
  const { personName, meal, mealType, mealDate } = item;
  return {
    personName,
    mealName: meal.name,
    mealType,
    mealDate,
    allergens: meal.allergens ?? null,
    // Why is between staff and the payer.
    agreed: item.override && agreedWithCustomer({ ...item.override, reason: '' }),
    advice: adviceFor(item, facts),
  };
}
