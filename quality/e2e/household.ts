/** A household that orders without the screens, which have journeys of their own. */
import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { anOrder, GOOD_CARD } from '#quality/support/an-order.ts';

/** Who orders beside the customer whom a journey follows. */
export const RAVI = {
  firstName: 'Ravi',
  lastName: 'Kaur',
  email: 'ravi@example.com',
  phone: '07 3824 0000',
  address: '3 Bay Street, Cleveland',
};

/** One lunch, priced, paid and placed. */
export async function householdOrders(
  request: APIRequestContext,
  customer: Partial<PreparedOrder['customer']> = {},
  change: Partial<PreparedOrder> = {},
): Promise<PlacedOrderReply & { total: string }> {
  const menu = (await (await request.get('/api/meals')).json()) as MealReply[];
  const draft = anOrder(menu, { cartKey: randomUUID(), ...change });
  const unpriced = { ...draft, customer: { ...draft.customer, ...customer } };
  const quote = await (await request.post('/api/quote', { data: { orderData: unpriced } })).json();
  const { subtotal, deliveryFee, tax, total } = quote;
  const orderData = { ...unpriced, subtotal, deliveryFee, tax, total };
  const opened = await request.post('/api/create-payment-intent', {
    data: { amount: Number(total), orderData },
  });
  const { paymentIntentId, clientSecret } = (await opened.json()) as CheckoutReply;
  await request.post(`/sandbox/v1/payment_intents/${paymentIntentId}/confirm`, {
    form: {
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': GOOD_CARD,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    },
  });
  const placed = await request.post('/api/orders', {
    data: { paymentIntentId, clientSecret, orderData },
  });
  if (!placed.ok()) throw new Error(`The order was refused: ${await placed.text()}`);
  return { ...((await placed.json()) as PlacedOrderReply), total };
}
