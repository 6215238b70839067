/** Baskets for tests: valid by default; a test states only what it is about. */
import { randomUUID } from 'node:crypto';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import type { PreparedItem, PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import type { TestApp } from '#quality/support/test-app.ts';

/** The Tuesday of the week that is open on the test app's first day. */
export const WEEK_START = '2026-01-13';

/** The windows of the default facts, which are the spec's. */
export const DELIVERY_WINDOWS = ['11:00-13:00', '16:00-18:00'] as const;

export const A_CUSTOMER: PreparedOrder['customer'] = {
  firstName: 'Mia',
  lastName: 'Nguyễn',
  email: 'mia@example.com',
  phone: '0412 345 678',
  address: '12 Shore Street West, Unit 3, Cleveland',
  deliveryPreference: 'cold',
  specialInstructions: '',
};

/** A day of the open week, counted from its Tuesday. */
export function day(index: number): string {
  return addDays(WEEK_START, index);
}

export function anItem(meal: MealReply, change: Partial<PreparedItem> = {}): PreparedItem {
  return {
    mealId: meal.id,
    mealType: meal.mealType,
    mealDate: day(0),
    deliveryDate: day(0),
    deliveryWindow: '11:00-13:00',
    price: meal.price,
    personName: 'Mia',
    ...change,
  };
}

/** One lunch for one person, delivered on the first day: a weekly order with one fee of $5.99. */
export function anOrder(
  menu: readonly MealReply[],
  change: Partial<PreparedOrder> = {},
): PreparedOrder {
  const lunch = menu.find((meal) => meal.mealType === 'lunch');
  if (!lunch && !change.orderItems) throw new Error('the menu has no lunch');
  return {
    cartKey: randomUUID(),
    customer: A_CUSTOMER,
    orderItems: lunch ? [anItem(lunch)] : [],
    subtotal: '0',
    deliveryFee: '0',
    tax: '0',
    total: '0',
    ...change,
  };
}

/** The order with the server's amounts. */
export async function priced({ app }: TestApp, order: PreparedOrder): Promise<PreparedOrder> {
  const reply = await app.inject({ method: 'POST', url: '/api/quote', body: { orderData: order } });
  if (reply.statusCode !== 200) throw new Error(`the quote was refused: ${reply.body}`);
  const { subtotal, deliveryFee, tax, total } = reply.json<QuoteReply>();
  return { ...order, subtotal, deliveryFee, tax, total };
}

export async function menuOf({ app }: TestApp): Promise<MealReply[]> {
  return (await app.inject('/api/meals')).json<MealReply[]>();
}

/** Sends create-payment-intent as the browser does. */
export async function checkOut(
  { app }: TestApp,
  orderData: PreparedOrder,
  amount = Number(orderData.total),
) {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/create-payment-intent',
    body: { amount, orderData },
  });
  const { paymentIntentId, clientSecret } = reply.json<Partial<CheckoutReply>>();
  if (paymentIntentId && clientSecret) clientSecrets.set(paymentIntentId, clientSecret);
  return reply;
}

/** For all payments that were opened here, as the page that opened one knows it. */
const clientSecrets = new Map<string, string>();

/** A valid order, priced, held and ready to be paid. */
export async function anOpenCheckout(test: TestApp, change: Partial<PreparedOrder> = {}) {
  const orderData = await priced(test, anOrder(await menuOf(test), change));
  const reply = await checkOut(test, orderData);
  if (reply.statusCode !== 200) throw new Error(`the checkout was refused: ${reply.body}`);
  return { orderData, checkout: reply.json<CheckoutReply>() };
}

export const GOOD_CARD = '4242 4242 4242 4242';
export const DECLINED_CARD = '4000 0000 0000 0002';

/** Pays like a browser: directly at the gateway, through the passthrough. */
export async function pay(
  { app }: TestApp,
  checkout: Pick<CheckoutReply, 'paymentIntentId' | 'clientSecret'>,
  card = GOOD_CARD,
) {
  clientSecrets.set(checkout.paymentIntentId, checkout.clientSecret);
  return app.inject({
    method: 'POST',
    url: `/sandbox/v1/payment_intents/${checkout.paymentIntentId}/confirm`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_secret: checkout.clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    }).toString(),
  });
}

export async function place({ app }: TestApp, paymentIntentId: string, orderData: unknown = {}) {
  const clientSecret = clientSecrets.get(paymentIntentId);
  return app.inject({
    method: 'POST',
    url: '/api/orders',
    body: { paymentIntentId, orderData, ...(clientSecret && { clientSecret }) },
  });
}
