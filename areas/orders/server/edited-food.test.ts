import { and, desc, eq, isNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import type { EditOrderRequest, EditPreviewReply } from '#areas/orders/calls/order-editing.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { orderItems as portions } from '#areas/order-book/server/tables/order-items.ts';
import { findFoodFaults } from './checks.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';
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

describe('a meal at odds with itself, as an upgrade or another program leaves it,', () => {
  const write = async (ingredients: string) => {
    await t.context.db.update(meals).set({ ingredients }).where(eq(meals.id, cashew.id));
    t.context.site.renew();
  };
  afterEach(() => write(cashew.ingredients));

  test('goes onto nobody’s plate: by staff, by their customer, or in the place of another', async () => {
    const order = await miasOrder();
    const token = await trackingTokenOf(t, order.id);
    const body = { ...asItIs(order), orderItems: withMeal(order, cashew), people: [] };
    const byCustomer = () =>
      t.app.inject({
        method: 'POST',
        url: `/api/orders/track/${token}/quote`,
        payload: { version: order.version, ...body },
      });
    const instead = async () => {
      const { id } = plain;
      const swap = { from: day(0), to: day(0), action: 'swap', swapWith: cashew.id, dryRun: true };
      const reply = await staff.post(`/api/admin/meals/${id}/run-out`, swap);
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json().rows.map(({ outcome }: { outcome: string }) => outcome);
    };
    const noNeeds = { people: [{ name: 'Mia', allergens: [] }], eatsAgain: 'she grew out of it' };
    expect((await send(order, noNeeds)).statusCode).toBe(200);
    body.version = order.version + 1;
    expect((await byCustomer()).statusCode).toBe(200);
    expect(await instead()).toEqual(['swap']);
    await write(`${cashew.ingredients} Lupin.`);
    const reply = await send(await staff.order(order.id), { orderItems: body.orderItems });
    expect([reply.statusCode, reply.json().fields]).toEqual([
      400,
      {
        'orderItems.0.mealId': `${cashew.name}: The ingredients name lupin. Tick it, or change the text.`,
      },
    ]);
    expect((await byCustomer()).json().code).toBe('meal_unavailable');
    expect(await instead()).toEqual(['left']);
  });
});

test('what was agreed covers what it names, whatever else they cannot have', async () => {
  const order = await miasOrder();
  const overrides = [{ ...OVERRIDE, mealId: cashew.id, reason: 'spoke to her mother' }];
  const agreed = await send(order, { orderItems: withMeal(order, cashew), overrides });
  const kept = await send(agreed.json(), {
    customer: { ...order.customer, specialInstructions: 'Ring twice' },
  });
  expect(kept.json().orderItems[0].override).toMatchObject({ reason: 'spoke to her mother' });
  const wider = await send(kept.json(), {
    people: [{ name: 'Mia', allergens: ['cashew', 'lupin'] }],
  });
  expect(wider.json()).toMatchObject({
    onHold: [],
    orderItems: [{ override: { reason: 'spoke to her mother' } }],
  });
  const also = (cashew.allergens ?? []).find((allergen) => allergen !== 'cashew')!;
  const more = await send(wider.json(), {
    people: [{ name: 'Mia', allergens: ['cashew', 'lupin', also] }],
  });
  expect(more.json()).toMatchObject({
    onHold: [expect.any(String)],
    orderItems: [{ override: null }],
  });
});

/** All of the order's deliveries, one step after another. */
async function say(...statuses: string[]) {
  const all = (await staff.get(`/api/admin/deliveries?date=${day(0)}`)).json<{ id: number }[]>();
  const deliveries = all.map(({ id }) => ({ id }));
  for (const status of statuses) {
    const body = { deliveries, status, confirm: CONFIRMED };
    const reply = await staff.post('/api/admin/deliveries/status', body);
    expect(reply.json()).toMatchObject({ results: [{ ok: true }] });
  }
}

const openMatters = async () =>
  (await t.context.db.select().from(foodMatters).where(isNull(foodMatters.settledAt))).map(
    ({ kind, personName }) => `${kind} ${personName}`,
  );

const noFaults = async () =>
  expect(await findFoodFaults(t.context.db, t.context.clock())).toEqual([]);

describe('needs that staff write down although a meal holds them', () => {
  const declared = () => (plain.allergens ?? [])[0]!;
  const needs = (): NonNullable<EditOrderRequest['people']> => [
    { name: 'Mia', allergens: ['cashew', declared()] },
  ];

  afterEach(() => t.setNow('2026-01-07T02:00:00Z'));

  test('are saved: the meal is on hold, and a preview says so', async () => {
    const order = await miasOrder();
    const onHold = [`${plain.name} for Mia contains ${declared()}`];
    const preview = { ...asItIs(order), people: needs() };
    const shown = await staff.post(`/api/admin/orders/${order.id}/preview`, preview);
    expect(shown.json()).toMatchObject({ onHold });
    expect(await openMatters()).toEqual([]);
    const saved = await send(order, { people: needs() });
    expect(saved.json()).toMatchObject({
      onHold,
      people: [{ allergens: expect.arrayContaining(['cashew', declared()]) }],
    });
    expect(await openMatters()).toEqual(['clash Mia']);
    const address = `/api/orders/track/${await trackingTokenOf(t, order.id)}`;
    const tracked = (await t.app.inject(address)).json<TrackedOrderReply>();
    const heldText = tracked.deliveries[0]!.items[0]!.onHold!;
    expect(heldText).toContain(declared());
    await sendMessages(t.context);
    const [written] = await t.context.db
      .select()
      .from(messages)
      .where(and(eq(messages.kind, 'order_changed'), eq(messages.orderId, order.id)));
    // What their own page says, in the email and in its preview.
    for (const email of [written?.mail, shown.json<EditPreviewReply>().mail])
      expect(email?.text.replaceAll(/\s+/g, ' ')).toContain(heldText);
    const later = await staff.post(`/api/admin/orders/${order.id}/preview`, {
      ...preview,
      people: [{ name: 'Mia', note: 'by phone' }],
    });
    expect(later.json(), later.body).toMatchObject({ onHold: [] });
    await noFaults();
  });

  test('so are foods to avoid, also of someone who is renamed', async () => {
    const order = await miasOrder();
    const [food = ''] = /\b[a-z]{5,}/u.exec(plain.ingredients) ?? [];
    const orderItems = asItIs(order).orderItems.map((item) => ({ ...item, personName: 'Mia L.' }));
    const saved = await send(order, { orderItems, people: [{ name: 'Mia L.', avoid: [food] }] });
    expect(saved.json().onHold, saved.body).toHaveLength(1);
    const fine = await send(await miasOrder(), { people: [{ name: 'Mia', avoid: ['Lychees'] }] });
    expect(fine.json().people).toMatchObject([{ allergens: ['cashew'], avoid: ['lychee'] }]);
    const noted = await send(fine.json(), { people: [{ name: 'Mia', note: 'new' }] });
    expect(noted.json().people).toMatchObject([{ avoid: ['lychee'], note: 'new' }]);
  });

  test('a new meal, another one, and one of someone else are refused as before', async () => {
    const order = await miasOrder();
    const [item] = asItIs(order).orderItems;
    const { id: _, ...again } = item!;
    const codeOf = async (change: Partial<EditOrderRequest>, at = order) =>
      (await send(at, change)).json().code;
    const second = { ...again, personName: 'Ben' };
    const both = { orderItems: [item!, second] };
    expect(await codeOf({ ...both, people: [{ name: 'Ben', allergens: [declared()] }] })).toBe(
      'allergen_clash',
    );
    const swapped = { orderItems: withMeal(order, cashew) };
    expect(await codeOf(swapped)).toBe('allergen_clash');
    const shared = (await send(order, both)).json<AdminOrderReply>();
    const held = (await send(shared, { people: needs() })).json<AdminOrderReply>();
    expect(held.onHold).toHaveLength(1);
    const allMias = asItIs(held).orderItems.map((one) => ({ ...one, personName: 'Mia' }));
    expect(await codeOf({ orderItems: allMias }, held)).toBe('allergen_clash');
  });

  test('a packed bag is opened again, and its food stays what it is', async () => {
    const order = await miasOrder();
    t.setNow(`${day(0)}T00:30:00Z`);
    await say('cooked', 'packed');
    const versions = () => t.context.db.select({ of: portions.cookedVersions }).from(portions);
    const before = await versions();
    expect(before).toEqual([{ of: [expect.any(Number)] }]);
    const saved = await send(order, { people: needs() });
    expect(saved.json()).toMatchObject({ deliveries: [{ status: 'cooked' }] });
    expect(await versions()).toEqual(before);
    expect(await openMatters()).toEqual(['clash Mia']);
    await noFaults();
  });

  test('who has the meal in the fridge is warned, and not once it is past its day', async () => {
    const order = await miasOrder();
    t.setNow(`${day(0)}T00:30:00Z`);
    await say('cooked', 'packed', 'out', 'delivered');
    t.setNow(`${day(1)}T00:30:00Z`);
    const saved = await send(order, { people: needs() });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await openMatters()).toEqual(['given_held Mia']);
    await noFaults();
    await t.clearOrders();
    t.setNow('2026-01-07T02:00:00Z');
    const old = await miasOrder();
    t.setNow(`${day(0)}T00:30:00Z`);
    await say('cooked', 'packed', 'out', 'delivered');
    t.setNow(`${day(30)}T00:30:00Z`);
    await send(old, { people: needs() });
    expect(await openMatters()).toEqual([]);
  });
});

test('someone renamed keeps what they may not eat', async () => {
  const order = await miasOrder();
  const orderItems = asItIs(order).orderItems.map((item) => ({ ...item, personName: 'Mia L.' }));
  const renamed = await send(order, { orderItems });
  expect(renamed.json().people).toMatchObject([{ name: 'Mia L.', allergens: ['cashew'] }]);
  const swapped = withMeal(renamed.json(), cashew);
  expect((await send(renamed.json(), { orderItems: swapped })).json().code).toBe('allergen_clash');
});

test('staff say why someone can eat again what they could not, and it is kept', async () => {
  const order = await miasOrder();
  const people = [{ name: 'Mia', allergens: [] }];
  const plainly = await send(order, { people });
  expect([plainly.statusCode, plainly.json().fields]).toEqual([
    400,
    { eatsAgain: 'Why can Mia eat cashew again? Please give a reason' },
  ]);
  expect((await send(order, { people, eatsAgain: 'she says' })).json().fields).toHaveProperty(
    'eatsAgain',
  );
  const preview = { ...asItIs(order), people };
  const shown = await staff.post(`/api/admin/orders/${order.id}/preview`, preview);
  expect(shown.json()).toMatchObject({ eatsAgain: 'Why can Mia eat cashew again?' });
  const eatsAgain = 'tested at the hospital';
  expect((await send(order, { people, eatsAgain })).json()).toMatchObject({
    people: [{ allergens: [] }],
  });
  const [last] = await t.context.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(last?.after).toMatchObject({ eatsAgain });
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
