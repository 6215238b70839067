/** Nobody can close the shop: whatever others hold unpaid, anyone who pays has a place while there is one. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import {
  A_CUSTOMER,
  anItem,
  anOrder,
  day,
  DELIVERY_WINDOWS,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { providerLedger } from '#quality/support/gateway-bench.ts';
import { howMany } from '#quality/support/random/how-many.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

const PLACES = 4;
const WISHED = { date: day(0), window: DELIVERY_WINDOWS[0] };

let t: TestApp;
let lunch: MealReply;
let basket: PreparedOrder;

beforeAll(async () => {
  t = await startTestApp({ throttle: true });
  lunch = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch')!;
  basket = await priced(t, anOrder([lunch], { orderItems: [anItem(lunch)] }));
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await t.context.db.delete(throttleCounters);
  await t.context.db.delete(deliverySlots);
  await t.context.db.insert(deliverySlots).values({ ...WISHED, maxDeliveries: PLACES });
});
afterEach(() => checkInvariants(t.context.db));

/** The n-th person, who has nothing in common with the others but perhaps the network. */
async function start(n: number, remoteAddress: string) {
  const customer = { ...A_CUSTOMER, email: `p${n}@example.com`, phone: `04${30_000_000 + n}` };
  const orderData = { ...basket, customer, cartKey: crypto.randomUUID() };
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/create-payment-intent',
    body: { amount: Number(orderData.total), orderData, onPayment: true },
    remoteAddress,
  });
  return { status: reply.statusCode, checkout: reply.json<CheckoutReply>() };
}

/** Asks again while someone pays for the same place, as the page does. */
async function buy(n: number, remoteAddress: string) {
  const { status, checkout } = await start(n, remoteAddress);
  if (status !== 200) return status;
  await pay(t, checkout);
  for (let asked = 0; asked < 5; asked += 1) {
    const reply = await place(t, checkout.paymentIntentId);
    if (reply.json<{ code?: string }>().code !== 'place_pending') return reply.statusCode;
  }
  return 409;
}

/** The same numbers in every run. */
function randomOf(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

const network = (n: number) => `203.${n % 200}.113.${1 + (n % 50)}`;
const booked = async () => (await t.context.db.select().from(deliverySlots))[0]!.booked;

async function nobodyIsChargedForNothing() {
  const { payment_intents: intents } = await providerLedger(t);
  const taken = intents.filter((one) => one.amount_received > 0);
  const kept = await t.context.db.$count(orders);
  expect(taken).toHaveLength(kept);
}

test.each(Array.from({ length: howMany(10) }, (_, index) => index + 1))(
  'seed %i: with any number of networks that hold all they can, each buyer has a place while there is one',
  async (seed) => {
    const random = randomOf(seed);
    const networks = [1, 2, 20][seed % 3]!;
    let people = 0;
    for (let step = 0; step < 14; step += 1) {
      if (random(10) < 6) await start((people += 1), network(random(networks)));
      else if (random(10) < 2) {
        t.advanceMinutes(random(10));
        await expireCheckouts(t.context);
      } else {
        const before = await booked();
        const status = await buy((people += 1), `198.51.${people}.7`);
        expect(status).toBe(before < PLACES ? 200 : 409);
      }
      expect(await booked()).toBeLessThanOrEqual(PLACES);
    }
    await nobodyIsChargedForNothing();
  },
);

test('twenty holds of two networks: all places go to those who pay', async () => {
  for (let n = 0; n < 20; n += 1) await start(100 + n, network(n % 2));
  const bought = [];
  for (let n = 0; n < PLACES + 1; n += 1) bought.push(await buy(n, `198.51.${n}.7`));
  expect(bought).toEqual([200, 200, 200, 200, 409]);
  await nobodyIsChargedForNothing();
});

test('six who pay at once for four places: four orders, and two cards that are not charged', async () => {
  for (let n = 0; n < 8; n += 1) await start(100 + n, network(n));
  const opened = await Promise.all(Array.from({ length: 6 }, (_, n) => start(n, `198.51.${n}.7`)));
  await Promise.all(opened.map(({ checkout }) => pay(t, checkout)));
  const askAll = () =>
    Promise.all(opened.map(({ checkout }) => place(t, checkout.paymentIntentId)));
  await askAll();
  await askAll();
  expect((await askAll()).map(({ statusCode }) => statusCode).toSorted()).toEqual([
    200, 200, 200, 200, 409, 409,
  ]);
  expect(await booked()).toBe(PLACES);
  await nobodyIsChargedForNothing();
});
