import { formatAmount } from '#platform/rules/money.ts';
import type { OrderAgainReply } from '#areas/checkout/calls/order-again.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { veilEmail } from '#platform/rules/customer-name.ts';
import { peopleOf } from '#areas/order-book/rules/change/people-after.ts';
import { itemsOf, type Order } from '#areas/order-book/rules/order.ts';
import { chargedItems } from '#areas/order-book/rules/order-pricing.ts';
import { describeReminder } from '#areas/checkout/server/order-reminders.ts';
import type { Context } from '#platform/server/context.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import type { FastifyInstance } from 'fastify';
import { placeOrder } from '#areas/order-book/calls/orders.ts';
import { route } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { requireCheckoutProof } from '#areas/checkout/server/phone-orders.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import type { ReactNode } from 'react';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { paragraph, small, subtitle } from '#areas/messages/server/email-parts.ts';

/** The order behind a tracking token, as it takes to order it again. Throws NotFound. */
export async function describeOrderAgain(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'gateway'>,
  token: string,
): Promise<OrderAgainReply> {
  const { business } = await context.site.current();
  const order = await getOrder(context.db, { token });
  const { email, phone, address, ...customer } = order.customer;
  // Without what was brought again after a problem: it stands for a meal that is in the list already.
  const items = chargedItems(itemsOf(order));
  return {
    orderNumber: order.number,
    placedOn: wallTimeAt(order.createdAt.getTime(), business.timeZone).date,
    customer: {
      ...customer,
      email: email === '' ? '' : veilEmail(email),
      phone: phone === '' ? '' : `… ${phone.slice(-3)}`,
      addressLine1: address.line1,
      addressLine2: address.line2,
      suburb: address.suburb.name,
    },
    deliveryType: order.deliveryType,
    people: peopleOf(order).map((person) => ({
      ...person,
      calorieTarget: person.calorieTarget ?? business.defaultCaloriePlan,
    })),
    items: items.map((item) => ({
      personName: item.personName,
      mealId: item.mealId,
      mealName: item.meal.name,
      calories: item.meal.calories,
      price: formatAmount(item.priceCents),
      ingredients: item.meal.ingredients,
      mealType: item.mealType,
      mealDate: item.mealDate,
      deliveryDate: item.deliveryDate,
      deliveryWindow: item.deliveryWindow,
    })),
    recipient: order.recipient,
    reminder: await describeReminder(context, order.id),
  };
}

export function registerOrderRoutes(app: FastifyInstance, context: Context): void {
  route(app, placeOrder, async ({ body, reply }) => {
    await throttleCaller(context, 'payment', reply.request);
    const { paymentIntentId, clientSecret } = body;
    const { cookie: cookies } = reply.request.headers;
    await requireCheckoutProof(context, { paymentIntentId, clientSecret, cookies });
    return settlePayment(context, paymentIntentId);
  });
}

type ForWhom = Pick<Order, 'recipient'>;

/** Whom the food goes to, when that is not the payer: they get none of our emails. */
export function recipientOf(order: ForWhom): ReactNode[] {
  if (order.recipient === null) return [];
  return [
    ...recipientToPayFor(order),
    small('The link for them is on your order page. It shows no prices.'),
  ];
}

/** The same before the order is paid, when there is no page of theirs yet. */
export function recipientToPayFor({ recipient }: ForWhom): ReactNode[] {
  if (recipient === null) return [];
  const { firstName, lastName, phone, isGift, message } = recipient;
  return [
    subtitle(isGift ? 'A present for' : 'For'),
    paragraph(`${firstName} ${lastName}, ${formatPhone(phone)}`),
    message !== '' && small(`On the card: ${message}`),
  ];
}
