/**
 * A small kitchen at work, set up through its own calls: an order, a basket, a waitlist entry; and everything the app
 * shows of it.
 */
import { randomUUID } from 'node:crypto';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { OrderingWeekReply, QuoteReply } from '#areas/order-book/calls/ordering.ts';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { A_CUSTOMER, anItem, GOOD_CARD } from '#quality/support/an-order.ts';
import type { Operation } from './api-description.ts';
import { idsBelow, type Known } from './hostile-requests.ts';
import type { Json } from './json-schema.ts';

/** Limit per field, so that rare values are not drowned out by frequent ones. */
const VALUES_KEPT = 30;

const A_BODY = {
  age: 34,
  gender: 'female',
  height: 168,
  weight: 74,
  activityLevel: 'Lightly Active',
  goal: 'Lose Weight',
  targetWeight: 68,
  hasRecentDiet: false,
  useCalorieCycling: true,
  trainingDaysCount: 3,
};

type Kitchen = {
  url: string;
  cookie: string;
  values: Map<string, Json[]>;
  bodies: Map<string, Json[]>;
};

/** `cookie` belongs to a member of staff. */
export async function gatherKnown(
  url: string,
  cookie: string,
  operations: Operation[],
): Promise<Known> {
  const kitchen: Kitchen = { url, cookie, values: new Map(), bodies: new Map() };
  await orderAndPay(kitchen);
  await openCheckout(kitchen);
  await call(kitchen, 'POST', '/api/waitlist', {
    email: 'mia@example.com',
    suburb: 'Cleveland',
    consent: true,
  });
  await call(kitchen, 'POST', '/api/ai-calorie-recommendation', A_BODY);
  const lists = operations.filter(isList);
  for (const { path } of lists) await call(kitchen, 'GET', path);
  return kitchen;
}

function isList({ method, path, responses }: Operation): boolean {
  return method === 'GET' && !path.includes('{') && 'application/json' in (responses['200'] ?? {});
}

async function openCheckout(kitchen: Kitchen): Promise<CheckoutReply> {
  const menu = (await call(kitchen, 'GET', '/api/meals')) as MealReply[];
  const week = (await call(kitchen, 'GET', '/api/ordering-week')) as OrderingWeekReply;
  const meal = menu.find(({ mealType }) => mealType === 'lunch');
  const date = week.days[0]?.date;
  if (!meal || !date) throw new Error('nothing to order');
  const items = [anItem(meal, { mealDate: date, deliveryDate: date })];
  const order = { cartKey: randomUUID(), customer: A_CUSTOMER, orderItems: items };
  const quote = (await call(kitchen, 'POST', '/api/quote', { orderData: order })) as QuoteReply;
  const { subtotal, deliveryFee, tax, total } = quote;
  const body = {
    amount: Number(total),
    orderData: { ...order, subtotal, deliveryFee, tax, total },
  };
  return (await call(kitchen, 'POST', '/api/create-payment-intent', body)) as CheckoutReply;
}

async function orderAndPay(kitchen: Kitchen): Promise<void> {
  const { paymentIntentId, clientSecret } = await openCheckout(kitchen);
  const card = { number: GOOD_CARD, exp_month: '12', exp_year: '2040', cvc: '123' };
  const form = new URLSearchParams({
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
  });
  for (const [name, value] of Object.entries(card))
    form.set(`payment_method_data[card][${name}]`, value);
  await fetch(`${kitchen.url}/sandbox/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    body: form,
  });
  const placed = await call(kitchen, 'POST', '/api/orders', {
    paymentIntentId,
    clientSecret,
    orderData: {},
  });
  const { trackingToken } = placed as PlacedOrderReply;
  kitchen.values.set('token', [trackingToken]);
}

/** Records requests and replies. */
async function call(
  kitchen: Kitchen,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const reply = await fetch(kitchen.url + path, {
    method,
    headers: { cookie: kitchen.cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await reply.json()) as Json;
  learn(kitchen.values, answer);
  learnIds(kitchen.values, path, answer);
  if (!body) return answer;
  if (!reply.ok) throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer)}`);
  const key = `${method} ${path}`;
  kitchen.bodies.set(key, [...(kitchen.bodies.get(key) ?? []), body as Json]);
  learn(kitchen.values, body as Json);
  return answer;
}

/** Ids, under the name of the path in which they are valid. */
function learnIds(values: Map<string, Json[]>, path: string, answer: Json): void {
  const ids = new Map<string, Json[]>();
  learn(ids, answer);
  values.set(idsBelow(path), ids.get('id') ?? []);
}

function learn(values: Map<string, Json[]>, value: Json, name = ''): void {
  if (Array.isArray(value)) {
    for (const each of value) learn(values, each, name);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) learn(values, inner, key);
  } else {
    const seen = values.get(name) ?? [];
    if (seen.length < VALUES_KEPT && !seen.includes(value)) values.set(name, [...seen, value]);
  }
}
