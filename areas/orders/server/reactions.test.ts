/** A reaction that someone reports holds what they are still to get, until the office knows what it was. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import type { GivenFoodReply, RecipesToSettleReply } from '#areas/orders/calls/food-to-settle.ts';
import { followMarkedFood } from './food-holds.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { people } from '#areas/order-book/server/tables/orders.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { findBrokenRules } from '#areas/payments/server/check-books.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
/** Both with milk; the one that she eats, and the one that is ahead. */
let eaten: MealReply;
let ahead: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  const withMilk = (await menuOf(t)).filter(
    ({ mealType, allergens }) => mealType === 'dinner' && allergens?.includes('milk'),
  );
  [eaten, ahead] = withMilk as [MealReply, MealReply];
});
afterAll(() => t.close());

let orderId: number;
let itemId: number;

beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await t.context.db.delete(messages);
  const first = await aPaidOrder(t, {
    people: ['Mia', 'Sam'].map((name) => ({ name, calorieTarget: 1500 })),
    orderItems: ['Mia', 'Sam'].map((personName) => anItem(eaten, { personName })),
  });
  orderId = first.id;
  t.setNow(`${day(0)}T08:00:00Z`);
  for (const status of ['cooked', 'delivered'] as const) await set(orderId, status);
  itemId = (await staff.order(orderId)).orderItems.find(
    ({ personName }) => personName === 'Mia',
  )!.id;
});

const set = async (id: number, status: 'cooked' | 'packed' | 'out' | 'delivered') => {
  const [delivery] = (await staff.order(id)).deliveries;
  const reply = await staff.post('/api/admin/deliveries/status', {
    confirm: CONFIRMED,
    deliveries: [{ id: delivery!.id }],
    status,
  });
  return reply.json();
};
const anOrderAhead = (names = ['Mia', 'Sam']) =>
  aPaidOrder(t, {
    people: names.map((name) => ({ name, calorieTarget: 1500 })),
    orderItems: names.map((personName) =>
      anItem(ahead, { personName, deliveryDate: day(7), mealDate: day(7) }),
    ),
  });
const reports = async (text: string, kind = 'other') => {
  t.advanceMinutes(1);
  const token = await trackingTokenOf(t, orderId);
  const body = { itemIds: [itemId], kind, text, photos: [] };
  const reply = await t.app.inject({
    method: 'POST',
    url: `/api/orders/track/${token}/problems`,
    body,
  });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
};
const held = async () => {
  await followMarkedFood(t.context);
  const rows = await t.context.db
    .select()
    .from(foodMatters)
    .where(and(eq(foodMatters.kind, 'question'), isNull(foodMatters.settledAt)))
    .orderBy(foodMatters.orderId, foodMatters.personName);
  return rows.map(({ orderId: id, personName, why }) => ({ orderId: id, personName, why }));
};
const reaction = async () => {
  const all = (await staff.get('/api/admin/given-food')).json<GivenFoodReply[]>();
  return all.find(({ kind }) => kind === 'reaction');
};
const settle = async (body: object) => {
  const { id, calls } = (await reaction())!;
  return staff.post(`/api/admin/given-food/${id}/calls`, { calls: calls.length, ...body });
};

test('hers alone, in every order of that customer, before and after', async () => {
  const before = await anOrderAhead();
  expect(await held()).toEqual([]);
  await reports('Her lips are swollen after two bites');
  const after = await anOrderAhead();
  const why = `not settled: a reaction to ${eaten.name}`;
  expect(await held()).toEqual(
    [before, after].map(({ id }) => ({ orderId: id, personName: 'Mia', why })),
  );
  const { recipes } = (await staff.get('/api/admin/recipe-alerts')).json<RecipesToSettleReply>();
  expect(recipes.flatMap(({ alerts }) => alerts)[0]).toMatchObject({
    why: `${ahead.name} for Mia: a reaction to ${eaten.name} is not settled. Settle it under Call now.`,
    swaps: [],
  });
  expect(await staff.today('call')).toMatchObject([
    {
      title: `Mia: a reaction to ${eaten.name}`,
      detail: expect.stringContaining('not called yet'),
    },
  ]);
  expect(await findBrokenRules(t.context)).toEqual([]);
});

test('hers in the orders of another address as well, once both are one customer', async () => {
  const other = await aPaidOrder(t, {
    customer: { ...A_CUSTOMER, email: 'mia@other.example' },
    people: [{ name: 'Mia', calorieTarget: 1500 }],
    orderItems: [anItem(ahead, { personName: 'Mia', deliveryDate: day(7), mealDate: day(7) })],
  });
  await reports('Her lips are swollen after two bites');
  expect(await held()).toEqual([]);
  const merge = { email: 'mia@other.example' };
  const seen = await staff.post(`/api/admin/customers/${orderId}/merge`, {
    ...merge,
    dryRun: true,
  });
  const { previewHash } = seen.json().preview;
  const merged = await staff.post(`/api/admin/customers/${orderId}/merge`, {
    ...merge,
    previewHash,
  });
  expect(merged.json()).toMatchObject({ isMerged: true });
  expect((await held()).map(({ orderId: id }) => id)).toEqual([other.id]);
  await settle({ result: 'left_out', allergens: ['milk'] });
  expect((await staff.order(other.id)).people).toMatchObject([{ allergens: ['milk'] }]);
  expect(await findBrokenRules(t.context)).toEqual([]);
});

const names = async () => (await held()).map(({ personName }) => personName);

describe('households write their names again', () => {
  test('everyone is on hold whom that order does not know as someone else', async () => {
    await anOrderAhead(['Me', 'Sam']);
    await anOrderAhead(['sam']);
    await reports('Hives all over');
    expect(await names()).toEqual(['Me']);
  });

  test('and everyone once it knows nobody of that name itself', async () => {
    await anOrderAhead(['Mia R', 'Samuel']);
    await reports('Hives all over');
    await t.context.db.update(people).set({ name: 'Mia R' }).where(eq(people.name, 'Mia'));
    expect(await names()).toEqual(['Mia R', 'Samuel']);
  });

  test('it is left out for the same people', async () => {
    const { id } = await anOrderAhead(['Me', 'Sam']);
    await reports('Hives all over');
    const done = await settle({ result: 'left_out', allergens: ['milk'] });
    expect(done.statusCode, done.body).toBe(200);
    const rows = await t.context.db.select().from(people).where(eq(people.orderId, id));
    expect(rows.map(({ name, allergens }) => [name, allergens])).toEqual([
      ['Me', ['milk']],
      ['Sam', []],
    ]);
  });
});

test('a meal chosen instead is on hold as well', async () => {
  const order = await anOrderAhead();
  await reports('Hives all over');
  const other = (await menuOf(t)).find(
    ({ mealType, id }) => mealType === 'dinner' && ![eaten.id, ahead.id].includes(id),
  )!;
  const { version, customer, orderItems: items } = await staff.order(order.id);
  const reply = await staff.put(`/api/admin/orders/${order.id}`, {
    version,
    customer,
    orderItems: items.map(({ id, mealType, personName, deliveryDate, mealDate }) => ({
      ...(personName === 'Mia' ? { mealId: other.id } : { id, mealId: ahead.id }),
      mealType,
      personName,
      deliveryDate,
      mealDate,
    })),
  });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(await held()).toMatchObject([{ orderId: order.id, personName: 'Mia' }]);
});

test('such a bag is not packed', async () => {
  const { id } = await anOrderAhead();
  await reports('Hives all over');
  expect(await set(id, 'packed')).toMatchObject({
    results: [{ ok: false, message: expect.stringContaining(`a reaction to ${eaten.name}`) }],
  });
});

test('what was delivered before it was reported is not on hold, it is called about', async () => {
  await reports('Hives all over');
  expect(await held()).toEqual([]);
  const kinds = await t.context.db.select({ kind: foodMatters.kind }).from(foodMatters);
  expect(kinds).toEqual([{ kind: 'reaction' }]);
});

test.each([
  ['no harm', 'No reaction at all this time, thanks', 'other', 0],
  ['a cold meal', 'It was cold, and late', 'other', 0],
  ['an allergen or a reaction, as chosen', 'Please call me', 'allergy', 1],
])('a problem that tells of %s', async (_, text, kind, expected) => {
  await anOrderAhead();
  await reports(text, kind);
  expect(await held()).toHaveLength(expected);
});

test('a comment on a meal is read too', async () => {
  await anOrderAhead();
  const token = await trackingTokenOf(t, orderId);
  const reply = await t.app.inject({
    method: 'POST',
    url: `/api/orders/track/${token}/ratings`,
    body: { ratings: [{ mealId: eaten.id, stars: 1, comment: 'I broke out in hives' }] },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  expect((await held()).map(({ personName }) => personName)).toEqual(['Mia', 'Sam']);
});

describe('a note of staff or of a driver is read too', () => {
  const deliveryOf = async (id: number) => (await staff.order(id)).deliveries[0]!.id;

  test('beside the order: of whom it names', async () => {
    await anOrderAhead();
    const note = { text: 'Her dad called: Mia got hives after dinner' };
    expect((await staff.post(`/api/admin/orders/${orderId}/notes`, note)).statusCode).toBe(200);
    expect(await held()).toMatchObject([{ personName: 'Mia', why: 'not settled: a reaction' }]);
    expect(await reaction()).toMatchObject({ personName: 'Mia', mealName: '', why: 'a reaction' });
  });

  test('beside the customer: of everyone where it names nobody, and in what is ordered next', async () => {
    const note = { text: 'My daughter got hives, she says' };
    const reply = await staff.post(`/api/admin/customers/${orderId}/notes`, note);
    expect(reply.statusCode, reply.body).toBe(204);
    expect(await names()).toEqual([]);
    await anOrderAhead();
    expect(await names()).toEqual(['Mia', 'Sam']);
  });

  test('of a driver at the door, and what they have just handed over is warned of', async () => {
    const { id } = await anOrderAhead();
    t.setNow(`${day(7)}T02:30:00Z`);
    for (const status of ['cooked', 'packed', 'out'] as const) await set(id, status);
    const driver = await aStaffClient(t, { role: 'driver' });
    const report = {
      key: randomUUID(),
      deliveryId: await deliveryOf(id),
      status: 'delivered',
      at: new Date(t.context.clock()).toISOString(),
      note: 'Sam was in hospital after the last delivery',
    };
    const sent = { deviceId: randomUUID(), staffId: driver.staff.id, reports: [report] };
    const reply = await driver.post('/api/drive/reports', sent);
    expect(reply.json(), reply.body).toMatchObject({ results: [{ ok: true }] });
    const open = await t.context.db
      .select({ kind: foodMatters.kind, personName: foodMatters.personName })
      .from(foodMatters)
      .orderBy(foodMatters.id);
    expect(open).toEqual([
      { kind: 'reaction', personName: 'Sam' },
      { kind: 'given_held', personName: 'Sam' },
    ]);
    expect(await findBrokenRules(t.context)).toEqual([]);
  });

  test('that tells of none holds nothing', async () => {
    await anOrderAhead();
    const note = { text: 'Prefers the side gate. No reaction to anything so far' };
    await staff.post(`/api/admin/orders/${orderId}/notes`, note);
    expect(await held()).toEqual([]);
  });
});

test('what a call about food given on hold brings holds what is ahead', async () => {
  await anOrderAhead();
  const [item] = await t.context.db.select().from(orderItems).where(eq(orderItems.id, itemId));
  await t.context.db.insert(foodMatters).values({
    kind: 'given_held',
    orderId,
    deliveryId: item!.deliveryId,
    itemId,
    personName: 'Mia',
    mealName: eaten.name,
    why: 'it may contain peanut',
    openedAt: new Date(t.context.clock()),
  });
  const [given] = (await staff.get('/api/admin/given-food')).json<GivenFoodReply[]>();
  const reply = await staff.post(`/api/admin/given-food/${given!.id}/calls`, {
    result: 'reaction',
    calls: 0,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  expect((await held()).map(({ personName }) => personName)).toEqual(['Mia']);
});

describe('it ends', () => {
  beforeEach(async () => {
    await anOrderAhead();
    await reports('Hives all over');
    expect(await held()).toHaveLength(1);
  });

  test('when the office says what else it was, not without', async () => {
    const silent = await settle({ result: 'not_the_food' });
    expect([silent.statusCode, silent.json()]).toMatchObject([
      400,
      { fields: { note: 'Please say what it was' } },
    ]);
    await settle({ result: 'not_the_food', note: 'A wasp stung her' });
    expect(await held()).toEqual([]);
    expect(await reaction()).toBeUndefined();
  });

  test('when it is left out of all that is ahead: what contains it is on hold for that', async () => {
    const nothing = await settle({ result: 'left_out' });
    expect([nothing.statusCode, Object.keys(nothing.json().fields)]).toEqual([400, ['allergens']]);
    const done = await settle({ result: 'left_out', allergens: ['milk'], avoid: ['kiwis'] });
    expect(done.statusCode, done.body).toBe(200);
    expect(await held()).toEqual([]);
    const open = await t.context.db
      .select({ kind: foodMatters.kind, why: foodMatters.why })
      .from(foodMatters)
      .where(isNull(foodMatters.settledAt));
    expect(open).toEqual([{ kind: 'clash', why: 'contains MILK' }]);
    expect(await findBrokenRules(t.context)).toEqual([]);
  });

  test('never because nobody answered', async () => {
    for (let call = 0; call < 4; call += 1)
      expect((await settle({ result: 'no_answer', note: 'left a message' })).statusCode).toBe(200);
    expect(await held()).toHaveLength(1);
  });
});
