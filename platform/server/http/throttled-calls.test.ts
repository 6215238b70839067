/** Which calls are rate-limited, and that a household never notices. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#app/server/app.ts';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { RATE_LIMITS, type Allowed, throttleCaller } from '#platform/server/http/throttle.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

type Call = {
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  body?: object;
  isStaff?: boolean;
  authorization?: string;
};

/** Just correct enough to pass the schema; the outcome does not matter. */
const CALLS: Record<Allowed, Call[]> = {
  waitlist: [
    {
      method: 'POST',
      url: '/api/waitlist',
      body: { email: 'mia@example.com', suburb: 'Cleveland' },
    },
  ],
  advice: [{ method: 'POST', url: '/api/ai-calorie-recommendation', body: {} }],
  quote: [{ method: 'POST', url: '/api/quote', body: { orderData: anyOrder({}) } }],
  checkout: [
    {
      method: 'POST',
      url: '/api/create-payment-intent',
      body: { amount: 1, orderData: anyOrder(noAmounts()) },
    },
    { method: 'POST', url: '/api/pay/nobody' },
  ],
  payment: [
    { method: 'POST', url: '/api/orders', body: { paymentIntentId: 'pi_none', orderData: {} } },
    {
      method: 'POST',
      url: '/api/extend-hold',
      body: { checkoutId: '00000000-0000-4000-8000-000000000000', clientSecret: 'x' },
    },
  ],
  unsignedWebhook: [{ method: 'POST', url: '/api/stripe/webhook', body: {} }],
  tracking: [
    { method: 'GET', url: '/api/orders/track/nobody' },
    { method: 'GET', url: '/api/orders/track/nobody/calendar.ics' },
    { method: 'GET', url: '/api/pay/nobody' },
  ],
  trackingChange: [
    { method: 'POST', url: '/api/orders/track/nobody/cancel' },
    {
      method: 'PUT',
      url: '/api/orders/track/nobody/instructions',
      body: { specialInstructions: '' },
    },
  ],
  findOrder: [
    {
      method: 'POST',
      url: '/api/orders/find',
      body: { orderNumber: 'RT-2222-2222', email: 'mia@example.com' },
    },
  ],
  problemPhoto: [{ method: 'POST', url: '/api/orders/track/nobody/problem-photos' }],
  wrongToken: [{ method: 'GET', url: '/api/admin/orders', authorization: 'Bearer mr_wrong' }],
  receipt: [{ method: 'GET', url: '/api/orders/track/nobody/receipt.pdf' }],
  documents: [
    { method: 'GET', url: '/api/admin/labels?date=2026-01-13', isStaff: true },
    { method: 'GET', url: '/api/admin/prep-sheet?date=2026-01-13', isStaff: true },
    { method: 'GET', url: '/api/admin/run-sheet?date=2026-01-13', isStaff: true },
    { method: 'GET', url: '/api/admin/papers/1/change-slip', isStaff: true },
  ],
};

let t: TestApp;
let staffClient: StaffClient;

beforeAll(async () => {
  t = await startTestApp({ throttle: true });
  staffClient = await aStaffClient(t);
});
afterAll(() => t.close());
beforeEach(() => t.context.db.delete(throttleCounters));

function send({ method, url, body, isStaff = false, authorization }: Call, remoteAddress: string) {
  const headers = {
    ...(isStaff && { cookie: staffClient.cookie }),
    ...(authorization !== undefined && { authorization }),
  };
  return t.app.inject({ method, url, headers, remoteAddress, ...(body && { body }) });
}

async function useUp(what: Allowed, ip: string): Promise<void> {
  const { limit } = RATE_LIMITS[what];
  for (let count = 0; count < limit; count += 1) await throttleCaller(t.context, what, { ip });
}

describe.each(Object.entries(CALLS) as [Allowed, Call[]][])('%s', (what, calls) => {
  test('is refused with a time to retry once its limit is reached, and only that call', async () => {
    await useUp(what, '203.0.113.7');
    const isBucket = 'refillSeconds' in RATE_LIMITS[what];
    for (const call of calls) {
      const refused = await send(call, '203.0.113.7');
      expect([call.url, refused.statusCode]).toEqual([call.url, 429]);
      expect(refused.json()).toEqual({
        code: 'too_many_requests',
        message: `Too many requests from your connection. Try again in ${isBucket ? '7 seconds' : '10 minutes'}.`,
      });
      expect(refused.headers['retry-after']).toBe(isBucket ? '7' : '600');
      expect((await send(call, '203.0.113.8')).statusCode).not.toBe(429);
    }
  });
});

test('a household of six that changes its mind is let through', () => {
  expect(RATE_LIMITS.quote.limit).toBeGreaterThanOrEqual(6 * 60);
  expect(RATE_LIMITS.checkout.limit).toBeGreaterThanOrEqual(6 * 5);
});

test('a client that claims another address is counted under its own, unless it is a proxy of ours', async () => {
  const app = await buildApp(t.context, {
    log: null,
    isHttps: false,
    isDev: false,
    sandbox: null,
    trustedProxies: ['10.0.0.0/8'],
  });
  const ask = async (remoteAddress: string, claimed: string) => {
    const headers = { 'x-forwarded-for': claimed };
    return (await app.inject({ url: '/api/orders/track/nobody', remoteAddress, headers }))
      .statusCode;
  };
  await useUp('tracking', '203.0.113.7');
  expect(await ask('203.0.113.7', '198.51.100.1')).toBe(429);
  expect(await ask('10.1.2.3', '203.0.113.7')).toBe(429);
  expect(await ask('10.1.2.3', '198.51.100.1, 203.0.113.7')).toBe(429);
  expect(await ask('10.1.2.3', '203.0.113.7, 198.51.100.1')).toBe(404);
  await app.close();
});

function noAmounts() {
  return { subtotal: '0', deliveryFee: '0', tax: '0', total: '0' };
}

function anyOrder(amounts: object) {
  const name = {
    firstName: 'Mia',
    lastName: 'Lee',
    email: 'mia@example.com',
    phone: '0412 345 678',
  };
  const item = {
    mealId: 1,
    deliveryDate: '2026-01-13',
    deliveryWindow: '11:00-13:00',
    mealType: 'lunch',
    price: '14.99',
  };
  return {
    customer: { ...name, address: '12 Shore Street West, Cleveland' },
    orderItems: [item],
    ...amounts,
  };
}
