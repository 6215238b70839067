/** Holding without paying is a courtesy: who may, and that it closes no window to those who pay. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import type { SystemReply } from '#areas/office/calls/system-page.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { PreparedItem, PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { UNPAID_CHECKOUTS } from '#areas/checkout/server/hold-bounds.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots, holds } from '#areas/order-book/server/tables/slots.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { IntentRefused } from '#platform/server/errors.ts';
import type { Gateway } from '#platform/server/gateway-port.ts';
import { aStaffClient } from '#quality/support/a-paid-order.ts';
import { aPhoneOrder } from '#quality/support/a-phone-order.ts';
import {
  A_CUSTOMER,
  anItem,
  anOrder,
  day,
  menuOf,
  pay,
  place,
  DELIVERY_WINDOWS,
} from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { silentGateway } from '#quality/support/gateway-bench.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let lunch: MealReply;
let gateway: Gateway;

beforeAll(async () => {
  t = await startTestApp({ throttle: true });
  lunch = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch')!;
  gateway = t.context.gateway;
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await t.context.db.delete(throttleCounters);
});
afterEach(async () => {
  t.context.gateway = gateway;
  await checkInvariants(t.context.db);
});

/** The n-th stranger, who has nothing in common with the others but perhaps the network. */
function stranger(n: number): PreparedOrder['customer'] {
  return {
    ...A_CUSTOMER,
    email: `stranger${n}@example.com`,
    phone: `04${String(10_000_000 + n)}`,
  };
}

const home = (n: number) => `198.51.${n}.7`;
const inOneNetwork = (n: number) => `203.0.113.${n % 256}`;

const lunchOn = (index: number, deliveryWindow: DeliveryWindow = '11:00-13:00') =>
  anItem(lunch, { mealDate: day(index), deliveryDate: day(index), deliveryWindow });
const theWholeWeek = (window: DeliveryWindow) =>
  Array.from({ length: 7 }, (_, index) => lunchOn(index, window));

type Attempt = {
  ip: string;
  customer?: PreparedOrder['customer'];
  orderItems?: PreparedItem[];
  cartKey?: string;
  /** False: a caller that knows only of places that are held. */
  onPayment?: boolean;
};

async function start({ ip, onPayment = true, ...change }: Attempt) {
  const order = { ...anOrder([lunch]), ...change };
  const quote = await t.app.inject({
    method: 'POST',
    url: '/api/quote',
    body: { orderData: order },
    remoteAddress: ip,
  });
  const { subtotal, deliveryFee, tax, total } = quote.json<PreparedOrder>();
  return t.app.inject({
    method: 'POST',
    url: '/api/create-payment-intent',
    body: {
      amount: Number(total),
      orderData: { ...order, subtotal, deliveryFee, tax, total },
      onPayment,
    },
    remoteAddress: ip,
  });
}

async function buy(attempt: Attempt) {
  const started = await start(attempt);
  if (started.statusCode !== 200) return started;
  const checkout = started.json<CheckoutReply>();
  await pay(t, checkout);
  return place(t, checkout.paymentIntentId);
}

const many = (count: number, attempt: (n: number) => Attempt) =>
  Promise.all(Array.from({ length: count }, (_, n) => start(attempt(n))));
const held = (replies: readonly { statusCode: number; json: () => object }[]) =>
  replies.filter((reply) => reply.statusCode === 200 && !('place' in reply.json())).length;
const onPayment = (replies: readonly { json: () => object }[]) =>
  replies.filter((reply) => 'place' in reply.json()).length;

describe('one network', () => {
  test.each([
    ['IPv4 /24', inOneNetwork],
    ['IPv6 /48', (n: number) => `2001:db8:77:${n.toString(16)}::${n.toString(16)}`],
  ])(
    '%s: however many try at the same time, every window stays open to the others',
    async (_, ip) => {
      const attempts = await many(60, (n) => ({
        ip: ip(n),
        customer: stranger(n),
        orderItems: theWholeWeek(DELIVERY_WINDOWS[n % 2]!),
      }));
      expect(held(attempts)).toBe(UNPAID_CHECKOUTS.network);
      expect(onPayment(attempts)).toBe(60 - UNPAID_CHECKOUTS.network);
      for (const window of DELIVERY_WINDOWS) {
        const honest = { ip: home(1), customer: A_CUSTOMER, orderItems: theWholeWeek(window) };
        expect((await buy(honest)).statusCode).toBe(200);
      }
    },
    60_000,
  );

  test('may order as often as it likes when it pays', async () => {
    for (let n = 0; n < 12; n += 1) {
      const bought = await buy({ ip: inOneNetwork(1), customer: stranger(n) });
      expect([n, bought.statusCode]).toEqual([n, 200]);
    }
    expect(await t.context.db.$count(orders)).toBe(12);
  });

  test('returns to its checkout with the same basket, also at its bound', async () => {
    const cartKey = '00000000-0000-4000-8000-00000000c0de';
    const mine = { ip: inOneNetwork(0), customer: stranger(0), cartKey };
    const first = await start(mine);
    await many(20, (n) => ({ ip: inOneNetwork(n), customer: stranger(n + 1) }));
    expect((await start(mine)).json()).toEqual(first.json());
  });
});

describe('one person, from many networks', () => {
  test.each([
    [
      'email, however it is spelled',
      (n: number) => ({
        ...stranger(n),
        email: ['Mia.Lee@Gmail.com', 'mialee+a@gmail.com', 'm.ialee@googlemail.com'][n % 3]!,
      }),
    ],
    [
      'phone, however it is written',
      (n: number) => ({
        ...stranger(n),
        phone: ['0412 345 678', '+61 412 345 678', '(04) 1234 5678'][n % 3]!,
      }),
    ],
  ])('%s: has three unpaid orders at a time', async (_, customer) => {
    const attempts = await many(8, (n) => ({ ip: home(n), customer: customer(n) }));
    expect(held(attempts)).toBe(UNPAID_CHECKOUTS.mailbox);
    expect(onPayment(attempts)).toBe(5);
    const refused = await start({ ip: home(19), customer: customer(1), onPayment: false });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'slot_full']);
    const open = attempts
      .map((reply) => reply.json<CheckoutReply>())
      .find(({ place: is }) => is === undefined)!;
    await pay(t, open);
    await place(t, open.paymentIntentId);
    expect(held([await start({ ip: home(20), customer: customer(1) })])).toBe(1);
    t.advanceMinutes(16);
    await expireCheckouts(t.context);
    expect(held([await start({ ip: home(21), customer: customer(2) })])).toBe(1);
  });
});

describe('what is held without paying', () => {
  const fromEverywhere = (count: number, first = 0) =>
    many(count, (n) => ({ ip: home(first + n), customer: stranger(first + n) }));

  test('lets the next one in as soon as one has paid, until the window is sold out', async () => {
    for (let n = 0; n < 20; n += 1)
      expect((await buy({ ip: home(n), customer: stranger(n) })).statusCode).toBe(200);
    const late = await start({ ip: home(30), customer: stranger(30) });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      code: 'slot_full',
      full: [{ date: day(0), timeSlot: '11:00-13:00' }],
    });
  });

  test('never makes a window look full: only what is sold does, and what staff hold for callers', async () => {
    const shown = async () => {
      const { days } = (await t.app.inject('/api/ordering-week')).json<OrderingWeekReply>();
      return days[0]?.windows[0];
    };
    await t.context.db
      .insert(deliverySlots)
      .values({ date: day(0), window: '11:00-13:00', maxDeliveries: 2 });
    const attempts = await fromEverywhere(4);
    expect([held(attempts), onPayment(attempts)]).toEqual([2, 2]);
    expect(await shown()).toMatchObject({ open: true, placesLeft: 2 });
    t.advanceMinutes(16);
    await expireCheckouts(t.context);
    const clerk = await aStaffClient(t, { role: 'phone' });
    for (let calls = 0; calls < 2; calls += 1) await aPhoneOrder(t, clerk);
    expect(await shown()).toMatchObject({ open: false, placesLeft: 0 });
    expect((await start({ ip: home(9), customer: stranger(9) })).json().code).toBe('slot_full');
  });
});

describe('more time to pay', () => {
  const extend = ({ checkoutId, clientSecret }: CheckoutReply) =>
    t.app.inject({
      method: 'POST',
      url: '/api/extend-hold',
      body: { checkoutId, clientSecret },
      remoteAddress: home(1),
    });

  test('is given once, to customers who are still there in the last five minutes', async () => {
    const checkout = (await start({ ip: home(1) })).json<CheckoutReply>();
    t.advanceMinutes(9);
    expect((await extend(checkout)).json()).toEqual({
      code: 'too_early',
      message: 'You can ask for more time in the last 5 minutes.',
    });
    t.advanceMinutes(1);
    expect((await extend(checkout)).statusCode).toBe(200);
    expect((await extend(checkout)).json()).toMatchObject({ code: 'hold_ended' });
  });
});

describe('a payment that could not be opened', () => {
  const placesHeld = async () => (await t.context.db.select().from(deliverySlots))[0]?.held;

  test('gives its places back at once when the card provider refuses it', async () => {
    t.context.gateway = {
      ...gateway,
      createIntent: () => Promise.reject(new IntentRefused('payment_unavailable', 'refused')),
    };
    expect((await start({ ip: home(1) })).statusCode).toBe(503);
    expect(await placesHeld()).toBe(0);
    expect(await t.context.db.$count(holds)).toBe(0);
    expect(await t.context.db.select().from(checkouts)).toMatchObject([{ state: 'expired' }]);
  });

  test('really is refused by the card provider for an amount below its minimum', async () => {
    const paysFor = { checkoutId: 'x', snapshot: {} };
    const intent = { paysFor, amountCents: 1, currency: 'aud', capture: 'automatic' as const };
    const address = { line1: '', line2: '', suburb: '', postcode: '', state: '' };
    const shipping = { name: 'Mia', phone: '', ...address };
    await expect(
      gateway.createIntent({ ...intent, shipping, receiptEmail: 'a@example.com' }),
    ).rejects.toBeInstanceOf(IntentRefused);
  });

  test('keeps them while the card provider is silent, until its intent is cancelled', async () => {
    t.context.gateway = await silentGateway(t);
    expect((await start({ ip: home(1) })).statusCode).toBe(503);
    expect(await placesHeld()).toBe(1);
    t.context.gateway = gateway;
    expect(await expireCheckouts(t.context)).toEqual({ ended: 1, paid: 0, waiting: 0 });
    expect(await placesHeld()).toBe(0);
  });
});

test('staff see how many places are held unpaid', async () => {
  const staffClient = await aStaffClient(t);
  await many(9, (n) => ({ ip: inOneNetwork(n), customer: stranger(n) }));
  const system = (await staffClient.get('/api/admin/system')).json<SystemReply>();
  expect(system.unpaidHolds).toEqual({ places: 9 });
});

test('THROTTLE=off switches these bounds off too', async () => {
  t.context.throttle = false;
  try {
    const attempts = await many(20, () => ({ ip: inOneNetwork(1), customer: A_CUSTOMER }));
    expect(held(attempts)).toBe(20);
  } finally {
    t.context.throttle = true;
  }
});
