/** Fault points F11 to F23 of docs/reliability.md: the agreed price, the holds, and what may fail in between. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { buildApp } from '#app/server/app.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots, holds } from '#areas/order-book/server/tables/slots.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { refundOverdueUndecided } from '#areas/orders/server/decide-order.ts';
import { endCheckout } from '#areas/checkout/server/end-checkout.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import type { Gateway } from '#platform/server/gateway-port.ts';
import { reconcileYoung } from '#areas/payments/server/reconcile.ts';
import { aStaffClient, refundsAtGateway, type StaffClient } from '#quality/support/a-paid-order.ts';
import {
  anItem,
  anOpenCheckout,
  anOrder,
  checkOut,
  day,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import {
  listenForAlarms,
  providerLedger,
  sendEvent,
  signedEvent,
  silentGateway,
} from '#quality/support/gateway-bench.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

const BANK_CARD = '4000 0025 0000 3155';

let t: TestApp;
let staffClient: StaffClient;
let menu: MealReply[];
let gateway: Gateway;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
  menu = await menuOf(t);
  gateway = t.context.gateway;
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});
afterEach(async () => {
  t.context.gateway = gateway;
  await checkInvariants(t.context.db);
});

const allOrders = () => t.context.db.select().from(orders);
const theSlot = async () => (await t.context.db.select().from(deliverySlots))[0];
const intentCount = async () => (await providerLedger(t)).payment_intents.length;
const statusOf = async (id: string) => (await gateway.retrieveIntent(id))?.status;
const lunch = () => menu.find((meal) => meal.mealType === 'lunch')!;

const extend = (checkout: CheckoutReply) =>
  t.app.inject({
    method: 'POST',
    url: '/api/extend-hold',
    body: { checkoutId: checkout.checkoutId, clientSecret: checkout.clientSecret },
  });

async function setSlot(change: { maxDeliveries?: number; isActive?: boolean }) {
  const slot = await theSlot();
  if (slot) await t.context.db.update(deliverySlots).set(change);
  else {
    await t.context.db
      .insert(deliverySlots)
      .values({ date: day(0), window: '11:00-13:00', maxDeliveries: 20, ...change });
  }
}

describe('F11: what a browser claims', () => {
  test.each([
    ['a lower total', { total: '0.50' }],
    ['a lower delivery fee', { deliveryFee: '0' }],
    ['a lower subtotal', { subtotal: '0.01' }],
    ['a made-up discount', { tax: '0.01' }],
  ])('F11: %s is refused with the true price, and nothing is held', async (_, forged) => {
    const honest = await priced(t, anOrder(menu));
    const before = await intentCount();
    const reply = await checkOut(t, { ...honest, ...forged });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'quote_changed', quote: { total: honest.total } });
    expect(await t.context.db.$count(holds)).toBe(0);
    expect(await intentCount()).toBe(before);
  });

  test('F11: a forged amount, item price or meal, and counts below zero, buy nothing', async () => {
    const honest = await priced(t, anOrder(menu));
    const [item] = honest.orderItems;
    const replies = [
      await checkOut(t, honest, 0.5),
      await checkOut(t, honest, -1),
      await checkOut(t, { ...honest, orderItems: [{ ...item!, price: '0.01' }] }),
      await checkOut(t, { ...honest, orderItems: [{ ...item!, mealId: 999_999 }] }),
      await checkOut(t, { ...honest, orderItems: [{ ...item!, mealId: -1 }] }),
    ];
    expect(replies.map((reply) => reply.statusCode)).toEqual([409, 400, 409, 400, 400]);
    expect(await t.context.db.$count(checkouts)).toBe(0);
  });

  test('F11: a payment of a different amount than agreed needs a decision, with an alarm', async () => {
    const alarms = listenForAlarms(t);
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout);
    const agreed = (await t.context.db.select().from(checkouts))[0]!;
    t.context.gateway = {
      ...gateway,
      async retrieveIntent(id) {
        const intent = await gateway.retrieveIntent(id);
        return intent && { ...intent, amountCents: 1 };
      },
    };
    await place(t, checkout.paymentIntentId);
    expect(await allOrders()).toMatchObject([
      { status: 'pending', pendingReason: 'amount_differs', totalCents: agreed.totalCents },
    ]);
    expect(alarms).toEqual(['undecided_order']);
    t.advanceMinutes(60);
    expect(await refundOverdueUndecided(t.context)).toBe(0);
  });
});

describe('F12: a price that changes', () => {
  async function dearer(cents: number) {
    const { id } = lunch();
    const [before] = await t.context.db.select().from(meals).where(eq(meals.id, id));
    const priceCents = before!.priceCents + cents;
    await t.context.db.update(meals).set({ priceCents }).where(eq(meals.id, id));
    await expect
      .poll(async () => (await menuOf(t)).find((meal) => meal.id === id)?.price)
      .toBe((priceCents / 100).toFixed(2));
  }

  test('F12: before the payment is opened, must be confirmed again', async () => {
    const orderData = await priced(t, anOrder(menu));
    await dearer(100);
    const reply = await checkOut(t, orderData);
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'quote_changed' });
    const agreed = await priced(t, {
      ...orderData,
      orderItems: [anItem((await menuOf(t)).find((meal) => meal.id === lunch().id)!)],
    });
    expect((await checkOut(t, agreed)).statusCode).toBe(200);
    await dearer(-100);
    menu = await menuOf(t);
  });

  test('F12: after that, does not affect the agreed price', async () => {
    const { orderData, checkout } = await anOpenCheckout(t);
    await dearer(100);
    await pay(t, checkout);
    await place(t, checkout.paymentIntentId);
    expect(await allOrders()).toMatchObject([
      { status: 'confirmed', totalCents: Math.round(Number(orderData.total) * 100) },
    ]);
    await dearer(-100);
    menu = await menuOf(t);
  });
});

describe('F13: a meal removed from the menu', () => {
  async function sell(isActive: boolean) {
    await t.context.db.update(meals).set({ isActive }).where(eq(meals.id, lunch().id));
    await expect
      .poll(async () => (await menuOf(t)).some((meal) => meal.id === lunch().id))
      .toBe(isActive);
  }

  test('F13: before the payment, is named and nothing is held', async () => {
    const orderData = await priced(t, anOrder(menu));
    await sell(false);
    const reply = await checkOut(t, orderData);
    expect(reply.json()).toMatchObject({ code: 'meal_unavailable', mealIds: [lunch().id] });
    expect(reply.json<{ message: string }>().message).toContain(lunch().name);
    expect(await t.context.db.$count(holds)).toBe(0);
    await sell(true);
  });

  test('F13: after that, is still cooked', async () => {
    const { checkout } = await anOpenCheckout(t);
    await sell(false);
    await pay(t, checkout);
    expect((await place(t, checkout.paymentIntentId)).statusCode).toBe(200);
    await sell(true);
  });
});

test('F14: a full slot is reported with free ones, and no payment is opened', async () => {
  await setSlot({ maxDeliveries: 0 });
  const before = await intentCount();
  const reply = await checkOut(t, await priced(t, anOrder(menu)));
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({
    code: 'slot_full',
    full: [{ date: day(0), timeSlot: '11:00-13:00' }],
  });
  expect(reply.json<{ alternatives: object[] }>().alternatives.length).toBeGreaterThan(0);
  expect(await intentCount()).toBe(before);
});

test('F15: the last place is held for the customer who is paying', async () => {
  await setSlot({ maxDeliveries: 1 });
  const { checkout } = await anOpenCheckout(t);
  const others = await Promise.all(
    Array.from({ length: 10 }, async () => checkOut(t, await priced(t, anOrder(menu)))),
  );
  expect(new Set(others.map((reply) => reply.statusCode))).toEqual(new Set([409]));
  await pay(t, checkout);
  await place(t, checkout.paymentIntentId);
  expect(await allOrders()).toMatchObject([{ status: 'confirmed' }]);
  expect(await theSlot()).toMatchObject({ held: 0, booked: 1 });
});

describe('F16: time that runs out', () => {
  test('F16: is extended once while the customer’s bank is authenticating, and then the payment is cancelled', async () => {
    const { checkout } = await anOpenCheckout(t);
    expect((await pay(t, checkout, BANK_CARD)).statusCode).toBe(200);
    t.advanceMinutes(16);
    expect(await expireCheckouts(t.context)).toEqual({ ended: 0, paid: 0, waiting: 1 });
    expect(await statusOf(checkout.paymentIntentId)).toBe('requires_action');
    expect(await theSlot()).toMatchObject({ held: 1 });
    t.advanceMinutes(10);
    expect(await expireCheckouts(t.context)).toEqual({ ended: 1, paid: 0, waiting: 0 });
    expect(await statusOf(checkout.paymentIntentId)).toBe('canceled');
    expect(await theSlot()).toMatchObject({ held: 0 });
  });

  test('F16: is extended once by the customer, not twice', async () => {
    const { checkout } = await anOpenCheckout(t);
    expect(checkout.canExtendHold).toBe(true);
    const longer = await extend(checkout);
    expect(longer.statusCode, longer.body).toBe(200);
    expect(longer.json()).toMatchObject({ canExtendHold: false });
    expect((await extend(checkout)).json()).toMatchObject({ code: 'hold_ended' });
    t.advanceMinutes(16);
    expect(await expireCheckouts(t.context)).toEqual({ ended: 0, paid: 0, waiting: 0 });
  });
});

test('F17: when a payment and its expiry coincide, only one happens', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { checkout } = await anOpenCheckout(t);
    t.advanceMinutes(16);
    const [paid] = await Promise.all([pay(t, checkout), expireCheckouts(t.context)]);
    await expireCheckouts(t.context);
    const ordered = await t.context.db.$count(orders, eq(orders.checkoutId, checkout.checkoutId));
    expect(ordered).toBe(paid.statusCode === 200 ? 1 : 0);
  }
  expect(await theSlot()).toMatchObject({ held: 0, booked: await t.context.db.$count(orders) });
});

describe('F18: a card provider that is silent at the end', () => {
  test.each([
    ['before the payment status could be read', false],
    ['when asked to cancel', true],
  ])('F18: %s, leaves the places held, and raises an alarm', async (_, isExtended) => {
    const alarms = listenForAlarms(t);
    const { checkout } = await anOpenCheckout(t);
    if (isExtended) await extend(checkout);
    t.context.gateway = await silentGateway(t);
    t.advanceMinutes(26);
    expect(await expireCheckouts(t.context)).toEqual({ ended: 0, paid: 0, waiting: 1 });
    expect(await theSlot()).toMatchObject({ held: 1 });
    t.advanceMinutes(15);
    await expireCheckouts(t.context);
    expect(alarms).toEqual(['checkout_stuck']);
    t.context.gateway = gateway;
    expect(await expireCheckouts(t.context)).toEqual({ ended: 1, paid: 0, waiting: 0 });
    expect(await theSlot()).toMatchObject({ held: 0 });
  });
});

describe('F19: a payment that arrives after its places were released', () => {
  /** As if the gateway had said "cancelled" and still taken the money. */
  async function lateMoney() {
    const { checkout } = await anOpenCheckout(t);
    const lying: Gateway = {
      ...gateway,
      cancelIntent: () => Promise.resolve({ outcome: 'cancelled' }),
    };
    const [row] = await t.context.db.select().from(checkouts);
    await endCheckout({ ...t.context, gateway: lying }, row!, 'expired');
    await pay(t, checkout);
    return checkout.paymentIntentId;
  }

  async function undecided() {
    const intentId = await lateMoney();
    await setSlot({ maxDeliveries: 0 });
    await reconcileYoung(t.context);
    const [order] = await allOrders();
    expect(order).toMatchObject({ status: 'pending', pendingReason: 'slot_full' });
    return { id: order!.id, intentId };
  }
  const decide = (id: number, verb: 'keep' | 'refund') =>
    staffClient.post(`/api/admin/payments/orders/${id}/${verb}`, {});

  test('F19: takes them again if they are free', async () => {
    await lateMoney();
    await reconcileYoung(t.context);
    expect(await allOrders()).toMatchObject([{ status: 'confirmed' }]);
    expect(await theSlot()).toMatchObject({ held: 0, booked: 1 });
  });

  test('F19: otherwise is refunded automatically after half an hour', async () => {
    const { intentId } = await undecided();
    t.advanceMinutes(29);
    expect(await refundOverdueUndecided(t.context)).toBe(0);
    t.advanceMinutes(2);
    expect(await refundOverdueUndecided(t.context)).toBe(1);
    expect(await allOrders()).toMatchObject([{ status: 'cancelled' }]);
    expect(await refundsAtGateway(t, intentId)).toHaveLength(1);
    expect(await refundOverdueUndecided(t.context)).toBe(0);
    expect(
      await t.context.db.select().from(auditLog).where(eq(auditLog.action, 'order.refund_by_time')),
    ).toMatchObject([{ staffEmail: null }]);
  });

  test('F19: is confirmed by staff once there is a place, and then no longer refunded', async () => {
    const { id, intentId } = await undecided();
    expect((await staffClient.get('/api/admin/payments')).json()).toMatchObject({
      undecidedOrders: [{ id, reason: 'slot_full', refundsItselfAt: '2026-01-07T02:30:00.000Z' }],
    });
    expect((await decide(id, 'keep')).json()).toMatchObject({ code: 'slot_full' });
    await setSlot({ maxDeliveries: 1 });
    expect((await decide(id, 'keep')).json()).toMatchObject({ status: 'confirmed' });
    expect((await decide(id, 'refund')).json()).toMatchObject({
      code: 'already_decided',
      message: expect.stringMatching(/^This order is already confirmed\. Noah Chef settled it at /),
    });
    t.advanceMinutes(60);
    expect(await refundOverdueUndecided(t.context)).toBe(0);
    expect(await refundsAtGateway(t, intentId)).toEqual([]);
    expect(await theSlot()).toMatchObject({ booked: 1 });
  });

  test('F19: is refunded by staff', async () => {
    const { id, intentId } = await undecided();
    expect((await decide(id, 'refund')).json()).toMatchObject({ status: 'cancelled' });
    expect(await refundsAtGateway(t, intentId)).toHaveLength(1);
    expect(await t.context.db.select().from(refunds)).toMatchObject([{ state: 'succeeded' }]);
  });
});

describe('F20: the cutoff, between cart and payment', () => {
  test('F20: gives those who are paying ten more minutes, and lets no one start', async () => {
    t.setNow('2026-01-11T06:58:00Z');
    const { checkout } = await anOpenCheckout(t);
    expect(checkout.holdExpiresAt).toBe('2026-01-11T07:10:00.000Z');
    t.setNow('2026-01-11T07:01:00Z');
    const late = await checkOut(t, {
      ...(await priced(t, anOrder(menu)).catch(() => anOrder(menu))),
    });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'past_cutoff' });
    t.setNow('2026-01-11T07:09:00Z');
    await pay(t, checkout);
    await place(t, checkout.paymentIntentId);
    expect(await allOrders()).toMatchObject([{ status: 'confirmed' }]);
  });

  test('F20: then cancels their payments, even if extended', async () => {
    t.setNow('2026-01-11T06:58:00Z');
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout, BANK_CARD);
    const longer = await extend(checkout);
    expect(longer.json()).toMatchObject({ holdExpiresAt: '2026-01-11T07:10:00.000Z' });
    t.setNow('2026-01-11T07:11:00Z');
    expect(await expireCheckouts(t.context)).toEqual({ ended: 1, paid: 0, waiting: 0 });
    expect(await statusOf(checkout.paymentIntentId)).toBe('canceled');
  });
});

test('F21: lowering a slot below its live holds admits no one else, and holders keep their place', async () => {
  const { checkout } = await anOpenCheckout(t);
  await setSlot({ maxDeliveries: 0, isActive: false });
  expect((await checkOut(t, await priced(t, anOrder(menu)))).json()).toMatchObject({
    code: 'slot_full',
  });
  await pay(t, checkout);
  await place(t, checkout.paymentIntentId);
  expect(await allOrders()).toMatchObject([{ status: 'confirmed' }]);
  expect(await theSlot()).toMatchObject({ maxDeliveries: 0, booked: 1 });
  expect(await t.context.db.select().from(deliveries)).toMatchObject([{ takesPlace: true }]);
});

describe('while the database is down', () => {
  /** The same app, but nothing listens at its database address. */
  async function withoutDatabase<Result>(
    work: (test: TestApp) => Promise<Result>,
  ): Promise<Result> {
    const db = openDatabase(`postgres://nobody@127.0.0.1:${await findFreePort()}/mealrun`);
    const app = await buildApp(
      { ...t.context, db },
      { log: null, isHttps: false, isDev: false, sandbox: t.sandbox },
    );
    try {
      return await work({ ...t, app });
    } finally {
      await app.close();
      await db.$client.end();
    }
  }

  test('F22: a webhook gets 5xx, so that it is sent again, and the customer is not told to pay again', async () => {
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout);
    const event = signedEvent(t, { id: 'evt_down', intentId: checkout.paymentIntentId });
    const [webhook, placed] = await withoutDatabase((dark) =>
      Promise.all([sendEvent(dark, event), place(dark, checkout.paymentIntentId)]),
    );
    expect(webhook.statusCode).toBeGreaterThanOrEqual(500);
    expect(placed.statusCode).toBe(503);
    expect((await sendEvent(t, event)).statusCode).toBe(200);
    expect(await allOrders()).toHaveLength(1);
  });

  test('F23: no payment is opened', async () => {
    const orderData = await priced(t, anOrder(menu));
    const before = await intentCount();
    const reply = await withoutDatabase((dark) => checkOut(dark, orderData));
    expect(reply.statusCode).toBe(503);
    expect(await intentCount()).toBe(before);
  });
});
