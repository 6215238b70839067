/** Orders that come: taken in as they were sent, and what the list and the stock make of it; the store over a week. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FoodSafetyReply } from '#areas/kitchen/calls/food-safety-record.ts';
import type { DueOrder, GoodsLotReply } from '#areas/kitchen/calls/goods.ts';
import type { ShoppingOrder, ShoppingReply } from '#areas/kitchen/calls/shopping.ts';
import type { StockReply } from '#areas/kitchen/calls/stock.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { toInstantText } from '#platform/rules/zoned-time.ts';
import { assertDefined } from '#platform/server/errors.ts';
import { endStockOfTheDay } from './describe-stock.ts';
import { goodsLots, stockMovements, batches } from '#areas/kitchen/server/tables/batches.ts';
import { explode } from '#quality/support/explode.ts';
import values from '#areas/kitchen/rules/shopping-values.json' with { type: 'json' };
import { recipesOf } from '#areas/kitchen/server/read-plan.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';
import { rollUpIngredients } from '#areas/printouts/rules/daily-totals.ts';
import { shoppingOrders } from '#areas/kitchen/server/tables/shopping-orders.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';
import { suppliers } from '#areas/menu/server/tables/recipes.ts';
import { seedSampleRecipes } from '#areas/menu/server/seed-sample-menu.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const MONDAY = addDays(day(0), -1);
const RANGE = { from: day(0), to: day(6), forecast: 'off' };

let t: TestApp;
let cook: StaffClient;
let menu: MealReply[];

beforeAll(async () => {
  t = await startTestApp();
  cook = await aStaffClient(t, { role: 'kitchen' });
  menu = await menuOf(t);
  await seedSampleRecipes(t.context.db, t.context.clock());
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow('2026-01-07T02:00:00Z');
  await t.clearOrders();
  await t.context.db.execute(
    sql`truncate ${batches}, ${goodsLots}, ${stockMovements}, ${shoppingOrders}, ${temperatureReadings} cascade`,
  );
});

/** On the kitchen's clock, in Brisbane. */
const at = (date: string, time: string) =>
  t.setNow(new Date(`${date}T${time}:00+10:00`).toISOString());

/** Each of these meals, by part of its name, once on this day of the week. */
async function order(index: number, ...names: string[]) {
  for (const name of names) {
    const meal = menu.find((one) => one.name.includes(name));
    const on = { mealDate: day(index), deliveryDate: day(index) };
    await aPaidOrder(t, { orderItems: [anItem(assertDefined(meal, name), on)] });
  }
}

async function shopping(): Promise<ShoppingReply> {
  const query = new URLSearchParams(RANGE).toString();
  const reply = await cook.get(`/api/admin/production/shopping?${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

const bought = ({ lines }: ShoppingOrder) => lines.filter(({ packs }) => packs > 0);

async function send(shown: ShoppingOrder) {
  const reply = await cook.post('/api/admin/production/shopping/orders', {
    ...RANGE,
    supplierId: shown.supplierId,
    arrives: shown.arrives,
    way: 'elsewhere',
    seen: shown.sent?.number ?? 0,
    lines: bought(shown).map(({ packId, packs }) => ({ packId, packs })),
  });
  expect(reply.statusCode, reply.body).toBe(201);
}

async function due(): Promise<DueOrder[]> {
  return (await cook.get('/api/admin/goods-in')).json<{ due: DueOrder[] }>().due;
}

async function dueFrom(supplier: string): Promise<DueOrder> {
  return assertDefined(
    (await due()).find((one) => one.supplier === supplier),
    supplier,
  );
}

type Line = Record<string, unknown>;

function takeIn(from: DueOrder, lines: Line[], change: object = {}, by = cook) {
  return by.post('/api/admin/goods-in', {
    key: randomUUID(),
    orderId: from.id,
    supplierId: from.supplierId,
    chilledTenths: 34,
    lines,
    ...change,
  });
}

const all = ({ lines }: DueOrder): (Line & { packs: number })[] =>
  lines.map(({ packId, ingredientId, packs }) => ({ packId, ingredientId, packs }));

async function stock() {
  return (await cook.get('/api/admin/production/stock')).json<StockReply>();
}

async function inStore(ingredient: string): Promise<number> {
  const found = (await stock()).ingredients.find((one) => one.ingredient === ingredient);
  return found?.qty ?? 0;
}

const stateOf = async ({ id }: DueOrder) =>
  (await t.context.db.select().from(shoppingOrders).where(eq(shoppingOrders.id, id)))[0]?.state;

/** A chicken dish, whose meat comes from Range Meats. */
async function orderMeat() {
  await order(1, 'Cacciatore', 'Kofta');
  const list = await shopping();
  const meat = list.orders.find(({ supplier }) => supplier === 'Range Meats');
  await send(assertDefined(meat, 'meat'));
  const from = await dueFrom('Range Meats');
  at(from.arrives, '07:00');
  return from;
}

test('a week: six orders sent, one taken in with a short line, and list and stock agree', async () => {
  await order(0, 'Cacciatore', 'Kofta', 'Goan', 'Parmigiana', 'Bulgogi');
  await order(2, 'Cacciatore', 'Goan', 'Teriyaki', 'Souvlaki');
  const list = await shopping();
  const names = ['Asian', 'Dairy', 'Dry', 'Greenside', 'Range', 'Tide'];
  const sentTo = new Set(list.orders.map(({ supplier }) => supplier.split(' ')[0]));
  expect([...sentTo].toSorted()).toEqual(names);
  for (const one of list.orders) if (bought(one).length > 0) await send(one);
  const afterwards = await shopping();
  expect(afterwards.orders.every(({ sent, changes }) => sent && changes?.length === 0)).toBe(true);

  const from = await dueFrom('Range Meats');
  at(from.arrives, '06:50');
  const [short, ...rest] = all(from);
  const missing = assertDefined(short, 'a line');
  const reply = await takeIn(from, [{ ...missing, packs: 0, missing: 'not_coming' }, ...rest]);
  expect(reply.statusCode, reply.body).toBe(201);
  expect(reply.json()).toMatchObject({ state: 'received' });

  // What came is in the store, and what did not is on the list again; nothing else is.
  for (const { ingredientId, packId, packs } of from.lines) {
    const line = list.orders.flatMap(bought).find((one) => one.packId === packId);
    const name = line?.ingredient ?? '';
    const came = ingredientId === missing['ingredientId'] ? 0 : packs * (line?.packQty ?? 0);
    expect(await inStore(name), name).toBe(came);
  }
  const again = await shopping();
  const meat = again.orders.filter(({ supplier, sent }) => supplier === 'Range Meats' && !sent);
  const needed = [
    ...meat.flatMap(bought).map(({ ingredientId }) => ingredientId),
    ...again.short.filter((one) => one.supplier === 'Range Meats').map((one) => one.ingredientId),
  ];
  expect([...new Set(needed)]).toEqual([missing['ingredientId']]);
});

test.each(values.buy)('$id: $says', async ({ inputs, expected }) => {
  const book = await loadRecipeBook(t.context.db);
  const { meals, components } = recipesOf(book);
  const portions = Object.entries(inputs.portions).map(([slug, count]): [number, number] => [
    assertDefined(
      menu.find((meal) => meal.slug === slug),
      slug,
    ).id,
    count,
  ]);
  const asNeeded = new Map([...components].map(([id, one]) => [id, { ...one, min: 0 }]));
  const { ingredients: needs } = explode(new Map(portions), { meals, components: asNeeded });
  const taken = [...needs].flatMap(([id, qty]): [string, number][] => {
    const ingredient = book.ingredients.get(id);
    return ingredient?.isBought ? [[ingredient.name, qty]] : [];
  });
  const { fromRecipes = expected, fromLabels = [] } = expected as {
    fromRecipes?: object;
    fromLabels?: object[];
  };
  expect(Object.fromEntries(taken)).toEqual(fromRecipes);
  const labels = (inputs.withoutRecipe ?? []).flatMap(({ portions: count, ...meal }) =>
    Array.from({ length: count }, () => meal),
  );
  const { ingredients: listed } = rollUpIngredients(labels);
  expect(listed.map(({ name, grams }) => ({ name, grams }))).toEqual(
    expect.arrayContaining(fromLabels),
  );
});

describe('an order that comes', () => {
  test('is the list to take in, and each line is a lot, in the store and in the record', async () => {
    const from = await orderMeat();
    const lines = all(from).map((line) => ({
      ...line,
      lot: '4471',
      useBy: addDays(from.arrives, 3),
    }));
    const receipts = async () =>
      (await cook.get('/api/admin/food-safety'))
        .json<FoodSafetyReply>()
        .expected.filter(({ kind }) => kind === 'receipt')
        .map(({ place, state, reading }) => [place, state, reading?.tenths]);
    expect(await receipts()).toEqual([['Range Meats', 'due', undefined]]);
    const reply = await takeIn(from, lines);
    expect(reply.statusCode, reply.body).toBe(201);
    expect(await receipts()).toEqual([['Range Meats', 'done', 34]]);
    const { lots, state } = reply.json<{ lots: GoodsLotReply[]; state: string }>();
    expect(state).toBe('received');
    expect(lots).toHaveLength(from.lines.length);
    expect(lots[0]).toMatchObject({ supplier: 'Range Meats', supplierLot: '4471', tenths: 34 });
    const { db } = t.context;
    expect(await db.$count(temperatureReadings)).toBe(lots.length);
    expect(await db.$count(stockMovements)).toBe(lots.length);
    expect(await due()).toEqual([]);
    await expect(db.update(shoppingOrders).set({ note: 'More' })).rejects.toThrow();
  });

  test('in parts is still to come for the rest, which counts on its day', async () => {
    const from = await orderMeat();
    const [first, ...rest] = all(from);
    const one = assertDefined(first, 'a line');
    expect((await takeIn(from, [one])).json()).toMatchObject({ state: 'part' });
    const left = await dueFrom('Range Meats');
    expect(left.lines.map(({ packId }) => packId)).toEqual(rest.map(({ packId }) => packId));
    expect((await shopping()).orders.filter(({ sent }) => !sent).flatMap(bought)).toEqual(
      expect.not.arrayContaining([
        expect.objectContaining({ ingredientId: rest[0]?.['ingredientId'] }),
      ]),
    );
    expect((await takeIn(left, rest)).json()).toMatchObject({ state: 'received' });
  });

  test('with more than was ordered is taken in, and with a refused line is needed again', async () => {
    const from = await orderMeat();
    const [first, second, ...rest] = all(from);
    const more = { ...assertDefined(first, 'a line'), packs: (first?.packs ?? 0) + 2 };
    const refused = {
      ...assertDefined(second, 'a line'),
      accepted: false,
      note: 'Open, sent back',
    };
    expect((await takeIn(from, [more, refused, ...rest])).json()).toMatchObject({
      state: 'received',
    });
    expect(await t.context.db.$count(stockMovements)).toBe(from.lines.length - 1);
    const list = await shopping();
    const asked = [...list.orders.filter(({ sent }) => !sent).flatMap(bought), ...list.short];
    expect(asked.map(({ ingredientId }) => ingredientId)).toContain(second?.['ingredientId']);
  });

  test('that two take in is stored once, and the second reads who was first', async () => {
    const from = await orderMeat();
    const other = await aStaffClient(t, { role: 'kitchen' });
    const replies = await Promise.all([
      takeIn(from, all(from)),
      takeIn(from, all(from), {}, other),
    ]);
    const [refused] = replies.filter(({ statusCode }) => statusCode === 409);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(refused?.json()).toMatchObject({ code: 'already_received', by: expect.any(String) });
    expect(await t.context.db.$count(goodsLots)).toBe(from.lines.length);
  });

  test('sent twice with the same key counts once', async () => {
    const from = await orderMeat();
    const key = randomUUID();
    const first = await takeIn(from, all(from), { key });
    const again = await takeIn(from, all(from), { key });
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());
    expect(await t.context.db.$count(goodsLots)).toBe(from.lines.length);
  });

  test('without a temperature or with one wrong line is stored not at all', async () => {
    const from = await orderMeat();
    const unmeasured = await takeIn(from, all(from), { chilledTenths: null });
    expect(Object.keys(unmeasured.json().fields)).toEqual(['chilledTenths']);
    const [first, ...rest] = all(from);
    const old = { ...assertDefined(first, 'a line'), useBy: MONDAY };
    at(day(1), '07:00');
    const wrong = await takeIn(from, [...rest, old]);
    expect(Object.keys(wrong.json().fields)).toEqual([`lines.${rest.length}.accepted`]);
    expect(await t.context.db.$count(goodsLots)).toBe(0);
    expect(await stateOf(from)).toBe('sent');
  });

  test('of a supplier that was taken off the list is taken in all the same', async () => {
    const from = await orderMeat();
    const gone = { archivedAt: new Date(t.context.clock()) };
    const { db } = t.context;
    await db.update(suppliers).set(gone).where(eq(suppliers.id, from.supplierId));
    expect((await takeIn(from, all(from))).statusCode).toBe(201);
    await db.update(suppliers).set({ archivedAt: null }).where(eq(suppliers.id, from.supplierId));
  });

  test('stands on Today with its hour until it is taken in', async () => {
    const from = await orderMeat();
    const rows = async () => {
      const today = (await cook.get('/api/admin/today')).json<{ rows: { title: string }[] }>();
      return JSON.stringify(today);
    };
    expect(await rows()).toContain('Range Meats today by 7am');
    await takeIn(from, all(from));
    expect(await rows()).not.toContain('Range Meats');
  });
});

describe('the store at midnight', () => {
  test('loses what went out though nobody ticked it off, once, and has it back when someone says so later', async () => {
    const from = await orderMeat();
    await takeIn(from, all(from));
    const before = await inStore('Lamb mince, lean');
    expect(before).toBeGreaterThan(0);
    at(addDays(day(1), 1), '00:20');
    await endStockOfTheDay(t.context);
    await endStockOfTheDay(t.context);
    const after = await inStore('Lamb mince, lean');
    expect(after).toBeLessThan(before);
    const takenByPlan = async () => {
      const rows = await t.context.db
        .select({
          id: stockMovements.ingredientId,
          qty: sql<number>`-sum(${stockMovements.qty})::int`,
        })
        .from(stockMovements)
        .where(eq(stockMovements.plannedFor, day(1)))
        .groupBy(stockMovements.ingredientId);
      return new Map(rows.map(({ id, qty }) => [id, qty]));
    };
    const planned = await takenByPlan();
    expect(planned.size).toBeGreaterThan(0);
    // A portion ticked after midnight takes its own, and the plan gives back as much.
    const lateMeal = menu.find(({ name }) => name.includes('Cacciatore'))!;
    const there = (await stock()).ingredients;
    const tick = {
      kind: 'tick',
      date: day(1),
      window: '11:00-13:00',
      mealId: lateMeal.id,
      count: 1,
    };
    const ticked = await cook.post('/api/bench/words', {
      staffId: cook.staff.id,
      deviceId: randomUUID(),
      words: [
        {
          key: randomUUID(),
          at: toInstantText(t.context.clock()),
          word: { ...tick, mealVersion: 99 },
        },
      ],
    });
    expect(ticked.json()).toMatchObject({ results: [{ ok: true }] });
    const now = await takenByPlan();
    expect([...planned].some(([id, qty]) => (now.get(id) ?? 0) < qty)).toBe(true);
    expect((await stock()).ingredients).toEqual(there);
  });

  test('writes off goods of the day that are past their date, with their worth', async () => {
    const from = await orderMeat();
    const lines = all(from).map((line) => ({ ...line, useBy: addDays(from.arrives, 1) }));
    await takeIn(from, lines);
    const there = (await stock()).ingredients.filter(({ rule }) => rule === 'day');
    expect(there.some(({ qty }) => qty > 0)).toBe(true);
    at(addDays(from.arrives, 2), '00:20');
    // The use-by date has passed: it counts no longer, whatever the job has done.
    expect((await stock()).ingredients.every(({ rule, qty }) => rule !== 'day' || qty === 0)).toBe(
      true,
    );
    await endStockOfTheDay(t.context);
    const { spoilt } = await stock();
    expect(spoilt.length).toBeGreaterThan(0);
    for (const { cents, qty } of spoilt) {
      expect(qty).toBeGreaterThan(0);
      expect(cents).toBeGreaterThan(0);
    }
    const sums = await t.context.db
      .select({ left: sql<number>`sum(${stockMovements.qty})::int` })
      .from(stockMovements)
      .groupBy(stockMovements.ingredientId);
    expect(sums.every(({ left }) => left === 0)).toBe(true);
  });
});
