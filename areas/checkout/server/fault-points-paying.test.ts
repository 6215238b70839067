/** Fault points F1 to F10 of docs/reliability.md: from the card to the order. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { gatewayEvents, payments } from '#areas/order-book/server/tables/payments.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { retryGatewayEvents } from '#areas/payments/server/receive-gateway-event.ts';
import { reconcileYoung } from '#areas/payments/server/reconcile.ts';
import {
  A_CUSTOMER,
  anItem,
  anOpenCheckout,
  anOrder,
  checkOut,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import {
  atProvider,
  chargesOf,
  listenForAlarms,
  sendEvent,
  signedEvent,
} from '#quality/support/gateway-bench.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});
afterEach(() => checkInvariants(t.context.db));

const allOrders = () => t.context.db.select().from(orders);
const intentStatus = async (id: string) => (await t.context.gateway.retrieveIntent(id))?.status;

async function aPaidCheckout() {
  const opened = await anOpenCheckout(t);
  expect((await pay(t, opened.checkout)).statusCode).toBe(200);
  return { ...opened, intentId: opened.checkout.paymentIntentId };
}

test('F1: a browser closed after paying has its order within a minute, without any event', async () => {
  const { intentId } = await aPaidCheckout();
  expect(await allOrders()).toEqual([]);
  expect(await reconcileYoung(t.context)).toMatchObject({ fixed: 1, alarms: [] });
  expect(await allOrders()).toMatchObject([{ status: 'confirmed' }]);
  expect(await t.context.db.select().from(deliverySlots)).toMatchObject([{ held: 0, booked: 1 }]);
  expect(await t.context.db.select().from(messages)).toMatchObject([
    { kind: 'order_confirmation', recipient: 'mia@example.com' },
  ]);
  expect(await reconcileYoung(t.context)).toMatchObject({ fixed: 0 });
  expect((await place(t, intentId)).statusCode).toBe(200);
});

test('F2: the same webhook fifty times at once, and once more, makes one order and one email', async () => {
  const { intentId } = await aPaidCheckout();
  const event = signedEvent(t, { id: 'evt_again', intentId });
  const replies = await Promise.all(Array.from({ length: 50 }, () => sendEvent(t, event)));
  replies.push(await sendEvent(t, event));
  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
  expect(await allOrders()).toHaveLength(1);
  expect(await t.context.db.$count(messages)).toBe(1);
  expect(await t.context.db.select().from(gatewayEvents)).toMatchObject([{ state: 'processed' }]);
});

test('F3: two events about one success make one order', async () => {
  const { intentId } = await aPaidCheckout();
  const replies = await Promise.all(
    ['evt_one', 'evt_two'].map((id) => sendEvent(t, signedEvent(t, { id, intentId }))),
  );
  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200]);
  expect(await allOrders()).toHaveLength(1);
});

test('F4: a webhook before the browser gives the browser the same order number', async () => {
  const { intentId } = await aPaidCheckout();
  await sendEvent(t, signedEvent(t, { id: 'evt_first', intentId }));
  const [order] = await allOrders();
  const placed = await place(t, intentId);
  expect(placed.statusCode).toBe(200);
  expect(placed.json()).toMatchObject({ orderNumber: order?.number });
});

describe('F5: a webhook before we know the payment', () => {
  test('F5: is matched by the payment’s metadata', async () => {
    const { intentId } = await aPaidCheckout();
    await t.context.db.update(checkouts).set({ paymentIntentId: null, clientSecret: null });
    await sendEvent(t, signedEvent(t, { id: 'evt_early', intentId }));
    expect(await allOrders()).toHaveLength(1);
  });

  test('F5: or is stored and retried, with an alarm after ten minutes', async () => {
    const alarms = listenForAlarms(t);
    const { intentId } = await aPaidCheckout();
    await atProvider(t, 'v1/refunds', { payment_intent: intentId, amount: '100' });
    const event = signedEvent(t, { id: 'evt_soon', type: 'refund.created', intentId });
    expect((await sendEvent(t, event)).statusCode).toBe(200);
    expect(await t.context.db.select().from(gatewayEvents)).toMatchObject([{ state: 'unmatched' }]);
    expect(await retryGatewayEvents(t.context)).toEqual({ done: 0, waiting: 0 });
    for (const minutes of [1, 2, 4, 8]) {
      t.advanceMinutes(minutes);
      expect(await retryGatewayEvents(t.context)).toEqual({ done: 0, waiting: 1 });
    }
    expect(alarms).toEqual(['unmatched_event']);
    await place(t, intentId);
    t.advanceMinutes(16);
    expect(await retryGatewayEvents(t.context)).toEqual({ done: 1, waiting: 0 });
    expect(await t.context.db.select().from(gatewayEvents)).toMatchObject([
      { state: 'processed', tries: 6, nextTryAt: null },
    ]);
  });
});

test('F6: a failure reported after the success changes nothing', async () => {
  const { intentId } = await aPaidCheckout();
  await sendEvent(t, signedEvent(t, { id: 'evt_good', intentId }));
  const type = 'payment_intent.payment_failed';
  expect((await sendEvent(t, signedEvent(t, { id: 'evt_bad', type, intentId }))).statusCode).toBe(
    200,
  );
  expect(await allOrders()).toMatchObject([{ status: 'confirmed' }]);
  expect(await t.context.db.$count(payments)).toBe(1);
});

test('F7: a double click on Pay charges once', async () => {
  const orderData = await priced(t, anOrder(await menuOf(t)));
  const opened = await Promise.all([1, 2, 3].map(() => checkOut(t, orderData)));
  expect(opened.map((reply) => reply.statusCode)).toEqual([200, 200, 200]);
  const [checkout, ...twins] = opened.map((reply) => reply.json<CheckoutReply>());
  expect(new Set(twins.map((twin) => twin.paymentIntentId))).toEqual(
    new Set([checkout!.paymentIntentId]),
  );
  const paid = await Promise.all([1, 2, 3].map(() => pay(t, checkout!)));
  expect(paid.map((reply) => reply.statusCode).toSorted()).toEqual([200, 400, 400]);
  expect(await chargesOf(t, checkout!.paymentIntentId)).toBe(1);
  await Promise.all([1, 2, 3].map(() => place(t, checkout!.paymentIntentId)));
  expect(await allOrders()).toHaveLength(1);
});

test('F8: a copied tab reaches the same checkout, payment and order', async () => {
  const { orderData, checkout } = await anOpenCheckout(t);
  const copy = (await checkOut(t, orderData)).json<CheckoutReply>();
  expect(copy).toMatchObject({
    checkoutId: checkout.checkoutId,
    paymentIntentId: checkout.paymentIntentId,
  });
  await pay(t, copy);
  const placed = await Promise.all([
    place(t, copy.paymentIntentId),
    place(t, checkout.paymentIntentId),
  ]);
  expect(placed[0]?.body).toBe(placed[1]?.body);
  expect((await checkOut(t, orderData)).json()).toMatchObject({ code: 'already_paid' });
});

describe('F9: two baskets of one customer', () => {
  test('F9: are two orders', async () => {
    const [one, two] = [await aPaidCheckout(), await aPaidCheckout()];
    expect((await place(t, one.intentId)).statusCode).toBe(200);
    expect((await place(t, two.intentId)).statusCode).toBe(200);
    expect(await allOrders()).toHaveLength(2);
  });

  test('F9: a customer who has just ordered for the day is warned before paying again', async () => {
    const first = await anOpenCheckout(t);
    expect(first.checkout.justOrdered).toBe(false);
    await pay(t, first.checkout);
    await place(t, first.checkout.paymentIntentId);
    expect((await anOpenCheckout(t)).checkout.justOrdered).toBe(true);
    const elsewhere = { ...A_CUSTOMER, address: '9 Bay Street, Cleveland' };
    expect((await anOpenCheckout(t, { customer: elsewhere })).checkout.justOrdered).toBe(false);
    const someoneElse = { ...A_CUSTOMER, email: 'kai@example.com' };
    expect((await anOpenCheckout(t, { customer: someoneElse })).checkout.justOrdered).toBe(false);
    t.advanceMinutes(11);
    expect((await anOpenCheckout(t)).checkout.justOrdered).toBe(false);
  });
});

describe('F10: back, another meal, pay again', () => {
  async function edited(orderData: Awaited<ReturnType<typeof anOpenCheckout>>['orderData']) {
    const menu = await menuOf(t);
    const dinner = menu.find((meal) => meal.mealType === 'dinner')!;
    return priced(t, { ...orderData, orderItems: [...orderData.orderItems, anItem(dinner)] });
  }

  test('F10: cancels the first payment before it opens another', async () => {
    const { orderData, checkout } = await anOpenCheckout(t);
    const again = await checkOut(t, await edited(orderData));
    expect(again.statusCode, again.body).toBe(200);
    expect(await intentStatus(checkout.paymentIntentId)).toBe('canceled');
    expect((await pay(t, checkout)).statusCode).toBe(400);
    expect(await t.context.db.select().from(deliverySlots)).toMatchObject([{ held: 1 }]);
  });

  test('F10: shows the paid order if the first was paid after all, and charges nothing more', async () => {
    const { orderData, intentId } = await aPaidCheckout();
    const again = await checkOut(t, await edited(orderData));
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: 'already_paid', paymentIntentId: intentId });
    expect(await allOrders()).toHaveLength(1);
    expect(await t.context.db.$count(checkouts, eq(checkouts.cartKey, orderData.cartKey!))).toBe(1);
  });
});
