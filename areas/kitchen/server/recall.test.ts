/** From goods to the people who ate them: too many rather than too few, and which of them are certain. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GoodsLotReply, RecallReply, TraceReply } from '#areas/kitchen/calls/goods.ts';
import { potIdText } from '#areas/kitchen/rules/bench-words.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { assertDefined } from '#platform/server/errors.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import {
  batches,
  batchInputs,
  goodsLots,
  stockMovements,
} from '#areas/kitchen/server/tables/batches.ts';
import {
  ingredients,
  components,
  mealRecipes,
  recipeLines,
  suppliers,
} from '#areas/menu/server/tables/recipes.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

const WINDOW = '11:00-13:00';
const TUESDAY = day(0);

let t: TestApp;
let staff: StaffClient;
let lunch: MealReply;
let dinner: MealReply;
let supplierId: number;
let made: { yoghurt: number; garlic: number; paste: number; sauce: number };

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  const menu = await menuOf(t);
  const first = (type: string) =>
    assertDefined(
      menu.find(({ mealType }) => mealType === type),
      type,
    );
  [lunch, dinner] = [first('lunch'), first('dinner')];
  made = await writeRecipes();
  const [dairy] = await t.context.db.insert(suppliers).values({ name: 'Dairy Co' }).returning();
  supplierId = assertDefined(dairy, 'a supplier').id;
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow('2026-01-07T02:00:00Z');
  await t.clearOrders();
  await t.context.db.execute(sql`truncate ${batches}, ${goodsLots}, ${stockMovements} cascade`);
});

/** A lunch of 400 g of sauce, which is made of yoghurt and of garlic paste; the dinner has no recipe. */
async function writeRecipes() {
  const { db } = t.context;
  const bought = { baseUnit: 'g', storeArea: 'dairy' } as const;
  const [yoghurt, garlic] = await db
    .insert(ingredients)
    .values([
      { ...bought, name: 'Yoghurt', labelName: 'yoghurt' },
      { ...bought, name: 'Garlic', labelName: 'garlic' },
    ])
    .returning();
  const pot = { baseUnit: 'g', potQty: 1000, keepsDays: 3, cookAheadDays: 2 } as const;
  const [paste, sauce] = await db
    .insert(components)
    .values([
      { ...pot, name: 'Garlic paste' },
      { ...pot, name: 'Tzatziki' },
    ])
    .returning();
  await db.insert(mealRecipes).values({ mealId: lunch.id, basis: 1 });
  await db.insert(recipeLines).values([
    { mealId: lunch.id, usesComponentId: sauce?.id, qty: 400, position: 0 },
    { componentId: sauce?.id, ingredientId: yoghurt?.id, qty: 900, lossBp: 0, position: 0 },
    { componentId: sauce?.id, usesComponentId: paste?.id, qty: 100, position: 1 },
    { componentId: paste?.id, ingredientId: garlic?.id, qty: 1000, lossBp: 0, position: 0 },
  ]);
  const idOf = (row: { id: number } | undefined) => assertDefined(row, 'a row').id;
  return {
    yoghurt: idOf(yoghurt),
    garlic: idOf(garlic),
    paste: idOf(paste),
    sauce: idOf(sauce),
  };
}

const order = (change: Parameters<typeof aPaidOrder>[1] = {}) =>
  aPaidOrder(t, {
    orderItems: [anItem(lunch, { mealDate: TUESDAY, deliveryDate: TUESDAY })],
    ...change,
  });

const onTuesday = (hour = 0) => t.setNow(`2026-01-13T0${hour}:00:00Z`);

async function receive(
  ingredientId: number,
  change: Record<string, unknown> = {},
): Promise<GoodsLotReply> {
  const { accepted, note, ...line } = { accepted: true, note: '', ...change };
  const reply = await staff.post('/api/admin/goods-in', {
    key: randomUUID(),
    orderId: null,
    supplierId,
    chilledTenths: 38,
    lines: [
      {
        ingredientId,
        lot: '4471',
        useBy: day(6),
        amount: '2',
        unit: 'kg',
        accepted,
        note,
        ...line,
      },
    ],
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return assertDefined(reply.json<{ lots: GoodsLotReply[] }>().lots[0], 'a lot');
}

type Cooked = { goodsLotIds?: number[]; cookDate?: string };

let pots = 0;

/** A pot of its own, of 1,000. */
async function cook(componentId: number, { goodsLotIds = [], cookDate = TUESDAY }: Cooked = {}) {
  pots += 1;
  const potId = potIdText({ componentId, cookDate, number: pots });
  const facts = { qty: 1000, planned: 1000, recipeVersion: 1, goodsLotIds };
  return { potId, ...(await staff.say({ kind: 'made', potId, ...facts })) };
}

async function cooked(componentId: number, change: Cooked = {}) {
  const said = await cook(componentId, change);
  expect(said, said.message).toMatchObject({ ok: true });
  return said;
}

async function tick(meal: MealReply, count: number) {
  const trays = { date: TUESDAY, window: WINDOW, mealId: meal.id };
  const said = await staff.say({ kind: 'tick', ...trays, count, mealVersion: 99 });
  expect(said, said.message).toMatchObject({ ok: true });
}

async function recall({ id }: { id: number }): Promise<RecallReply> {
  const reply = await staff.get(`/api/admin/goods-lots/${id}/recall`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

const found = ({ deliveries: all }: RecallReply) =>
  all.map(({ orderNumber, isCertain }) => [orderNumber, isCertain]);

async function stockOf(ingredientId: number): Promise<number> {
  const [row] = await t.context.db
    .select({ qty: sql<number>`coalesce(sum(${stockMovements.qty}), 0)::int` })
    .from(stockMovements)
    .where(eq(stockMovements.ingredientId, ingredientId));
  return row?.qty ?? 0;
}

describe('a recall', () => {
  test('follows goods through a component of a component, and is certain where the cook named them', async () => {
    const { orderNumber } = await order();
    onTuesday();
    const garlic = await receive(made.garlic);
    await cooked(made.paste, { goodsLotIds: [garlic.id] });
    await cooked(made.sauce);
    await tick(lunch, 1);
    const reply = await recall(garlic);
    expect(found(reply)).toEqual([[orderNumber, true]]);
    expect(reply.deliveries[0]).toMatchObject({
      date: TUESDAY,
      window: WINDOW,
      customer: { phone: '+61412345678' },
      recipient: null,
      meals: [{ name: lunch.name, portions: 1, isCertain: true }],
    });
    expect(reply.batches.map(({ name, isCertain }) => [name, isCertain]).toSorted()).toEqual(
      [
        ['Garlic paste', true],
        ['Tzatziki', true],
        [lunch.name, true],
      ].toSorted(),
    );
  });

  test('counts every lot that was in the house as possible when nobody named one', async () => {
    const { orderNumber } = await order();
    onTuesday();
    const lots = [await receive(made.yoghurt), await receive(made.yoghurt, { lot: '4472' })];
    await cooked(made.sauce);
    await tick(lunch, 1);
    for (const lot of lots) expect(found(await recall(lot))).toEqual([[orderNumber, false]]);
  });

  test('leaves out the other lot when one is named, and finds both when both are', async () => {
    await order();
    onTuesday();
    const [first, second, third] = [
      await receive(made.yoghurt),
      await receive(made.yoghurt, { lot: 'b' }),
      await receive(made.yoghurt, { lot: 'c' }),
    ];
    await cooked(made.sauce, { goodsLotIds: [first.id, second.id] });
    await tick(lunch, 1);
    const certain = async (lot: { id: number }) =>
      (await recall(lot)).deliveries.map(({ isCertain }) => isCertain);
    expect([await certain(first), await certain(second), await certain(third)]).toEqual([
      [true],
      [true],
      [],
    ]);
  });

  test('of two batches on hand each is possible only', async () => {
    await order();
    onTuesday();
    const lot = await receive(made.yoghurt);
    await cooked(made.sauce, { goodsLotIds: [lot.id] });
    await cooked(made.sauce);
    await tick(lunch, 1);
    const [delivery] = (await recall(lot)).deliveries;
    expect(delivery).toMatchObject({ isCertain: false });
  });

  test('leaves out cancelled deliveries, and finds those that were moved with their food', async () => {
    const { orderNumber, id } = await order();
    const cancelled = await order();
    onTuesday();
    const lot = await receive(made.yoghurt);
    await cooked(made.sauce);
    await tick(lunch, 2);
    await t.context.db
      .update(deliveries)
      .set({ status: 'cancelled' })
      .where(eq(deliveries.orderId, cancelled.id));
    const [mine] = await t.context.db.select().from(deliveries).where(eq(deliveries.orderId, id));
    const report = (status: string, reason = '') =>
      staff.post('/api/admin/deliveries/status', {
        confirm: CONFIRMED,
        deliveries: [{ id: mine?.id }],
        status,
        reason,
      });
    await report('packed');
    await report('missed', 'No one home');
    const to = { date: day(1), timeSlot: WINDOW, sameBag: true, notify: false };
    const moved = await staff.post('/api/admin/deliveries/move', { ids: [mine?.id], ...to });
    expect(moved.json()).toMatchObject({ results: [{ ok: true }] });
    const [delivery, ...others] = (await recall(lot)).deliveries;
    expect([delivery?.orderNumber, delivery?.date, others]).toEqual([orderNumber, day(1), []]);
  });

  test('names the phone of the person who got it, and only counts people who were erased', async () => {
    const gift = await order();
    const erased = await order();
    onTuesday();
    const lot = await receive(made.yoghurt);
    await cooked(made.sauce);
    await tick(lunch, 2);
    const { db } = t.context;
    const recipient = { firstName: 'Nan', lastName: 'Lee', phone: '+61455500123' };
    await db
      .update(orders)
      .set({ recipient: { ...recipient, isGift: true, message: '', news: 'payer' } as never })
      .where(eq(orders.id, gift.id));
    await db
      .update(orders)
      .set({ erasedAt: new Date(), phone: '' })
      .where(eq(orders.id, erased.id));
    const reply = await recall(lot);
    expect(found(reply)).toEqual([[gift.orderNumber, false]]);
    expect(reply).toMatchObject({
      portions: 2,
      erased: 1,
      deliveries: [{ recipient: { name: 'Nan Lee', phone: '+61455500123' } }],
    });
    const csv = await staff.get(`/api/admin/goods-lots/${lot.id}/recall.csv`);
    expect(csv.body).toContain(`possible,${TUESDAY},${WINDOW},${gift.orderNumber}`);
    expect(csv.body).toContain('0455 500 123');
    const { rows } = await db.execute(
      sql`select staff_email as email, after from audit_log where action = 'customer.export_recall'`,
    );
    const after = { ingredient: 'Yoghurt', supplierLot: '4471', deliveries: 1 };
    expect(rows).toEqual([{ email: expect.stringContaining('@'), after }]);
  });

  test('misses no meal of which nobody ticked anything off', async () => {
    const { orderNumber } = await order();
    onTuesday();
    const lot = await receive(made.garlic);
    expect(found(await recall(lot))).toEqual([[orderNumber, false]]);
    await cooked(made.sauce);
    await tick(lunch, 1);
    expect(found(await recall(lot))).toEqual([[orderNumber, false]]);
  });

  test('goes through a component that nobody ticked off to the batches inside it', async () => {
    const { orderNumber } = await order();
    onTuesday();
    const garlic = await receive(made.garlic);
    await cooked(made.paste, { goodsLotIds: [garlic.id] });
    // Nothing of it is left: only the paste can have brought it.
    await t.context.db
      .update(goodsLots)
      .set({ usedUpAt: new Date('2026-01-11T00:00:00Z') })
      .where(eq(goodsLots.id, garlic.id));
    await tick(lunch, 1);
    expect(found(await recall(garlic))).toEqual([[orderNumber, false]]);
  });

  test('of goods that came later, were refused, or are past their date finds nobody', async () => {
    await order();
    onTuesday();
    const refused = await receive(made.yoghurt, { accepted: false, note: 'Sent back' });
    const old = await receive(made.yoghurt, { useBy: day(0) });
    const usedUp = await receive(made.garlic);
    await staff.post(`/api/admin/goods-lots/${usedUp.id}/used-up`, { isUsedUp: true });
    await cooked(made.sauce, { cookDate: day(1) });
    await t.context.db
      .update(goodsLots)
      .set({ useBy: day(-1) })
      .where(eq(goodsLots.id, old.id));
    await cooked(made.sauce);
    await tick(lunch, 1);
    const late = await receive(made.yoghurt);
    for (const lot of [refused, old, late]) expect(found(await recall(lot))).toEqual([]);
    const named = await cook(made.sauce, { goodsLotIds: [refused.id] });
    expect(named).toMatchObject({
      ok: false,
      code: 'invalid',
      message: 'This delivery of Yoghurt was refused.',
    });
  });

  test('follows goods past their use-by that the cook named, and Today says so while the pot is here', async () => {
    const { orderNumber } = await order();
    onTuesday();
    const old = await receive(made.yoghurt);
    await t.context.db
      .update(goodsLots)
      .set({ useBy: day(-1) })
      .where(eq(goodsLots.id, old.id));
    const { potId } = await cooked(made.sauce, { goodsLotIds: [old.id] });
    await tick(lunch, 1);
    expect(found(await recall(old))).toEqual([[orderNumber, true]]);
    expect(await staff.today('pot_of_old_goods')).toMatchObject([
      {
        title: 'Tzatziki was made with Yoghurt past its use-by',
        detail: expect.stringMatching(/^Use by Mon 12 Jan/),
      },
    ]);
    await staff.say({ kind: 'correct', potId, qty: 1000, leftQty: 0, wastedQty: 1000 });
    expect(await staff.today('pot_of_old_goods')).toEqual([]);
  });

  test('a batch that is undone takes its inputs and what it used with it', async () => {
    const { orderNumber } = await order();
    onTuesday();
    const lot = await receive(made.yoghurt);
    expect(await stockOf(made.yoghurt)).toBe(2000);
    const { key } = await cooked(made.sauce, { goodsLotIds: [lot.id] });
    await tick(lunch, 1);
    expect(await stockOf(made.yoghurt)).toBe(1100);
    expect(found(await recall(lot))).toEqual([[orderNumber, true]]);
    await staff.say({ kind: 'undo', undoes: key });
    expect(await stockOf(made.yoghurt)).toBe(2000);
    // The meal was cooked from something: what was in the house is possible again.
    expect(found(await recall(lot))).toEqual([[orderNumber, false]]);
    await tick(lunch, -1);
    expect(await t.context.db.$count(batchInputs)).toBe(0);
  });

  test('is written down with who, how long and how many, and never changed', async () => {
    await order();
    onTuesday();
    const lot = await receive(made.yoghurt);
    await cooked(made.sauce);
    await tick(lunch, 1);
    const drill = await staff.post(`/api/admin/goods-lots/${lot.id}/recall`, { isDrill: true });
    expect(drill.statusCode, drill.body).toBe(201);
    expect(drill.json()).toMatchObject({ isDrill: true, deliveries: 1, portions: 1 });
    const { runs } = (await staff.get('/api/admin/recall-runs')).json();
    expect(runs).toHaveLength(1);
    await expect(t.context.db.execute(sql`update recall_runs set took_ms = 1`)).rejects.toThrow();
  });
});

describe('the store', () => {
  test('gives the first to expire first, named lots before them, and never goes below nothing', async () => {
    onTuesday();
    const soon = await receive(made.yoghurt, { useBy: day(2), amount: '0.5' });
    const later = await receive(made.yoghurt, { useBy: day(5), amount: '1' });
    const left = async () =>
      (
        await t.context.db
          .select({
            id: stockMovements.goodsLotId,
            qty: sql<number>`sum(${stockMovements.qty})::int`,
          })
          .from(stockMovements)
          .groupBy(stockMovements.goodsLotId)
          .orderBy(stockMovements.goodsLotId)
      )
        // What was used of what nobody had taken in is no lot's.
        .filter(({ id }) => id !== null)
        .map(({ qty }) => qty);
    const first = await cooked(made.sauce);
    expect(await left()).toEqual([0, 600]);
    const { potId } = first;
    await staff.say({ kind: 'correct', potId, qty: 500, leftQty: 0, wastedQty: 0 });
    expect((await left()).reduce((sum, qty) => sum + qty, 0)).toBe(1050);
    await cooked(made.sauce, { goodsLotIds: [later.id] });
    await cooked(made.sauce);
    expect(await left()).toEqual([0, 0]);
    expect(soon.id).toBeLessThan(later.id);
  });
});

describe('backwards', () => {
  test('an order names the goods and suppliers behind each of its meals', async () => {
    const { orderNumber } = await order();
    onTuesday();
    const garlic = await receive(made.garlic);
    await cooked(made.paste, { goodsLotIds: [garlic.id] });
    await cooked(made.sauce);
    await tick(lunch, 1);
    const asked = async (query: string): Promise<TraceReply> =>
      (await staff.get(`/api/admin/meal-traces?${query}`)).json();
    for (const query of [`order=${orderNumber}`, `mealId=${lunch.id}&date=${TUESDAY}`])
      expect(await asked(query)).toMatchObject({
        meals: [
          {
            name: lunch.name,
            date: TUESDAY,
            isTicked: true,
            lots: [
              { ingredient: 'Garlic', supplier: 'Dairy Co', supplierLot: '4471', isCertain: true },
            ],
          },
        ],
      });
    expect((await staff.get('/api/admin/meal-traces?order=RT-NONE')).statusCode).toBe(404);
    expect((await staff.get('/api/admin/meal-traces')).statusCode).toBe(400);
  });

  test('a meal that nobody ticked off names what was in the house', async () => {
    await order();
    onTuesday();
    await receive(made.garlic);
    const reply: TraceReply = (
      await staff.get(`/api/admin/meal-traces?mealId=${lunch.id}&date=${TUESDAY}`)
    ).json();
    expect(reply.meals).toMatchObject([{ isTicked: false, lots: [{ isCertain: false }] }]);
    expect(dinner.id).not.toBe(lunch.id);
  });
});
