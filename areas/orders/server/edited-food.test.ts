import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { EditOrderRequest } from '#areas/orders/calls/order-editing.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
let cashew: MealReply;
let plain: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  const menu = await menuOf(t);
  cashew = menu.find(({ allergens }) => allergens?.includes('cashew'))!;
  plain = menu.find(
    ({ allergens, mealType }) => mealType === cashew.mealType && !allergens?.includes('cashew'),
  )!;
});
afterAll(() => t.close());
beforeEach(() => t.clearOrders());

/** Mia, who cannot have cashews, has a meal without. */
async function miasOrder(): Promise<AdminOrderReply> {
  const { id } = await aPaidOrder(t, {
    people: [{ name: 'Mia', calorieTarget: 1200, allergens: ['cashew'] }],
    orderItems: [anItem(plain)],
  });
  return staff.order(id);
}

function asItIs(order: AdminOrderReply): EditOrderRequest {
  return {
    customer: order.customer,
    orderItems: order.orderItems.map(
      ({ id, mealId, mealType, deliveryDate, mealDate, personName }) => ({
        id,
        mealId,
        mealType,
        deliveryDate,
        mealDate,
        personName,
      }),
    ),
  };
}

const send = (order: AdminOrderReply, change: Partial<EditOrderRequest>) =>
  staff.put(`/api/admin/orders/${order.id}`, { ...asItIs(order), ...change });

const withMeal = (order: AdminOrderReply, meal: MealReply) =>
  asItIs(order).orderItems.map((item) => ({ ...item, mealId: meal.id }));

const OVERRIDE = { personName: 'Mia', allergens: ['cashew' as const] };

test('staff cannot give a person what they are allergic to without a reason', async () => {
  const order = await miasOrder();
  const orderItems = withMeal(order, cashew);
  const plainly = await send(order, { orderItems });
  expect([plainly.statusCode, plainly.json().code]).toEqual([400, 'allergen_clash']);

  const override = { ...OVERRIDE, mealId: cashew.id };
  const short = await send(order, {
    orderItems,
    overrides: [{ ...override, reason: 'she is ok' }],
  });
  expect(short.statusCode).toBe(400);
  expect(Object.keys(short.json().fields)).toEqual(['overrides.0.reason']);
  const other = { ...override, allergens: ['milk' as const], reason: 'spoke to her mother' };
  expect((await send(order, { orderItems, overrides: [other] })).statusCode).toBe(400);

  const reason = 'spoke to her mother';
  const agreed = await send(order, { orderItems, overrides: [{ ...override, reason }] });
  expect(agreed.statusCode, agreed.body).toBe(200);
  expect(agreed.json().orderItems[0].override).toEqual({
    allergens: ['cashew'],
    reason,
    staffEmail: expect.stringMatching(/@/),
    at: expect.any(String),
  });
  const [last] = await t.context.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(last?.after).toMatchObject({ agreed: [`Mia, ${cashew.name} contains cashew: ${reason}`] });
});

test('what was agreed holds while nothing about it changes, and no longer', async () => {
  const order = await miasOrder();
  const overrides = [{ ...OVERRIDE, mealId: cashew.id, reason: 'spoke to her mother' }];
  const agreed = await send(order, { orderItems: withMeal(order, cashew), overrides });
  const kept = await send(agreed.json(), {
    customer: { ...order.customer, specialInstructions: 'Ring twice' },
  });
  expect(kept.json().orderItems[0].override).toMatchObject({ reason: 'spoke to her mother' });
  const wider = [{ name: 'Mia', allergens: ['cashew' as const, 'peanut' as const] }];
  expect((await send(kept.json(), { people: wider })).json().code).toBe('allergen_clash');
});

test('a new allergen of a person is refused while a meal of theirs declares it', async () => {
  const order = await miasOrder();
  const [clash] = plain.allergens ?? [];
  const people = [{ name: 'Mia', allergens: clash ? [clash] : [] }];
  expect((await send(order, { people })).json().code).toBe('allergen_clash');
  const fine = await send(order, { people: [{ name: 'Mia', allergens: ['lupin'], note: 'new' }] });
  expect(fine.json().people).toEqual([
    { name: 'Mia', allergens: ['lupin'], avoid: [], diets: [], note: 'new' },
  ]);
});

test('a food to avoid is refused while a meal of theirs lists it, and stays with what else is said', async () => {
  const order = await miasOrder();
  const [food = ''] = /\b[a-z]{5,}/u.exec(plain.ingredients) ?? [];
  expect((await send(order, { people: [{ name: 'Mia', avoid: [food] }] })).json()).toMatchObject({
    code: 'allergen_clash',
    clashes: [{ verdict: 'clash' }],
  });
  const fine = await send(order, { people: [{ name: 'Mia', avoid: ['Lychees'] }] });
  expect(fine.json().people).toMatchObject([{ allergens: ['cashew'], avoid: ['lychee'] }]);
  const noted = await send(fine.json(), { people: [{ name: 'Mia', note: 'new' }] });
  expect(noted.json().people).toMatchObject([{ avoid: ['lychee'], note: 'new' }]);
});

test('somebody renamed keeps what they may not eat', async () => {
  const order = await miasOrder();
  const orderItems = asItIs(order).orderItems.map((item) => ({ ...item, personName: 'Mia L.' }));
  const renamed = await send(order, { orderItems });
  expect(renamed.json().people).toMatchObject([{ name: 'Mia L.', allergens: ['cashew'] }]);
  const swapped = withMeal(renamed.json(), cashew);
  expect((await send(renamed.json(), { orderItems: swapped })).json().code).toBe('allergen_clash');
});

test('without its first helping, the second becomes the first', async () => {
  const { id } = await aPaidOrder(t, { orderItems: [anItem(plain), anItem(cashew)] });
  const order = await staff.order(id);
  const orderItems = asItIs(order).orderItems.slice(1);
  const single = await send(order, { orderItems });
  expect(single.statusCode, single.body).toBe(200);
  const again = await send(single.json(), {
    orderItems: [
      ...orderItems,
      { mealId: plain.id, mealType: plain.mealType, deliveryDate: day(0), personName: 'Mia' },
    ],
  });
  expect(again.json().orderItems.map(({ mealId }: { mealId: number }) => mealId)).toEqual([
    cashew.id,
    plain.id,
  ]);
});
