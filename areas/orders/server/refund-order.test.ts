import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { formatAmount, parseAmount } from '#platform/rules/money.ts';
import {
  aPaidOrder,
  aStaffClient,
  refundsAtGateway,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { atProvider } from '#quality/support/gateway-bench.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;
let menu: MealReply[];

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
  menu = await menuOf(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await atProvider(t, 'refund-outcomes', { outcomes: 'succeeded' });
});
afterEach(() => checkInvariants(t.context.db));

/** Mia's lunch and dinner and Ben's dinner, all in one delivery. */
async function anOrderForTwo() {
  const lunch = menu.find((meal) => meal.mealType === 'lunch')!;
  const dinner = menu.find((meal) => meal.mealType === 'dinner')!;
  const { id, paymentIntentId } = await aPaidOrder(t, {
    orderItems: [
      anItem(lunch, { personName: 'Mia' }),
      anItem(dinner, { personName: 'Mia' }),
      anItem(dinner, { personName: 'Ben', mealDate: day(2) }),
    ],
  });
  return { order: await staffClient.order(id), paymentIntentId };
}

const refund = (order: AdminOrderReply, body: object) =>
  staffClient.refund(order.id, { reason: 'Left behind', ...body });
const centsOf = (text: string) => parseAmount(text) ?? 0;
const FEE = defaultBusiness.weeklyFeeCents;

test('one meal is refunded at its price, and only once', async () => {
  const { order } = await anOrderForTwo();
  const [lunch] = order.orderItems;
  const part = { items: [lunch!.id] };
  const reply = await refund(order, { part });
  expect(reply.json(), reply.body).toMatchObject({ refundedTotal: lunch!.price });
  expect((await refund(order, { part })).json()).toMatchObject({ code: 'already_refunded' });
});

test('a person is refunded with the delivery fee, less what was already refunded for them', async () => {
  const { order, paymentIntentId } = await anOrderForTwo();
  const [lunch, dinner] = order.orderItems;
  await refund(order, { part: { items: [lunch!.id] } });
  const reply = await refund(order, { part: { personName: 'mia' } });
  expect(reply.statusCode, reply.body).toBe(200);
  const back = await refundsAtGateway(t, paymentIntentId);
  expect(back.map((one) => one.amount)).toEqual([
    centsOf(lunch!.price),
    centsOf(dinner!.price) + FEE,
  ]);
  expect((await refund(order, { part: { personName: 'Mia' } })).json()).toMatchObject({
    code: 'already_refunded',
  });
});

test('a delivery is refunded with everything in it, which here is the whole order', async () => {
  const { order } = await anOrderForTwo();
  const [delivery] = order.deliveries;
  const reply = await refund(order, { part: { deliveryId: delivery!.id } });
  expect(reply.json()).toMatchObject({ refundedTotal: order.total, status: 'confirmed' });
});

test('a part whose refund failed may be refunded again', async () => {
  const { order } = await anOrderForTwo();
  await atProvider(t, 'refund-outcomes', { outcomes: 'failed,succeeded' });
  const part = { personName: 'Ben' };
  expect((await refund(order, { part })).json()).toMatchObject({ refundedTotal: '0.00' });
  const again = (await refund(order, { part })).json<AdminOrderReply>();
  const dinner = order.orderItems.find(({ personName }) => personName === 'Ben')!;
  expect(again.refundedTotal).toBe(formatAmount(centsOf(dinner.price) + FEE));
});

test('items outside the order, and a part together with an amount, are refused', async () => {
  const { order } = await anOrderForTwo();
  const { order: other } = await anOrderForTwo();
  const stranger = other.orderItems[0]!.id;
  const bodies = [
    { part: { items: [stranger] } },
    { part: { items: [order.orderItems[0]!.id, stranger] } },
    { part: { personName: 'Zoë' } },
    { part: { deliveryId: other.deliveries[0]!.id } },
    { part: { items: [] } },
    { part: { personName: 'Ben' }, amount: '1.00' },
  ];
  const replies = await Promise.all(bodies.map((body) => refund(order, body)));
  expect(replies.map((reply) => reply.statusCode)).toEqual(bodies.map(() => 400));
  expect((await staffClient.order(order.id)).refunds).toEqual([]);
});

test('the delivery fee is refunded by itself, once, and no longer with the last meal', async () => {
  const { order } = await anOrderForTwo();
  expect(order).toMatchObject({ refundedItems: [], refundableFee: formatAmount(2 * FEE) });
  const reply = await refund(order, { part: { fee: true } });
  expect(reply.json(), reply.body).toMatchObject({
    refundedTotal: formatAmount(2 * FEE),
    refundableFee: '0.00',
  });
  expect((await refund(order, { part: { fee: true } })).json()).toMatchObject({
    code: 'already_refunded',
  });
  const rest = await refund(order, { part: { deliveryId: order.deliveries[0]!.id } });
  expect(rest.json()).toMatchObject({
    refundedTotal: order.total,
    refundedItems: order.orderItems.map(({ id }) => id),
  });
});

test('a fee whose refund failed may be refunded although its meals went back', async () => {
  const { order } = await anOrderForTwo();
  await atProvider(t, 'refund-outcomes', { outcomes: 'failed,succeeded,succeeded' });
  await refund(order, { part: { fee: true } });
  await refund(order, { part: { fee: true } });
  const after = (await refund(order, { part: { personName: 'Ben' } })).json<AdminOrderReply>();
  const dinner = order.orderItems.find(({ personName }) => personName === 'Ben')!;
  expect(after.refundedTotal).toBe(formatAmount(centsOf(dinner.price) + 2 * FEE));
});

test('a refund is priced before it is sent, and pricing it does nothing', async () => {
  const { order, paymentIntentId } = await anOrderForTwo();
  const quote = (body: object) =>
    staffClient.post(`/api/admin/orders/${order.id}/refund/quote`, body);
  const ben = order.orderItems.find(({ personName }) => personName === 'Ben')!;
  const amount = formatAmount(centsOf(ben.price) + FEE);
  expect((await quote({ part: { personName: 'Ben' } })).json()).toEqual({
    amount,
    fee: formatAmount(FEE),
    left: formatAmount(centsOf(order.total) - centsOf(amount)),
  });
  expect((await quote({ amount: '999.00' })).json()).toMatchObject({ code: 'refund_too_large' });
  expect((await quote({})).json()).toMatchObject({ code: 'nothing_to_refund' });
  expect(await staffClient.order(order.id)).toEqual(order);
  expect(await refundsAtGateway(t, paymentIntentId)).toEqual([]);
  const done = await refund(order, { part: { personName: 'Ben' } });
  expect(done.json()).toMatchObject({ refundedTotal: amount });
  expect((await quote({ part: { personName: 'Ben' } })).json()).toMatchObject({
    code: 'already_refunded',
  });
});

test('what staff give back as a present leaves nothing unpaid', async () => {
  const { order } = await anOrderForTwo();
  const [lunch] = order.orderItems;
  const reply = await refund(order, { part: { items: [lunch!.id] } });
  expect(reply.json()).toMatchObject({ warning: null });
});

const emailsOf = (orderId: number) =>
  t.context.db.select().from(messages).where(eq(messages.orderId, orderId)).orderBy(messages.id);

test('the customer reads amount, reason and meal, if staff say so', async () => {
  const { order } = await anOrderForTwo();
  const [lunch, dinner] = order.orderItems;
  await refund(order, { part: { items: [dinner!.id] } });
  await refund(order, { part: { items: [lunch!.id] }, reason: 'It leaked', notify: true });
  t.advanceMinutes(1);
  await sendMessages(t.context);
  const told = (await emailsOf(order.id)).filter(({ kind }) => kind === 'refund_made');
  expect(told).toHaveLength(1);
  const amount = formatAmount(centsOf(lunch!.price) + FEE);
  expect(told[0]!.mail?.subject).toBe(`Your refund of $${amount}`);
  expect(told[0]!.mail?.text).toContain('It leaked');
  expect(told[0]!.mail?.text.replaceAll(/\s+/g, ' ')).toContain(lunch!.meal.name);
});

test('nobody is told of a refund that failed at once', async () => {
  const { order } = await anOrderForTwo();
  await atProvider(t, 'refund-outcomes', { outcomes: 'failed' });
  await refund(order, { amount: '1.00', notify: true });
  t.advanceMinutes(1);
  await sendMessages(t.context);
  const told = (await emailsOf(order.id)).filter(({ kind }) => kind === 'refund_made');
  expect(told.map(({ state }) => state)).toEqual(['withdrawn']);
});
