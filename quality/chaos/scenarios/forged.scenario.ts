/** Customers who send what none of our pages would, and then pay for whatever was opened. */
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { parseAmount } from '#platform/rules/money.ts';
import { runConcurrently } from '../run-concurrently.ts';
import { anUnpricedOrder, aSmallBasket } from '../basket.ts';
import { readBooks, succeededIntents } from '../books.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import {
  askPrice,
  type OpenedCheckout,
  type Customer,
  payCheckout,
  confirmCheckout,
  sendCheckout,
} from '../customer.ts';
import { openFixture } from '../open-fixture.ts';
import type { ScenarioResult, Scenario, ScenarioContext } from '../scenario.ts';
import type { Random } from '#app/server/stage.ts';
import { drain } from '../drain.ts';

export const forged: Scenario = {
  name: 'forged',
  promise: "5,000 forged amounts, prices and ids: none charged differently from the server's price",
  sizes: { short: 200, long: 5000 },
  run,
};

/** An order as sent, before it is tampered with: any field may become anything. */
type Sent = { amount: unknown; orderData: { orderItems: object[] } };

const CHEAP = [
  '0.01',
  '0',
  '-5.00',
  '1',
  '0.00',
  '1e-9',
  '00.10',
  ' 1',
  '١',
  'NaN',
  0.01,
  -1,
  null,
];
const STRANGE_IDS = [0, -1, 2_147_483_647, 2 ** 53, 1.5, '1', null, [1], { id: 1 }];

const FORGERIES: ((sent: Sent, random: Random, menu: readonly MealReply[]) => void)[] = [
  (sent, random) => (sent.amount = random.pick([0.01, 0, 1, 0.5, 1e-9, -10, 99_999])),
  (sent, random) => spoil(sent, { total: random.pick(CHEAP) }),
  (sent, random) => spoil(sent, { subtotal: random.pick(CHEAP) }),
  (sent, random) => spoil(sent, { deliveryFee: random.pick(CHEAP) }),
  (sent, random) => spoil(sent, { tax: random.pick(['-10.00', '9.99', ...CHEAP]) }),
  (sent, random) => spoilItem(sent, random, { price: random.pick(CHEAP) }),
  (sent, random) => spoilItem(sent, random, { mealId: random.pick(STRANGE_IDS) }),
  // A more expensive meal at the price of the chosen one.
  (sent, random, menu) => spoilItem(sent, random, { mealId: random.pick(menu).id }),
  (sent, random) =>
    spoilItem(sent, random, { deliveryDate: random.pick(['2020-01-01', '2026-01-31', '']) }),
  (sent, random) => spoilItem(sent, random, { quantity: 10, discount: '100%' }),
  // Every amount is consistent with the others, only not with ours.
  (sent, random) => consistentlyCheap(sent, random),
  (sent) => spoil(sent, { status: 'paid', totalCents: 1, offers: [{ amount: '-9' }] }),
  (sent) => sent.orderData.orderItems.push(...sent.orderData.orderItems),
];

function spoil({ orderData }: Sent, change: object): void {
  Object.assign(orderData, change);
}

function spoilItem({ orderData }: Sent, random: Random, change: object): void {
  Object.assign(random.pick(orderData.orderItems), change);
}

function consistentlyCheap(sent: Sent, random: Random): void {
  const cents = 1 + random.below(200);
  const price = (cents / 100).toFixed(2);
  const items = sent.orderData.orderItems.map((item) => ({ ...item, price }));
  const total = ((cents * items.length) / 100).toFixed(2);
  const amounts = { subtotal: total, deliveryFee: '0.00', tax: '0.00', total };
  Object.assign(sent.orderData, amounts, { orderItems: items });
  sent.amount = Number(total);
}

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  const fixture = await openFixture(context);
  const { system, menu } = fixture;
  const complaints: string[] = [];
  /** By intent: the basket's price by the menu, plus the fee that the server quoted. */
  const honestCents = new Map<string, number>();
  await runConcurrently(context.size, 16, async (index) => {
    const { customer: patient, random } = fixture.customer(index);
    const customer = { ...patient, patience: 0 };
    const order = anUnpricedOrder(customer.who, aSmallBasket(random, menu));
    const honest = await askPrice(customer, order);
    if (!honest) return;
    const sent: Sent = { amount: Number(honest.total), orderData: structuredClone(honest) };
    // A share of them is honest, so that someone is charged.
    FORGERIES[index % (FORGERIES.length + 1)]?.(sent, random, menu.meals);
    const checkout = await sendCheckout(customer, sent);
    if (!checkout) return;
    honestCents.set(checkout.intent, priceOf(honest, menu.meals));
    complaints.push(...(await tamperWithPayment(customer, checkout)));
    if (await payCheckout(customer, checkout))
      await confirmCheckout(customer, checkout, { total: '0.01', orderItems: [] });
  });
  fixture.close();
  const settled = await drain(system, { withinMs: 60_000, skipsWaiting: true });

  const books = await readBooks(system);
  for (const { id, amount_received: cents } of succeededIntents(books))
    if (cents !== honestCents.get(id))
      complaints.push(`CHEATED: ${id} was charged ${cents} cents for ${honestCents.get(id)}`);
  const cheated = complaints.length;
  complaints.push(...(await findDiscrepancies(system, context.history)));
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  const broken = context.history
    .facts()
    .filter(({ status = 200 }) => status === 0 || status >= 500);
  if (broken.length > 0) complaints.push(`${broken.length} replies of 500 and above, or none`);
  if (honestCents.size === 0) complaints.push('no one could pay at all');
  return {
    complaints,
    measured: `${context.size} forged orders: ${honestCents.size} accepted at the honest price, ${books.orders.length} orders, ${cheated} charged differently, ${broken.length} replies of 500`,
  };
}

/** By the menu alone, plus the delivery fee from the quote. */
function priceOf(order: PreparedOrder, menu: readonly MealReply[]): number {
  const prices = new Map(menu.map((meal) => [meal.id, parseAmount(meal.price) ?? NaN]));
  const meals = order.orderItems.reduce((sum, item) => sum + (prices.get(item.mealId) ?? NaN), 0);
  return meals + (parseAmount(order.deliveryFee) ?? NaN);
}

/** What a browser might try on the payment itself; each attempt must be refused. */
async function tamperWithPayment(
  { browser }: Customer,
  { intent, clientSecret }: OpenedCheckout,
): Promise<string[]> {
  const path = `/sandbox/v1/payment_intents/${intent}`;
  const card = { 'payment_method_data[type]': 'card' };
  const attempts = {
    'changing the amount': browser.form(path, { client_secret: clientSecret, amount: '1' }),
    'confirming another amount': browser.form(`${path}/confirm`, {
      ...card,
      client_secret: clientSecret,
      amount: '1',
    }),
    "paying with someone else's secret": browser.form(`${path}/confirm`, {
      ...card,
      client_secret: `${intent}_secret_guessed`,
    }),
    'saying that it is paid': browser.json('POST', '/api/stripe/webhook', {
      id: `evt_${intent}`,
      type: 'payment_intent.succeeded',
      data: { object: { id: intent, object: 'payment_intent', status: 'succeeded' } },
    }),
    'placing the order unpaid': browser.json('POST', '/api/orders', {
      paymentIntentId: intent,
      clientSecret,
      orderData: {},
    }),
  };
  const complaints: string[] = [];
  for (const [what, trying] of Object.entries(attempts))
    if ((await trying).status < 300) complaints.push(`CHEATED: ${what} of ${intent} worked`);
  return complaints;
}
