/** Who is told the order of a payment: the browser that opened it, or anyone who knows its secret. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { anOrder, checkOut, menuOf, pay, priced } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(() => t.clearOrders());

async function open() {
  const orderData = await priced(t, anOrder(await menuOf(t)));
  const reply = await checkOut(t, orderData);
  return { orderData, checkout: reply.json<CheckoutReply>(), cookie: cookieOf(reply) };
}

function cookieOf({ headers }: { headers: Record<string, unknown> }): string {
  return String(headers['set-cookie']).split(';')[0]!;
}

type Proof = { clientSecret?: string; cookie?: string };

const ask = (paymentIntentId: string, { clientSecret, cookie }: Proof, orderData: unknown = {}) =>
  t.app.inject({
    method: 'POST',
    url: '/api/orders',
    headers: cookie ? { cookie } : {},
    body: { paymentIntentId, orderData, ...(clientSecret && { clientSecret }) },
  });

const NOT_FOUND = { code: 'not_found', message: 'This payment was not found' };

describe('the order of a paid intent', () => {
  test('is told to anyone who knows the client secret', async () => {
    const { checkout } = await open();
    await pay(t, checkout);
    const { clientSecret } = checkout;
    const placed = await ask(checkout.paymentIntentId, { clientSecret });
    expect(placed.statusCode).toBe(200);
    expect((await ask(checkout.paymentIntentId, { clientSecret })).json()).toEqual(placed.json());
  });

  test.each([null, 'paid', { total: '0.00' }])(
    'is the same whatever is sent of it: %j',
    async (orderData) => {
      const { checkout } = await open();
      await pay(t, checkout);
      const { clientSecret, paymentIntentId } = checkout;
      const placed = await ask(paymentIntentId, { clientSecret }, orderData);
      expect(placed.statusCode, placed.body).toBe(200);
      const body = { paymentIntentId, clientSecret };
      const without = await t.app.inject({ method: 'POST', url: '/api/orders', body });
      expect(without.json()).toEqual(placed.json());
    },
  );

  test('is told to the browser that opened the checkout, with the payload of the specification', async () => {
    const { checkout, cookie } = await open();
    await pay(t, checkout);
    expect((await ask(checkout.paymentIntentId, { cookie })).statusCode).toBe(200);
  });

  test('is not told to anyone who only knows the payment’s id, before or after it is placed', async () => {
    const mine = await open();
    const { paymentIntentId, clientSecret } = mine.checkout;
    await pay(t, mine.checkout);
    const others = await open();
    const guesses = [
      {},
      { clientSecret: `${clientSecret}x` },
      { clientSecret: others.checkout.clientSecret },
      { cookie: others.cookie },
      { cookie: mine.cookie.replace(/=.*/, `=${others.cookie.split('=')[1]}`) },
      { cookie: mine.cookie.replace(/=.*/, '=') },
    ];
    for (const guess of guesses) {
      const refused = await ask(paymentIntentId, guess);
      expect([refused.statusCode, refused.json()]).toEqual([404, NOT_FOUND]);
    }
    expect(await t.context.db.$count(orders)).toBe(0);
    expect((await ask(paymentIntentId, { clientSecret })).statusCode).toBe(200);
    for (const guess of guesses)
      expect((await ask(paymentIntentId, guess)).json()).toEqual(NOT_FOUND);
  });
});

test('the checkout’s cookie is for this call alone, and no script can read it', async () => {
  const reply = await checkOut(t, await priced(t, anOrder(await menuOf(t))));
  const { paymentIntentId } = reply.json<CheckoutReply>();
  expect(reply.headers['set-cookie']).toMatch(
    new RegExp(
      `^checkout_${paymentIntentId}=[\\w-]{32}; Path=/api/orders; Max-Age=86400; HttpOnly; SameSite=Strict$`,
    ),
  );
});

test('a basket that is already paid gets its cookie again', async () => {
  const { checkout, orderData } = await open();
  await pay(t, checkout);
  await ask(checkout.paymentIntentId, { clientSecret: checkout.clientSecret });
  const again = await checkOut(t, orderData);
  expect(again.json()).toMatchObject({ code: 'already_paid' });
  expect((await ask(checkout.paymentIntentId, { cookie: cookieOf(again) })).statusCode).toBe(200);
});
