/** Suppliers, the shopping list and the stock, on a lunch whose needs are easy to add up by hand. */
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ShoppingReply } from '#areas/kitchen/calls/shopping.ts';
import type { StockReply } from '#areas/kitchen/calls/stock.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { SupplierReply, SuppliersReply } from '#areas/recipes/calls/suppliers.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { assertDefined } from '#platform/server/errors.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { goodsLots, stockMovements } from '#areas/kitchen/server/tables/batches.ts';
import {
  ingredients,
  components,
  mealRecipes,
  recipeLines,
  supplierPacks,
  suppliers,
} from '#areas/menu/server/tables/recipes.ts';
import { shoppingOrders } from '#areas/kitchen/server/tables/shopping-orders.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { usualRound } from '#areas/menu/rules/supplier-rounds.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const MONDAY = addDays(day(0), -1);
const TUESDAY = day(0);
const THURSDAY = day(2);

let t: TestApp;
let staff: StaffClient;
let cook: StaffClient;
let lunch: MealReply;
const ids = new Map<string, number>();
const idOf = (name: string) => assertDefined(ids.get(name), name);

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  cook = await aStaffClient(t, { role: 'kitchen' });
  lunch = assertDefined(
    (await menuOf(t)).find((meal) => meal.mealType === 'lunch'),
    'a lunch',
  );
  await writeRecipe();
});
afterAll(() => t.close());

let meat: SupplierReply;
let dairy: SupplierReply;

beforeEach(async () => {
  t.setNow('2026-01-07T02:00:00Z');
  await t.clearOrders();
  await t.context.db.execute(
    sql`truncate ${shoppingOrders}, ${stockMovements}, ${goodsLots}, ${supplierPacks}, ${suppliers} cascade`,
  );
  await t.context.db.delete(messages);
  meat = await addSupplier('Meat & Fish Co', [1, 2, 3, 4, 5], { email: 'orders@meat.example.com' });
  dairy = await addSupplier('Dairy Co', [1, 3, 5]);
  await addPack(meat, 'Chicken', { name: '5 kg bag', code: 'CB5', amount: '5', priceCents: 4900 });
  await addPack(dairy, 'Yoghurt', { name: '1 kg tub', amount: '1', priceCents: 650 });
  await addPack(dairy, 'Rice', { name: '10 kg sack', amount: '10', unit: 'kg' });
});

/** A lunch of 350 g chicken of which 30% is lost, 400 g tzatziki, 100 g rice, 5 g salt, and water. */
async function writeRecipe() {
  const { db } = t.context;
  await db.update(meals).set({ shelfLifeDays: 3 }).where(eq(meals.id, lunch.id));
  const added = await db
    .insert(ingredients)
    .values([
      { name: 'Chicken', labelName: 'chicken', baseUnit: 'g', storeArea: 'meat', lossBp: 3000 },
      { name: 'Yoghurt', labelName: 'yoghurt', baseUnit: 'g', storeArea: 'dairy' },
      { name: 'Rice', labelName: 'rice', baseUnit: 'g', storeArea: 'dry' },
      { name: '=Salt', labelName: 'salt', baseUnit: 'g', storeArea: 'dry' },
      { name: 'Water', labelName: 'water', baseUnit: 'g', storeArea: 'dry', isBought: false },
    ])
    .returning();
  for (const { id, name } of added) ids.set(name, id);
  const [sauce] = await db
    .insert(components)
    .values({
      name: 'Tzatziki',
      baseUnit: 'g',
      potQty: 5000,
      keepsDays: 5,
      cookAheadDays: 2,
      cookMinutes: 0,
      chillMinutes: 0,
    })
    .returning();
  const componentId = assertDefined(sauce, 'a component').id;
  await db.insert(mealRecipes).values({ mealId: lunch.id, basis: 1 });
  const line = (name: string, qty: number, position: number) => ({
    mealId: lunch.id,
    ingredientId: idOf(name),
    qty,
    position,
  });
  await db
    .insert(recipeLines)
    .values([
      { mealId: lunch.id, usesComponentId: componentId, qty: 400, position: 0 },
      line('Chicken', 350, 1),
      line('Rice', 100, 2),
      line('=Salt', 5, 3),
      line('Water', 100, 4),
      { componentId, ingredientId: idOf('Yoghurt'), qty: 5000, lossBp: 0, position: 0 },
    ]);
}

async function listed(): Promise<SupplierReply[]> {
  return (await staff.get('/api/admin/suppliers')).json<SuppliersReply>().suppliers;
}

/** It comes on these days, ordered by 8pm the day before. */
async function addSupplier(name: string, weekdays: number[], facts: object = {}) {
  const rounds = weekdays.map(usualRound);
  const reply = await staff.post('/api/admin/suppliers', { name, rounds, ...facts });
  expect(reply.statusCode, reply.body).toBe(201);
  const { id } = reply.json<{ id: number }>();
  return assertDefined(
    (await listed()).find((each) => each.id === id),
    name,
  );
}

async function addPack({ id }: SupplierReply, ingredient: string, change: Record<string, unknown>) {
  const { version } = assertDefined(
    (await listed()).find((each) => each.id === id),
    'a supplier',
  );
  const reply = await staff.post(`/api/admin/suppliers/${id}/packs`, {
    version,
    ingredientId: idOf(ingredient),
    unit: 'kg',
    isPreferred: true,
    ...change,
  });
  expect(reply.statusCode, reply.body).toBe(201);
}

/** A lunch on each of these days of the week. */
async function order(...days: number[]) {
  for (const index of days) {
    const item = anItem(lunch, { mealDate: day(index), deliveryDate: day(index) });
    await aPaidOrder(t, { orderItems: [item] });
  }
}

const RANGE = { from: day(0), to: day(6), forecast: 'off' };
const query = (change: object = {}) =>
  new URLSearchParams({ ...RANGE, ...change } as Record<string, string>).toString();

async function shopping(change: object = {}): Promise<ShoppingReply> {
  const reply = await cook.get(`/api/admin/production/shopping?${query(change)}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

function linesIn({ orders }: ShoppingReply) {
  return orders.flatMap(({ supplier, arrives, lines }) =>
    lines.map(({ ingredient, pack, packs, need, onHand, over, costCents, wouldSpoil }) => ({
      supplier,
      arrives,
      ingredient,
      pack,
      packs,
      need,
      onHand,
      over,
      costCents,
      wouldSpoil,
    })),
  );
}

const of = (list: ShoppingReply, supplier: SupplierReply) =>
  assertDefined(
    list.orders.find(({ supplierId }) => supplierId === supplier.id),
    supplier.name,
  );

async function send(supplier: SupplierReply, change: Record<string, unknown> = {}, by = cook) {
  const shown = of(await shopping(), supplier);
  return by.post('/api/admin/production/shopping/orders', {
    ...RANGE,
    supplierId: supplier.id,
    arrives: shown.arrives,
    way: 'email',
    seen: shown.sent?.number ?? 0,
    lines: shown.lines
      .filter(({ packs }) => packs > 0)
      .map(({ packId, packs }) => ({ packId, packs })),
    ...change,
  });
}

async function count(ingredient: string, amount: string, seen: number, unit = 'kg') {
  return cook.post(`/api/admin/production/stock/${idOf(ingredient)}/count`, { amount, unit, seen });
}

/** What went to suppliers. */
function sentEmails() {
  return t.context.db
    .select()
    .from(messages)
    .where(eq(messages.kind, 'supplier_order'))
    .orderBy(asc(messages.id));
}

describe('the list', () => {
  test('is what the plan takes, in packs, from each supplier, and says what it lacks', async () => {
    await order(0, 1, 2);
    const list = await shopping();
    const about = { onHand: 0, wouldSpoil: [] };
    expect(linesIn(list)).toEqual([
      // Tuesday's sauce is for all three days; the dairy comes on Monday, Wednesday and Friday.
      {
        supplier: 'Dairy Co',
        arrives: MONDAY,
        ingredient: 'Yoghurt',
        pack: '1 kg tub',
        packs: 2,
        need: 1200,
        over: 800,
        costCents: 1300,
        ...about,
      },
      {
        supplier: 'Dairy Co',
        arrives: MONDAY,
        ingredient: 'Rice',
        pack: '10 kg sack',
        packs: 1,
        need: 300,
        over: 9700,
        costCents: null,
        ...about,
      },
      // 350 g of which 30% is lost is 500 g, three times.
      {
        supplier: 'Meat & Fish Co',
        arrives: TUESDAY,
        ingredient: 'Chicken',
        pack: '5 kg bag',
        packs: 1,
        need: 1500,
        over: 3500,
        costCents: 4900,
        ...about,
      },
    ]);
    expect(of(list, dairy)).toMatchObject({ costCents: 1300, unpriced: 1, hasEmail: false });
    expect(list.withoutPack).toMatchObject([{ ingredient: '=Salt', need: 15 }]);
    expect(list.short).toEqual([]);
    expect(list.missing).toEqual([]);
  });

  test('comes twice where one delivery would be out of date, says so, and a person may choose one', async () => {
    await t.context.db.update(supplierPacks).set({ keepsDays: 1 });
    await order(0, 2);
    const list = await shopping();
    expect(linesIn(list).filter(({ ingredient }) => ingredient === 'Chicken')).toMatchObject([
      { arrives: TUESDAY, packs: 1, need: 500, wouldSpoil: [] },
      { arrives: THURSDAY, packs: 1, need: 500, wouldSpoil: [] },
    ]);
    expect(list.suppliers.find(({ supplierId }) => supplierId === meat.id)).toMatchObject({
      // Two bags, two deliveries; nothing of what is over keeps.
      chosen: { arrivals: [TUESDAY, THURSDAY], cents: 2 * (4900 + 1500), outOfDate: 0 },
      others: expect.arrayContaining([
        { arrivals: [TUESDAY], cents: 4900 + 1500, outOfDate: 1, short: 0 },
      ]),
      isChosen: false,
    });
    const once = await shopping({ arrivals: `${meat.id}:${TUESDAY}` });
    expect(of(once, meat).lines).toMatchObject([
      { packs: 1, need: 1000, wouldSpoil: [THURSDAY], over: 4000, wasteCents: 3920 },
    ]);
  });

  test('takes the pack that costs least after what keeps', async () => {
    await t.context.db.update(supplierPacks).set({ keepsDays: 2 });
    const small = { name: '1 kg bag', amount: '1', priceCents: 1100, keepsDays: 2 };
    await addPack(meat, 'Chicken', { ...small, isPreferred: false });
    await order(0);
    expect(of(await shopping(), meat).lines).toMatchObject([
      { pack: '1 kg bag', packs: 1, need: 500, over: 500, wasteCents: 550, costCents: 1100 },
    ]);
  });

  test('proposes only what can still be ordered, and names what is too late with what uses it', async () => {
    await order(0, 1);
    t.setNow('2026-01-12T09:59:59Z');
    expect(of(await shopping(), meat)).toMatchObject({
      arrives: TUESDAY,
      canOrder: true,
      orderBy: { date: MONDAY, minuteOfDay: 1200 },
    });
    // At exactly 8pm it is over.
    t.setNow('2026-01-12T10:00:00Z');
    const list = await shopping();
    expect(of(list, meat).arrives).toBe(day(1));
    expect(list.short).toMatchObject([
      { ingredient: 'Chicken', qty: 500, date: TUESDAY, pots: [], mealIds: [lunch.id] },
      { ingredient: 'Yoghurt', qty: 800, date: TUESDAY, pots: ['Tzatziki'], mealIds: [] },
      { ingredient: 'Rice', qty: 100, supplier: 'Dairy Co', neverCounted: true },
    ]);
    t.setNow('2026-01-14T02:00:00Z');
    expect((await shopping()).short).toMatchObject([
      { ingredient: 'Chicken', date: day(1) },
      { ingredient: 'Rice', date: day(1) },
    ]);
  });

  test('says how much of an order is forecast', async () => {
    await order(0);
    expect(of(await shopping(), meat).partForecast).toBeNull();
  });

  test('fills an order to the minimum with goods that stay and are used each week, or says what is missing', async () => {
    await t.context.db.update(suppliers).set({ minOrderCents: 6000 });
    await t.context.db
      .update(supplierPacks)
      .set({ priceCents: 2000 })
      .where(eq(supplierPacks.name, '10 kg sack'));
    await order(0);
    expect(of(await shopping(), dairy)).toMatchObject({
      minOrderCents: 6000,
      underMinimumCents: 3350,
    });
    const { db } = t.context;
    const movement = { ingredientId: idOf('Rice'), by: 'Kim Lee' };
    await db.insert(stockMovements).values([
      { ...movement, qty: 12_000, kind: 'counted', at: new Date('2025-12-20T02:00:00Z') },
      { ...movement, qty: -6000, kind: 'used', at: new Date('2025-12-30T02:00:00Z') },
      { ...movement, qty: -6000, kind: 'used', at: new Date('2026-01-05T02:00:00Z') },
    ]);
    const filled = of(await shopping(), dairy);
    // A week's use, 6 kg, is kept: one sack; two more bring the order to its minimum.
    expect(filled).toMatchObject({ costCents: 6650, underMinimumCents: 0 });
    expect(filled.lines).toMatchObject([
      { ingredient: 'Yoghurt', packs: 1, toMinimum: 0 },
      { ingredient: 'Rice', packs: 3, need: 6100, toMinimum: 2, wasteCents: null },
    ]);
  });

  test('keeps apart what is known from a label only, and orders none of it', async () => {
    await order(0);
    const other = assertDefined(
      (await menuOf(t)).find(({ id }) => id !== lunch.id),
      'a meal',
    );
    await t.context.db.update(orderItems).set({ mealId: other.id });
    await t.context.db
      .update(meals)
      .set({ servingGrams: 420, ingredients: 'Arborio rice (31%), stock, salt' })
      .where(eq(meals.id, other.id));
    const list = await shopping();
    expect(list.fromLabels).toEqual({
      meals: [other.name],
      ingredients: [
        { name: 'Arborio rice', grams: 130, isWhole: true },
        { name: 'Salt', grams: null, isWhole: false },
        { name: 'Stock', grams: null, isWhole: false },
      ],
    });
    expect(list.orders).toEqual([]);
    expect(list.missing).toEqual([]);
  });

  test('hints at a cheaper pack elsewhere, and stays with the supplier of the preferred one', async () => {
    await addPack(dairy, 'Chicken', {
      name: '10 kg box',
      amount: '10',
      priceCents: 4900,
      isPreferred: false,
    });
    await order(0);
    const list = await shopping();
    expect(list.cheaper).toMatchObject([
      { ingredient: 'Chicken', supplier: 'Dairy Co', pack: '10 kg box', savesBp: 5000 },
    ]);
    expect(of(list, meat).lines).toMatchObject([{ ingredient: 'Chicken', pack: '5 kg bag' }]);
  });

  test('as CSV runs no formula, and as PDF shows no prices', async () => {
    await order(0);
    const file = await cook.get(`/api/admin/production/shopping.csv?${query()}`);
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.body).toContain(
      `Meat & Fish Co,${TUESDAY},CB5,Chicken,5 kg bag,1,5000,g,500,0,4500,Meat,49.00,,`,
    );
    expect(file.body).toContain(",'=Salt,");
    const printed = await cook.get(
      `/api/admin/production/shopping.pdf?${query({ supplierId: meat.id, by: 'area' })}`,
    );
    const text = (await pdfPages(printed.rawPayload)).join('\n');
    expect(text).toContain('5 kg bag');
    expect(text).not.toContain('Yoghurt');
    expect(text).not.toContain('49');
  });

  test.each([
    [{ to: '2026-09-01' }, 'to'],
    [{ arrivals: 'tomorrow' }, 'arrivals.0'],
    [{ forecast: 'perhaps' }, 'forecast'],
  ])('of a wrong question is refused at its field: %j', async (change, field) => {
    const reply = await cook.get(`/api/admin/production/shopping?${query(change)}`);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
  });
});

describe('an order', () => {
  test('is emailed to its supplier as it was seen, and kept', async () => {
    await order(0);
    const reply = await send(meat, { note: 'Back door, please' });
    expect(reply.statusCode, reply.body).toBe(201);
    expect(of(reply.json(), meat)).toMatchObject({
      sent: { number: 1, way: 'email', emailState: 'waiting', note: 'Back door, please' },
      changes: [],
    });
    await sendMessages(t.context);
    const [email] = await sentEmails();
    expect(email).toMatchObject({ recipient: 'orders@meat.example.com', state: 'kept' });
    expect(email?.mail?.from).toContain('@');
    expect(email?.mail?.subject).toContain('Order for Tue 13 Jan 2026');
    for (const words of ['1 × 5 kg bag', 'Chicken (CB5)', 'Back door, please']) {
      expect(email?.mail?.text).toContain(words);
      expect(email?.mail?.html).toContain(words.split(' ').at(-1));
    }
    const [kept] = await t.context.db.select().from(shoppingOrders);
    expect(kept?.lines).toMatchObject([{ ingredient: 'Chicken', packs: 1, code: 'CB5' }]);
    await expect(t.context.db.delete(shoppingOrders)).rejects.toThrow();
  });

  test('sent by eight people at once is emailed once', async () => {
    await order(0);
    const shown = of(await shopping(), meat);
    const body = {
      ...RANGE,
      supplierId: meat.id,
      arrives: shown.arrives,
      way: 'email',
      seen: 0,
      lines: shown.lines.map(({ packId, packs }) => ({ packId, packs })),
    };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => cook.post('/api/admin/production/shopping/orders', body)),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect(replies.filter(({ statusCode }) => statusCode === 409)[0]?.json()).toMatchObject({
      code: 'already_sent',
    });
    expect(await sentEmails()).toHaveLength(1);
    expect(await t.context.db.select().from(shoppingOrders)).toHaveLength(1);
  });

  test('says what has changed since, and emails the change', async () => {
    await addPack(meat, 'Chicken', { name: '1 kg bag', amount: '1' });
    await order(0, 1);
    await send(meat);
    expect((await send(meat)).json()).toMatchObject({ code: 'nothing_to_send' });
    await order(2);
    const changed = of(await shopping(), meat);
    expect(changed.changes).toMatchObject([{ ingredient: 'Chicken', was: 1, packs: 2 }]);
    expect((await send(meat, { seen: 0 })).json()).toMatchObject({ code: 'already_sent' });
    const reply = await send(meat);
    expect(of(reply.json(), meat)).toMatchObject({ sent: { number: 2 }, changes: [] });
    await sendMessages(t.context);
    const emails = await sentEmails();
    expect(emails).toHaveLength(2);
    expect(emails[1]?.mail?.subject).toContain('Change to our order');
    expect(emails[1]?.mail?.text).toContain('2 × 1 kg bag instead of 1');
  });

  test('that is not needed any more stays in sight, and can be taken back by email', async () => {
    await order(0);
    await send(meat);
    await t.context.db.update(deliveries).set({ status: 'cancelled' });
    expect(of(await shopping(), meat)).toMatchObject({
      lines: [],
      changes: [{ ingredient: 'Chicken', was: 1, packs: 0 }],
    });
    expect((await send(meat)).statusCode).toBe(201);
    await sendMessages(t.context);
    const emails = await sentEmails();
    expect(emails[1]?.mail?.text).toContain('Not needed any more: 1 × 5 kg bag');
  });

  test('for other deliveries on the same day is one more, and what it brings is counted', async () => {
    await t.context.db.update(supplierPacks).set({ qty: 500 }).where(eq(supplierPacks.code, 'CB5'));
    await order(0, 1);
    const tuesdayOnly = { to: day(0) };
    const first = of(await shopping(tuesdayOnly), meat);
    const lines = first.lines.map(({ packId, packs }) => ({ packId, packs }));
    await send(meat, { ...tuesdayOnly, lines, arrives: first.arrives });
    const arrivals = `${meat.id}:${TUESDAY}`;
    const week = of(await shopping({ arrivals }), meat);
    expect(week).toMatchObject({
      sent: null,
      changes: null,
      lines: [{ packs: 1, need: 1000, onHand: 500 }],
      alsoOrdered: [{ from: day(0), to: day(0) }],
    });
    const sent = await send(meat, {
      arrivals,
      arrives: TUESDAY,
      lines: week.lines.map(({ packId, packs }) => ({ packId, packs })),
    });
    expect(sent.statusCode, sent.body).toBe(201);
    await sendMessages(t.context);
    const [, second] = await sentEmails();
    expect(second?.mail?.subject).toContain('One more order');
    expect(second?.mail?.text).toContain('on top of what we ordered');
  });

  test('that can no longer be changed is what was sent, whatever is cooked since', async () => {
    await order(0, 1);
    await send(meat);
    t.setNow('2026-01-13T02:00:00Z');
    await t.context.db.update(deliveries).set({ status: 'cancelled' });
    expect(of(await shopping(), meat)).toMatchObject({
      lines: [{ ingredient: 'Chicken', packs: 1, need: 1000 }],
      changes: null,
    });
    expect((await send(meat)).json()).toMatchObject({ fields: { arrives: expect.any(String) } });
  });

  test('is not sent when the list is another one by now', async () => {
    await order(0);
    const { packId } = assertDefined(of(await shopping(), meat).lines[0], 'a line');
    const reply = await send(meat, { lines: [{ packId, packs: 7 }] });
    expect(reply.json()).toMatchObject({ code: 'list_changed' });
    expect(await sentEmails()).toEqual([]);
  });

  test('without an email address is refused by email, and can be marked as done elsewhere', async () => {
    await order(0);
    expect((await send(dairy)).json()).toMatchObject({ fields: { way: expect.any(String) } });
    expect((await send(dairy, { way: 'elsewhere' })).statusCode).toBe(201);
    expect(of(await shopping(), dairy)).toMatchObject({
      sent: { way: 'elsewhere', emailState: null },
    });
    expect(await sentEmails()).toEqual([]);
  });

  test('for a day that is over is refused', async () => {
    const reply = await cook.post('/api/admin/production/shopping/orders', {
      ...RANGE,
      supplierId: meat.id,
      arrives: '2026-01-06',
      way: 'email',
      seen: 0,
      lines: [],
    });
    expect(reply.json()).toMatchObject({ fields: { arrives: expect.any(String) } });
  });
});

describe('the stock', () => {
  const rice = async () => {
    const reply = (await cook.get('/api/admin/production/stock')).json<StockReply>();
    return reply.ingredients.find(({ ingredient }) => ingredient === 'Rice');
  };
  const riceLine = (list: ShoppingReply) =>
    list.orders.flatMap(({ lines }) => lines).find(({ ingredient }) => ingredient === 'Rice');

  test('is counted: the difference is written down, and comes off the list', async () => {
    await order(0, 1, 2);
    expect((await count('Rice', '0.25', 0)).statusCode).toBe(200);
    expect(await rice()).toMatchObject({ qty: 250, countedAt: expect.any(String) });
    expect(riceLine(await shopping())).toMatchObject({ packs: 1, need: 300, onHand: 250 });
    expect((await count('Rice', '4', 250)).statusCode).toBe(200);
    expect(riceLine(await shopping())).toMatchObject({ packs: 0, need: 300, onHand: 300 });
    const moved = await t.context.db.select().from(stockMovements).orderBy(asc(stockMovements.id));
    expect(moved.map(({ qty, kind }) => ({ qty, kind }))).toEqual([
      { qty: 250, kind: 'counted' },
      { qty: 3750, kind: 'counted' },
    ]);
    expect((await count('Rice', '0', 4000)).statusCode).toBe(200);
    expect(await rice()).toMatchObject({ qty: 0 });
  });

  test('counts only until its use-by date', async () => {
    await order(0, 1, 2);
    const { db } = t.context;
    const at = new Date(t.context.clock());
    const [lot] = await db
      .insert(goodsLots)
      .values({
        ingredientId: idOf('Rice'),
        useBy: day(0),
        keepsUntil: day(0),
        qty: 1000,
        accepted: true,
        receivedAt: at,
        receivedBy: 'Kim Lee',
      })
      .returning();
    await db.insert(stockMovements).values({
      ingredientId: idOf('Rice'),
      goodsLotId: lot?.id,
      qty: 1000,
      kind: 'received',
      by: 'Kim Lee',
      at,
    });
    expect(riceLine(await shopping())).toMatchObject({ packs: 1, onHand: 100 });
    expect(await rice()).toMatchObject({ expires: [{ useBy: day(0), qty: 1000 }] });
  });

  test('that two people count at once is that of one of them, never the sum', async () => {
    const replies = await Promise.all(['3', '3', '3'].map((amount) => count('Rice', amount, 0)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    expect(await rice()).toMatchObject({ qty: 3000 });
  });

  test('of which something is cooked while it is counted is counted again', async () => {
    await order(0);
    t.setNow(`${day(0)}T00:00:00Z`);
    await count('Rice', '1', 0);
    const trays = { date: day(0), window: '11:00-13:00', mealId: lunch.id, mealVersion: 99 };
    await cook.say({ kind: 'tick', ...trays, count: 1 });
    expect((await count('Rice', '0.8', 1000)).json()).toMatchObject({
      code: 'changed_meanwhile',
      qty: 900,
    });
    expect(await rice()).toMatchObject({ qty: 900 });
  });

  test('is thrown away with a reason, and never more than is there', async () => {
    await count('Rice', '1', 0);
    const waste = (body: object) =>
      cook.post(`/api/admin/production/stock/${idOf('Rice')}/waste`, {
        amount: '0.4',
        unit: 'kg',
        seen: 1000,
        reason: 'Weevils',
        ...body,
      });
    expect((await waste({ reason: ' ' })).json()).toMatchObject({
      fields: { reason: 'Please say why' },
    });
    expect((await waste({ amount: '2' })).json()).toMatchObject({
      fields: { amount: expect.stringContaining('Only 1,000 g') },
    });
    expect((await waste({})).statusCode).toBe(200);
    expect((await waste({})).json()).toMatchObject({
      code: 'changed_meanwhile',
      qty: 600,
      message: expect.stringMatching(/600 g should be there now\. Noah Chef changed it at \S+\./),
    });
    expect(await rice()).toMatchObject({ qty: 600 });
  });

  test('of fresh goods is never counted, and of goods without a rule nothing is known', async () => {
    expect((await count('Chicken', '1', 0)).statusCode).toBe(404);
    expect((await count('Rice', '1,5', 0)).json()).toMatchObject({
      fields: { amount: 'Enter a number with a point, such as 1.5.' },
    });
    const { db } = t.context;
    await db
      .update(ingredients)
      .set({ stockRule: 'none' })
      .where(eq(ingredients.id, idOf('Rice')));
    expect((await count('Rice', '1', 0)).statusCode).toBe(404);
    await db
      .update(ingredients)
      .set({ stockRule: null })
      .where(eq(ingredients.id, idOf('Rice')));
  });

  test('asks for a count of what is short or was never counted, and no longer once it is', async () => {
    const { db } = t.context;
    await db.update(ingredients).set({ stockCountedAt: null });
    t.setNow('2026-01-07T02:00:00Z');
    await order(0);
    t.setNow('2026-01-12T02:00:00Z');
    const asked = async () => {
      const { toCount } = (await cook.get('/api/admin/production/stock')).json<StockReply>();
      return toCount.map(({ ingredientId, why }) => [ingredientId, why]);
    };
    expect(await asked()).toEqual([
      [idOf('=Salt'), 'never'],
      [idOf('Rice'), 'never'],
    ]);
    await count('=Salt', '1', 0);
    await count('Rice', '0.05', 0);
    expect(await asked()).toEqual([[idOf('Rice'), 'short']]);
    await count('Rice', '2', 50);
    expect(await asked()).toEqual([]);
  });

  test('is counted again once it is kept by another rule', async () => {
    await count('Rice', '2', 0);
    expect(await rice()).toMatchObject({ countedAt: expect.any(String) });
    const change = async (stockRule: string | null) => {
      const { ingredients: all } = (await staff.get('/api/admin/recipe-book')).json();
      const {
        id,
        baseUnit: _unit,
        checkedAt: _at,
        figuresVouchedBy: _by,
        pack: _pack,
        ...sent
      } = all.find(({ id: one }: { id: number }) => one === idOf('Rice'));
      const reply = await staff.put(`/api/admin/ingredients/${id}`, { ...sent, stockRule });
      expect(reply.statusCode, reply.body).toBe(200);
    };
    await change('day');
    await change(null);
    expect(await rice()).toMatchObject({ qty: 2000, countedAt: null });
  });
});

describe('a supplier', () => {
  const change = (supplier: SupplierReply, values: object) =>
    staff.put(`/api/admin/suppliers/${supplier.id}`, {
      name: supplier.name,
      email: supplier.email,
      version: supplier.version,
      ...values,
    });

  test('whose rounds change brings what was sent on the day that it was sent for', async () => {
    await order(0);
    await send(meat);
    const sentFor = of(await shopping(), meat);
    const fresh = assertDefined(
      (await listed()).find(({ id }) => id === meat.id),
      'the supplier',
    );
    expect((await change(fresh, { rounds: [usualRound(6)] })).statusCode).toBe(200);
    expect(of(await shopping(), meat)).toMatchObject({
      arrives: sentFor.arrives,
      sent: { number: 1 },
      changes: [],
      lines: [{ ingredient: 'Chicken', packs: 1 }],
    });
  });

  test('is not saved over by someone who has an old version', async () => {
    const [fresh] = (await listed()).filter(({ id }) => id === meat.id);
    const supplier = assertDefined(fresh, 'the supplier');
    expect((await change(supplier, { address: '1 Wharf St' })).statusCode).toBe(200);
    expect((await change(supplier, { address: '2 Wharf St' })).json()).toMatchObject({
      code: 'changed_meanwhile',
    });
    expect((await listed()).find(({ id }) => id === meat.id)).toMatchObject({
      address: '1 Wharf St',
    });
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'dairy CO' }, 'name'],
    [{ email: 'not an address' }, 'email'],
    [{ rounds: [{ ...usualRound(2), arrives: 8 }] }, 'rounds.0.arrives'],
    [{ rounds: [usualRound(2), usualRound(2)] }, 'rounds.1.arrives'],
    [{ rounds: [{ ...usualRound(2), byMinute: 1440 }] }, 'rounds.0.byMinute'],
    [{ minOrderCents: -1 }, 'minOrderCents'],
    [{ arrivesByMinute: 1440 }, 'arrivesByMinute'],
  ])('with bad input is refused at its field: %j', async (values, field) => {
    const [supplier] = (await listed()).filter(({ id }) => id === meat.id);
    const reply = await change(assertDefined(supplier, 'it'), values);
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
  });

  test.each([
    [{ amount: '1,5' }, ['amount']],
    [{ unit: 'cup' }, ['amount']],
    [{ step: 6, minPacks: 4 }, ['minPacks']],
    [{ ingredientId: 'Water' }, ['ingredientId']],
    [{ priceCents: -1 }, ['priceCents']],
  ])('with a pack that cannot be is refused at its field: %j', async (values, fields) => {
    const [supplier] = (await listed()).filter(({ id }) => id === meat.id);
    const ingredient = 'ingredientId' in values ? 'Water' : 'Chicken';
    const reply = await staff.post(`/api/admin/suppliers/${meat.id}/packs`, {
      version: supplier?.version,
      amount: '1',
      unit: 'kg',
      ...values,
      ingredientId: idOf(ingredient),
    });
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual(fields);
  });

  test('that is archived has no preferred packs any more, and the list says so', async () => {
    await order(0);
    const [supplier] = (await listed()).filter(({ id }) => id === meat.id);
    const reply = await staff.post(`/api/admin/suppliers/${meat.id}/archive`, {
      version: supplier?.version,
    });
    expect(reply.json()).toMatchObject({ withoutPack: ['Chicken'] });
    const list = await shopping();
    expect(list.withoutPack.map(({ ingredient }) => ingredient)).toEqual(['Chicken', '=Salt']);
  });

  test('of two that prefer their pack at once has one, and the other not', async () => {
    const versions = new Map((await listed()).map(({ id, version }) => [id, version]));
    const replies = await Promise.all(
      [meat, dairy].map(({ id }) =>
        staff.post(`/api/admin/suppliers/${id}/packs`, {
          version: versions.get(id),
          ingredientId: idOf('=Salt'),
          amount: '1',
          unit: 'kg',
          isPreferred: true,
        }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const packs = (await listed()).flatMap((each) => each.packs);
    const salt = packs.filter(({ ingredientId }) => ingredientId === idOf('=Salt'));
    expect(salt.map(({ isPreferred }) => isPreferred).toSorted()).toEqual([false, true]);
  });

  describe('has packs whose labels', () => {
    const saltPacks = async () => {
      const packs = (await listed()).flatMap((each) => each.packs);
      return packs.filter(({ ingredientId }) => ingredientId === idOf('=Salt'));
    };
    const savePack = async (pack: { id?: number; name: string; isLabelRead?: boolean }) => {
      const { id: packId, ...sent } = pack;
      const version = (await listed()).find(({ id }) => id === meat.id)?.version;
      const body = { version, ingredientId: idOf('=Salt'), amount: '1', unit: 'kg', ...sent };
      const path = `/api/admin/suppliers/${meat.id}/packs`;
      const reply = await (packId === undefined
        ? staff.post(path, body)
        : staff.put(`${path}/${packId}`, body));
      expect(reply.statusCode, reply.body).toBeLessThan(300);
      return (await saltPacks()).at(-1)!;
    };

    test('are to be read when it is new or another product, until someone says that they did', async () => {
      const { id, isLabelRead } = await savePack({ name: 'Sea salt' });
      expect(isLabelRead).toBe(false);
      const steps = [
        { name: 'Sea salt', isLabelRead: true },
        { name: 'Sea salt' },
        { name: 'Lake salt' },
      ];
      const read = [];
      for (const step of steps) read.push((await savePack({ id, ...step })).isLabelRead);
      expect(read).toEqual([true, true, false]);
    });

    test('are read when someone changes what the ingredient contains', async () => {
      await savePack({ name: 'Sea salt' });
      const { ingredients: all } = (await staff.get('/api/admin/recipe-book')).json();
      const {
        id,
        version,
        baseUnit: _unit,
        checkedAt: _at,
        figuresVouchedBy: _by,
        pack: _pack,
        ...salt
      } = all.find(({ id: one }: { id: number }) => one === idOf('=Salt'));
      const saveSalt = async (values: object, at: number) => {
        const reply = await staff.put(`/api/admin/ingredients/${id}`, {
          ...salt,
          version: at,
          ...values,
        });
        expect(reply.statusCode, reply.body).toBe(200);
      };
      await saveSalt({ lossBp: 100 }, version);
      expect((await saltPacks()).at(-1)?.isLabelRead).toBe(false);
      await saveSalt({ mayContain: ['sesame'] }, version + 1);
      expect((await saltPacks()).at(-1)?.isLabelRead).toBe(true);
    });
  });
});
