import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { RefundDeliveriesReply } from '#areas/orders/calls/move-deliveries.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { formatAmount, parseAmount, sumCents } from '#platform/rules/money.ts';
import { refunds } from '#areas/order-book/server/tables/refunds.ts';
import { writeEmail } from '#areas/messages/server/write-email.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
import {
  aPaidOrder,
  aStaffClient,
  refundsAtGateway,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { atProvider } from '#quality/support/gateway-bench.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

let t: TestApp;
let staffClient: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  t.setNow('2026-01-07T02:00:00Z');
});
afterEach(() => checkInvariants(t.context.db));

const TUESDAY = day(0);
const WEDNESDAY = day(1);

/** Lunch and dinner for Mia on each of these days, delivered daily. */
async function aDailyOrder(days: readonly string[] = [TUESDAY, WEDNESDAY, day(2)]) {
  const menu = await menuOf(t);
  return aPaidOrder(t, {
    deliveryType: 'daily',
    orderItems: days.flatMap((date) =>
      (['lunch', 'dinner'] as const).map((mealType) =>
        anItem(
          menu.find((meal) => meal.mealType === mealType)!,
          {
            mealDate: date,
            deliveryDate: date,
            mealType,
          },
        ),
      ),
    ),
  });
}

async function idsOf(date: string): Promise<number[]> {
  const reply = await staffClient.get(`/api/admin/deliveries?date=${date}`);
  return reply.json<DeliveryReply[]>().map(({ id }) => id);
}
const send = (ids: readonly number[], extra: object = {}, client = staffClient) =>
  client.post('/api/admin/deliveries/refund', { ids, reason: 'Storm', ...extra });

async function refund(ids: readonly number[], extra: object = {}): Promise<RefundDeliveriesReply> {
  const reply = await send(ids, extra);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<RefundDeliveriesReply>();
}

/** What one day's meals and its fee cost. */
function dayCents({ orderItems }: AdminOrderReply, date: string): number {
  const meals = orderItems.filter(({ deliveryDate }) => deliveryDate === date);
  return sumCents(meals.map(({ price }) => parseAmount(price)!)) + defaultBusiness.dailyFeeCents;
}

const told = () =>
  t.context.db
    .select()
    .from(messages)
    .where(and(eq(messages.kind, 'cancelled'), eq(messages.channel, 'email')))
    .orderBy(messages.id);

test('its meals and its fee go back, nothing of it is cooked, and the order owes nothing', async () => {
  const { id: orderId, paymentIntentId } = await aDailyOrder();
  const before = await staffClient.order(orderId);
  const cents = dayCents(before, TUESDAY);
  const [id] = await idsOf(TUESDAY);
  const reply = await refund([id!]);
  expect(reply).toMatchObject({
    amount: formatAmount(cents),
    told: 1,
    results: [{ id, ok: true, status: 'cancelled', amount: formatAmount(cents) }],
  });
  expect((await refundsAtGateway(t, paymentIntentId)).map(({ amount }) => amount)).toEqual([cents]);
  expect(await staffClient.order(orderId)).toMatchObject({
    status: 'confirmed',
    total: before.total,
    refundedTotal: formatAmount(cents),
    balance: '0.00',
    warning: null,
    deliveries: [{ status: 'cancelled', takesPlace: false }, {}, {}],
  });
  expect(await idsOf(TUESDAY)).toEqual([]);
  const prep = await staffClient.get(`/api/admin/daily-prep?date=${TUESDAY}`);
  expect(prep.json()).toMatchObject({ meals: 0, deliveries: 0 });
  const slots = await t.context.db
    .select()
    .from(deliverySlots)
    .where(eq(deliverySlots.date, TUESDAY));
  expect(slots.map(({ booked }) => booked)).toEqual([0]);
  const [news, ...others] = await told();
  expect(others).toEqual([]);
  const email = await writeEmail(t.context, news!);
  expect(email?.subject).toBe('Your delivery on Tue 13 Jan is cancelled');
  expect(email?.text).toContain(`$${formatAmount(cents)} goes back`);
});

test('none of it is a present, and its fee does not go back a second time', async () => {
  const { id: orderId } = await aDailyOrder();
  const [id] = await idsOf(TUESDAY);
  await refund([id!]);
  expect(await t.context.db.select().from(refunds)).toMatchObject([{ orderId, presents: [] }]);
  const { refundableFee } = await staffClient.order(orderId);
  expect(refundableFee).toBe(formatAmount(2 * defaultBusiness.dailyFeeCents));
});

test('with the last delivery of an order the rest of its money goes back, and the order is cancelled', async () => {
  const { id: orderId } = await aDailyOrder();
  const { total } = await staffClient.order(orderId);
  const ids = [...(await idsOf(TUESDAY)), ...(await idsOf(WEDNESDAY)), ...(await idsOf(day(2)))];
  const preview = await refund(ids, { dryRun: true });
  expect(preview).toMatchObject({ amount: total, told: 3 });
  expect((await refund(ids, { previewHash: preview.previewHash })).results).toEqual(
    preview.results,
  );
  expect(await staffClient.order(orderId)).toMatchObject({
    status: 'cancelled',
    refundedTotal: total,
    balance: '0.00',
  });
  expect(await told()).toHaveLength(3);
});

test('a meal that was refunded before does not go back again', async () => {
  const { id: orderId } = await aDailyOrder();
  const order = await staffClient.order(orderId);
  const [lunch] = order.orderItems;
  await staffClient.refund(orderId, {
    part: { items: [lunch!.id] },
    reason: 'Damaged',
  });
  const [id] = await idsOf(TUESDAY);
  const cents = dayCents(order, TUESDAY) - parseAmount(lunch!.price)!;
  expect(await refund([id!])).toMatchObject({ amount: formatAmount(cents) });
  expect(await staffClient.order(orderId)).toMatchObject({ balance: '0.00' });
});

test('six calls at once give each delivery back once', async () => {
  const { paymentIntentId } = await aDailyOrder();
  await aDailyOrder();
  const ids = await idsOf(TUESDAY);
  const other = await aStaffClient(t);
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, index) => send(ids, {}, index % 2 === 0 ? staffClient : other)),
  );
  const results = replies.flatMap((reply) => reply.json<RefundDeliveriesReply>().results);
  expect(results.filter(({ ok }) => ok)).toHaveLength(ids.length);
  expect(results.filter(({ code }) => code === 'already_refunded')).toHaveLength(5 * ids.length);
  expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
  expect(await told()).toHaveLength(ids.length);
});

test('a preview that is no longer true refunds nothing', async () => {
  await aDailyOrder();
  const [id] = await idsOf(TUESDAY);
  const { previewHash } = await refund([id!], { dryRun: true });
  await staffClient.post('/api/admin/deliveries/status', {
    confirm: CONFIRMED,
    deliveries: [{ id }],
    status: 'cooked',
  });
  const reply = await send([id!], { previewHash });
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({
    code: 'preview_changed',
    preview: { results: [{ id, ok: true }] },
  });
  expect(await idsOf(TUESDAY)).toEqual([id]);
});

test('a refund that fails leaves money to give back', async () => {
  const { id: orderId } = await aDailyOrder();
  const cents = dayCents(await staffClient.order(orderId), TUESDAY);
  await atProvider(t, 'refund-outcomes', { outcomes: 'failed' });
  await refund(await idsOf(TUESDAY));
  expect(await staffClient.order(orderId)).toMatchObject({ balance: formatAmount(-cents) });
});

test('food that was brought all the same stays delivered, the refund stays, and a person looks at it', async () => {
  const { id: orderId } = await aDailyOrder();
  const [id] = await idsOf(TUESDAY);
  await refund([id!]);
  t.setNow(`${TUESDAY}T02:00:00Z`);
  await staffClient.post('/api/admin/deliveries/status', {
    confirm: CONFIRMED,
    deliveries: [{ id }],
    status: 'delivered',
  });
  const reply = await staffClient.get(`/api/admin/deliveries?date=${TUESDAY}`);
  expect(reply.json()).toMatchObject([{ id, status: 'delivered', flag: 'after_cancel' }]);
  expect((await staffClient.order(orderId)).refunds).toHaveLength(1);
});

test('what is on the road or has arrived is left out by name', async () => {
  await aDailyOrder();
  t.setNow(`${TUESDAY}T02:00:00Z`);
  const [id] = await idsOf(TUESDAY);
  for (const status of ['out', 'delivered']) {
    await staffClient.post('/api/admin/deliveries/status', {
      confirm: CONFIRMED,
      deliveries: [{ id }],
      status,
    });
    expect((await refund([id!])).results).toMatchObject([{ id, ok: false, code: status }]);
  }
});

test('another delivery of the order may come in its place, and both stay what they are in an edit', async () => {
  const { id: orderId } = await aDailyOrder();
  const [gone] = await idsOf(TUESDAY);
  const [next] = await idsOf(WEDNESDAY);
  await refund([gone!]);
  const moved = await staffClient.post('/api/admin/deliveries/move', {
    ids: [next],
    date: TUESDAY,
    timeSlot: '11:00-13:00',
  });
  expect(moved.json()).toMatchObject({ results: [{ ok: true }] });
  const order = await staffClient.order(orderId);
  const { deliveryPreference: _, specialInstructions: __, ...customer } = order.customer;
  const edited = await staffClient.put(`/api/admin/orders/${orderId}`, {
    version: order.version,
    customer,
    orderItems: order.orderItems.map(
      ({ meal: _meal, price: _price, override: _o, ...item }) => item,
    ),
  });
  expect(edited.statusCode, edited.body).toBe(200);
  const after = await staffClient.order(orderId);
  expect(after.deliveries.map(({ id, status }) => [id, status])).toEqual(
    order.deliveries.map(({ id, status }) => [id, status]),
  );
  expect(await idsOf(TUESDAY)).toEqual([next]);
  await staffClient.delete(`/api/admin/orders/${orderId}`);
  const reopened = await staffClient.put(`/api/admin/orders/${orderId}/status`, {
    status: 'confirmed',
  });
  expect(reopened.statusCode, reopened.body).toBe(200);
  expect(await idsOf(TUESDAY)).toEqual([next]);
});
