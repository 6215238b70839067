/** Several screens tick off the same meals, and deliveries become cooked by it. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DailyPrepReply } from '#areas/kitchen/calls/daily-prep.ts';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { cookTicks } from '#areas/order-book/server/tables/packing.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

const WINDOW = '11:00-13:00';

let t: TestApp;
let staffClient: StaffClient;
let lunch: MealReply;
let dinner: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
  const menu = await menuOf(t);
  lunch = menu.find((meal) => meal.mealType === 'lunch')!;
  dinner = menu.find((meal) => meal.mealType === 'dinner')!;
});
afterAll(() => t.close());
beforeEach(() => t.clearOrders());
afterEach(() => checkInvariants(t.context.db));

function tick(meal: MealReply, count: number, change: { key?: string; timeSlot?: string } = {}) {
  return staffClient.post('/api/admin/daily-prep/ticks', {
    date: day(0),
    timeSlot: WINDOW,
    mealId: meal.id,
    count,
    key: randomUUID(),
    ...change,
  });
}

async function doneOf(meal: MealReply): Promise<number | undefined> {
  const prep: DailyPrepReply = (
    await staffClient.get(`/api/admin/daily-prep?date=${day(0)}`)
  ).json();
  const window = prep.windows.find(({ timeSlot }) => timeSlot === WINDOW);
  return window?.byMeal.find(({ mealId }) => mealId === meal.id)?.done;
}

async function deliveryOf({ id }: { id: number }): Promise<DeliveryReply> {
  const all: DeliveryReply[] = (
    await staffClient.get(`/api/admin/deliveries?date=${day(0)}`)
  ).json();
  return all.find(({ orderId }) => orderId === id)!;
}

const statusOf = async (order: { id: number }) => (await deliveryOf(order)).status;

/** Three lunches for one order, in the window. */
const lunches = (count: number) =>
  aPaidOrder(t, {
    orderItems: Array.from({ length: count }, (_, index) =>
      anItem(lunch, { mealDate: day(index) }),
    ),
  });

test('ticks of two screens at once add up, and never beyond what there is to cook', async () => {
  await lunches(4);
  const replies = await Promise.all([tick(lunch, 1), tick(lunch, 1)]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await doneOf(lunch)).toBe(2);
  await Promise.all([tick(lunch, 2), tick(lunch, 2)]);
  expect(await doneOf(lunch)).toBe(4);
  await tick(lunch, -1);
  expect(await doneOf(lunch)).toBe(3);
});

test('a tap that is sent twice counts once', async () => {
  await lunches(3);
  const key = randomUUID();
  await tick(lunch, 1, { key });
  expect((await tick(lunch, 1, { key })).json()).toEqual({ done: 1, total: 3, deliveries: 0 });
  const other = await tick(lunch, 2, { key });
  expect([other.statusCode, other.json().code]).toEqual([409, 'key_reused']);
  expect(await doneOf(lunch)).toBe(1);
});

test('what is done is never below nothing', async () => {
  await lunches(3);
  expect((await tick(lunch, -5)).json()).toMatchObject({ done: 0 });
  expect((await tick(lunch, 1)).json()).toMatchObject({ done: 1 });
});

test('a delivery becomes cooked with the last of its meals, and planned again when one is taken back', async () => {
  const both = await aPaidOrder(t, {
    orderItems: [anItem(lunch), anItem(dinner, { mealDate: day(1) })],
  });
  const one = await lunches(1);
  await tick(lunch, 1);
  expect([await statusOf(both), await statusOf(one)]).toEqual(['planned', 'planned']);
  expect((await tick(lunch, 1)).json()).toEqual({ done: 2, total: 2, deliveries: 1 });
  expect([await statusOf(both), await statusOf(one)]).toEqual(['planned', 'cooked']);
  await tick(dinner, 1);
  expect(await statusOf(both)).toBe('cooked');
  await tick(lunch, -1);
  expect([await statusOf(both), await statusOf(one)]).toEqual(['planned', 'planned']);
  const { events } = await deliveryOf(one);
  expect(events.map(({ status, by }) => [status, by])).toEqual([
    ['cooked', expect.any(String)],
    ['planned', expect.any(String)],
  ]);
});

test('a packed bag stays packed when a tick is taken back', async () => {
  const order = await lunches(1);
  await tick(lunch, 1);
  const { id } = await deliveryOf(order);
  await staffClient.post('/api/admin/deliveries/status', {
    confirm: CONFIRMED,
    deliveries: [{ id }],
    status: 'packed',
  });
  await tick(lunch, -1);
  expect(await statusOf(order)).toBe('packed');
});

test('a meal that nobody gets, and a count of nothing, are refused by name', async () => {
  await lunches(1);
  expect((await tick(dinner, 1)).json()).toMatchObject({ fields: { mealId: expect.any(String) } });
  expect((await tick(lunch, 0)).json()).toMatchObject({ fields: { count: expect.any(String) } });
  expect((await tick(lunch, 1, { timeSlot: 'noon' })).statusCode).toBe(400);
});

test('a tick is never changed or deleted', async () => {
  await lunches(1);
  await tick(lunch, 1);
  const refused = { cause: { message: 'cook_ticks only takes new rows' } };
  await expect(t.context.db.delete(cookTicks)).rejects.toMatchObject(refused);
  await expect(t.context.db.update(cookTicks).set({ count: 0 })).rejects.toMatchObject(refused);
});
