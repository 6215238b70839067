/** What cooks say at the bench: on several tablets, late, twice and in any sequence, it comes to one end. */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BenchReply } from '#areas/kitchen/calls/bench.ts';
import { openBench } from '#areas/kitchen/calls/opened-bench.ts';
import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import type { PackDayReply } from '#areas/delivery/calls/pack.ts';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { potIdText } from '#areas/kitchen/rules/bench-words.ts';
import { benchWords } from '#areas/kitchen/server/tables/bench.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import {
  components,
  ingredients,
  mealRecipes,
  recipeLines,
  recipeVersions,
} from '#areas/menu/server/tables/recipes.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { cookTicks } from '#areas/order-book/server/tables/packing.ts';
import { toInstantText } from '#platform/rules/zoned-time.ts';
import {
  aPaidOrder,
  aStaffClient,
  type PaidOrder,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const WINDOW = '11:00-13:00';
const HOUR_MS = 3_600_000;

let t: TestApp;
let ana: StaffClient;
let lunch: MealReply;
let dinner: MealReply;
let sauce: number;
let cream: number;

beforeAll(async () => {
  t = await startTestApp();
  ana = await aStaffClient(t, { firstName: 'Ana', role: 'kitchen' });
  const menu = await menuOf(t);
  lunch = menu.find((meal) => meal.mealType === 'lunch')!;
  dinner = menu.find((meal) => meal.mealType === 'dinner')!;
  await writeRecipes();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.execute(
    sql`truncate bench_words, cooked_weights, temperature_readings, batches, printed_documents cascade`,
  );
  onTheDay();
});
afterEach(() => checkInvariants(t.context.db));

/** A lunch of 120 g of chicken and 200 g of a sauce that is made of tomato. */
async function writeRecipes(): Promise<void> {
  const { db } = t.context;
  const bought = await db
    .insert(ingredients)
    .values(
      [
        { name: 'Chicken', contains: [], lossBp: 300 },
        { name: 'Tomato', contains: [], lossBp: 600 },
        { name: 'Cream', contains: ['milk' as const], lossBp: 0 },
      ].map((one) => ({
        ...one,
        labelName: one.name.toLowerCase(),
        baseUnit: 'g' as const,
        storeArea: 'meat' as const,
        checkedAt: new Date(0),
        checkedBy: 'Ana',
      })),
    )
    .returning();
  const [chicken, tomato] = bought;
  cream = bought[2]!.id;
  const [made] = await db
    .insert(components)
    .values({
      name: 'Sugo',
      baseUnit: 'g',
      potQty: 10_000,
      minQty: 100,
      keepsDays: 5,
      cookAheadDays: 2,
      handsMinutes: 30,
      cookMinutes: 60,
      chillMinutes: 180,
      coreCheck: true,
      steps: 'Simmer.',
    })
    .returning();
  sauce = made!.id;
  await db.insert(mealRecipes).values({ mealId: lunch.id, basis: 10, steps: 'Fill.' });
  await db.insert(recipeLines).values([
    { mealId: lunch.id, ingredientId: chicken!.id, qty: 1200, prep: '5 mm strips', position: 0 },
    { mealId: lunch.id, usesComponentId: sauce, qty: 2000, position: 1 },
    { componentId: sauce, ingredientId: tomato!.id, qty: 9000, prep: '1 cm dice', position: 0 },
  ]);
  await db.insert(recipeVersions).values({
    componentId: sauce,
    version: 1,
    body: { lines: [{ ingredientId: tomato!.id, qty: 9000, lossBp: null }] },
    at: new Date(0),
  });
}

const onTheDay = () => t.setNow(`${day(0)}T00:00:00Z`);

/** Ordered while it can be. */
async function ordered(...orderItems: PreparedOrder['orderItems']): Promise<PaidOrder> {
  t.setNow('2026-01-07T02:00:00Z');
  const order = await aPaidOrder(t, { orderItems });
  onTheDay();
  return order;
}

/** For so many days, as long as it keeps. */
const lunches = (count: number) =>
  ordered(
    ...Array.from({ length: count }, (_, index) =>
      anItem(lunch, { mealDate: day(index % 3), personName: index < 3 ? 'Mia' : 'Ben' }),
    ),
  );

const aTick = (count: number, meal = lunch) => ({
  kind: 'tick',
  date: day(0),
  window: WINDOW,
  mealId: meal.id,
  count,
  mealVersion: 99,
});

const bench = async (date = day(0)) =>
  openBench((await ana.get(`/api/bench?date=${date}`)).json<BenchReply>());

async function lunchTrays() {
  const { days } = await bench();
  return days[0]!.trays.find(({ mealId }) => mealId === lunch.id)!;
}
const doneOf = async () => (await lunchTrays()).windows[0]!.done;

async function deliveryOf({ id }: { id: number }): Promise<DeliveryReply> {
  const all = (await ana.get(`/api/admin/deliveries?date=${day(0)}`)).json<DeliveryReply[]>();
  return all.find(({ orderId }) => orderId === id)!;
}
const statusOf = async (order: { id: number }) => (await deliveryOf(order)).status;

const potOf = (number = 1, cookDate = day(0)) =>
  potIdText({ componentId: sauce, cookDate, number });
const aPot = (qty: number, change: object = {}) => ({
  kind: 'made',
  potId: potOf(),
  qty,
  planned: 4000,
  recipeVersion: 1,
  goodsLotIds: [],
  ...change,
});
const donePots = () =>
  t.context.db
    .select({ pot: batches.pot, qty: batches.madeQty, by: batches.by })
    .from(batches)
    .where(and(eq(batches.state, 'done'), eq(batches.componentId, sauce)))
    .orderBy(batches.pot);

test('the bench is of today, and of tomorrow from 6pm', async () => {
  const dateAt = async (time: string) => {
    t.setNow(`${day(0)}T${time}:00+10:00`);
    return (await ana.get('/api/bench')).json<BenchReply>().date;
  };
  expect([await dateAt('17:59'), await dateAt('18:00')]).toEqual([day(0), day(1)]);
});

describe('trays', () => {
  test('of two tablets add up, and what nobody ordered is cooked all the same', async () => {
    await lunches(6);
    const key = randomUUID();
    await ana.say(aTick(4), { key });
    await ana.say(aTick(3));
    // The first tablet did not hear the answer.
    expect(await ana.say(aTick(4), { key })).toMatchObject({ ok: true });
    expect((await lunchTrays()).windows).toMatchObject([{ count: 6, done: 7 }]);
  });

  test('of two tablets that were both without signal come at once: what is not there is taken back once', async () => {
    await lunches(3);
    for (let round = 0; round < 4; round += 1) {
      await ana.say(aTick(1));
      expect(await doneOf(), `round ${round}`).toBe(1);
      const words = Array.from({ length: 4 }, () => ({ key: randomUUID(), word: aTick(-1) }));
      // Each of them twice: nobody heard an answer.
      await Promise.all([...words, ...words].map(({ key, word }) => ana.say(word, { key })));
    }
    await ana.say(aTick(1));
    expect(await doneOf()).toBe(1);
  });

  test('with a key of something else are refused, and nothing changes', async () => {
    await lunches(3);
    const { key } = await ana.say(aTick(1));
    expect(await ana.say(aTick(2), { key })).toMatchObject({ ok: false, code: 'key_reused' });
    expect(await doneOf()).toBe(1);
  });

  test('are never fewer than none', async () => {
    await lunches(3);
    await ana.say(aTick(-5));
    await ana.say(aTick(1));
    expect(await doneOf()).toBe(1);
  });

  test('make a delivery cooked with the last of its meals, and planned again when one is taken back', async () => {
    const both = await ordered(anItem(lunch), anItem(dinner, { mealDate: day(1) }));
    const one = await lunches(1);
    const first = await ana.say(aTick(1));
    expect([await statusOf(both), await statusOf(one)]).toEqual(['planned', 'planned']);
    await ana.say(aTick(1));
    expect([await statusOf(both), await statusOf(one)]).toEqual(['planned', 'cooked']);
    await ana.say(aTick(1, dinner));
    expect(await statusOf(both)).toBe('cooked');
    await ana.say({ kind: 'undo', undoes: first.key });
    expect([await statusOf(both), await statusOf(one)]).toEqual(['planned', 'planned']);
  });

  test('that are taken back leave a packed bag packed', async () => {
    const order = await lunches(1);
    await ana.say(aTick(1));
    const { id } = await deliveryOf(order);
    const body = { confirm: CONFIRMED, deliveries: [{ id }], status: 'packed' };
    const office = await aStaffClient(t);
    await office.post('/api/admin/deliveries/status', body);
    await ana.say(aTick(-1));
    expect(await statusOf(order)).toBe('packed');
  });

  test('are never changed or deleted', async () => {
    await lunches(1);
    await ana.say(aTick(1));
    const refused = { cause: { message: 'cook_ticks only takes new rows' } };
    await expect(t.context.db.delete(cookTicks)).rejects.toMatchObject(refused);
    await expect(t.context.db.update(cookTicks).set({ count: 0 })).rejects.toMatchObject(refused);
  });

  test('by a recipe that has just changed are refused; said late they are a fact', async () => {
    await lunches(2);
    const [{ version }] = (await t.context.db
      .select({ version: meals.version })
      .from(meals)
      .where(eq(meals.id, lunch.id))) as [{ version: number }];
    const older = { ...aTick(1), mealVersion: version - 1 };
    expect(await ana.say(older)).toMatchObject({ ok: false, code: 'recipe_changed' });
    const at = t.context.clock() - HOUR_MS;
    expect(await ana.say(older, { at })).toMatchObject({ ok: true });
    const [tick] = await t.context.db.select().from(cookTicks);
    expect(tick).toMatchObject({ mealVersion: version - 1, at: new Date(at) });
  });

  test('say what goes on each, for each window, and what leaves the store', async () => {
    await lunches(2);
    await ordered(anItem(lunch, { deliveryWindow: '16:00-18:00' }));
    const trays = await lunchTrays();
    expect(trays).toMatchObject({
      steps: 'Fill.',
      windows: [
        { window: WINDOW, count: 2 },
        { window: '16:00-18:00', count: 1 },
      ],
      rows: [
        { name: 'Chicken', prep: '5 mm strips', perTray: 120, sums: [240, 120], takeOut: 372 },
        { name: 'Sugo', prep: '', perTray: 200, sums: [400, 200], takeOut: null },
      ],
    });
    expect(trays.windows[0]!.portions).toHaveLength(2);
    expect(trays.windows[0]!.portions[0]!.key).toMatch(/^1 Mia [A-Z0-9]{4}/);
    const { lineId } = trays.rows[0]!;
    const weighing = { mealId: lunch.id, lineId, date: day(0), rawQty: 387, cookedQty: 296 };
    await ana.say({ kind: 'weigh', ...weighing });
    expect((await lunchTrays()).rows[0]).toMatchObject({ cookedAbout: 92 });
  });

  test('of a thing in two lines have two rows, from one pot; under a gram is taken out as 1', async () => {
    const { db } = t.context;
    const more = await db
      .insert(recipeLines)
      .values([
        { mealId: lunch.id, usesComponentId: sauce, qty: 500, prep: 'on top', position: 2 },
        { mealId: lunch.id, ingredientId: cream, qty: 1, position: 3 },
      ])
      .returning();
    await lunches(2);
    expect((await lunchTrays()).rows).toMatchObject([
      { name: 'Chicken' },
      { name: 'Sugo', prep: '', sums: [400] },
      { name: 'Sugo', prep: 'on top', sums: [100] },
      { name: 'Cream', perTray: 0.1, sums: [1], takeOut: 1 },
    ]);
    const { days } = await bench(day(-1));
    expect(days[0]!.pots.filter(({ componentId }) => componentId === sauce)).toMatchObject([
      { users: [{ qty: 400 }, { qty: 100 }], planned: 500 },
    ]);
    const ids = more.map(({ id }) => id);
    await db.delete(recipeLines).where(inArray(recipeLines.id, ids));
  });

  test('by a recipe without lines are made as by none', async () => {
    const { db } = t.context;
    const ofLunch = eq(recipeLines.mealId, lunch.id);
    const lines = await db.delete(recipeLines).where(ofLunch).returning();
    await lunches(1);
    const { recipeVersion, rows, labelRows } = await lunchTrays();
    expect({ recipeVersion, rows }).toEqual({ recipeVersion: null, rows: [] });
    expect(labelRows?.length).toBeGreaterThan(0);
    await db.insert(recipeLines).values(lines.map(({ id: _id, ...line }) => line));
  });

  test('say on paper and screen nothing of an address, a phone, an email or a price', async () => {
    await lunches(1);
    const text = JSON.stringify(await bench());
    expect(text).not.toMatch(/\+61|@|Street|Cleveland|cents|price/i);
  });

  test('that will be missing are missing for the packer too, until it is taken back', async () => {
    await lunches(2);
    const [portion] = (await lunchTrays()).windows[0]!.portions;
    const { deliveryId, itemId } = portion!;
    const said = await ana.say({ kind: 'short', deliveryId, itemId, reason: 'damaged' });
    expect((await lunchTrays()).windows[0]!.short).toEqual([1]);
    const packer = await aStaffClient(t, { role: 'packer' });
    const packed = (await packer.get('/api/pack/day')).json<PackDayReply>();
    expect(packed.bags[0]!.people[0]!.items).toContainEqual(
      expect.objectContaining({ id: itemId, state: 'missing', reason: 'damaged' }),
    );
    await ana.say({ kind: 'undo', undoes: said.key });
    expect((await lunchTrays()).windows[0]!.short).toEqual([]);
  });
});

describe('pots', () => {
  const pots = async (date = day(0)) => (await bench(date)).days[0]!.pots;

  test('say by when to start, for whom, and what goes in', async () => {
    await lunches(4);
    const { days } = await bench(day(-1));
    const pot = days.flatMap((one) => one.pots).find(({ componentId }) => componentId === sauce)!;
    expect(pot).toMatchObject({
      name: 'Sugo',
      planned: 800,
      state: 'planned',
      made: null,
      users: [{ name: lunch.name, date: day(0), window: WINDOW, portions: 4, qty: 800 }],
      lines: [{ name: 'Tomato', prep: '1 cm dice', weigh: 720, takeOut: 766, allergens: [] }],
      steps: 'Simmer.',
      needs: ['core', 'cooling'],
    });
    // 4 h 30 of work, cold by 8:30am: the kitchen closes at 8pm.
    expect([pot.startBy, pot.cookAt, pot.chillAt, pot.readyBy]).toEqual([
      `${day(-1)}T15:30`,
      `${day(-1)}T16:00`,
      `${day(-1)}T17:00`,
      `${day(-1)}T20:00`,
    ]);
    await ana.say({ kind: 'start', potId: pot.id });
    expect(await pots(day(-1))).toMatchObject([{ id: pot.id, state: 'started' }]);
    const made = { ...aPot(800), potId: pot.id, planned: 800 };
    const said = await ana.say(made);
    expect(await pots(day(-1))).toMatchObject([
      { id: pot.id, state: 'made', made: { key: said.key, qty: 800, leftQty: 0, wastedQty: 0 } },
    ]);
  });

  test('reported from two tablets are asked after, not doubled', async () => {
    await ana.say(aPot(4200));
    const second = await ana.say(aPot(4000));
    expect(second).toMatchObject({ ok: false, code: 'pot_done' });
    expect(second.message).toMatch(
      /^Ana .*made this pot of Sugo at .*: 4\.2 kg\. Yours, 4\.0 kg: is it the same pot\?$/,
    );
    expect(await donePots()).toMatchObject([{ pot: 1, qty: 4200 }]);
    expect((await bench()).asked).toMatchObject([{ key: second.key, qty: 4000 }]);
    const office = await aStaffClient(t);
    const [row] = await office.today('pot_twice');
    expect(row?.detail).toContain('Ana Chef’s, 4.0 kg: is it the same pot?');
    await ana.say({ kind: 'same_pot', about: second.key });
    expect((await bench()).asked).toEqual([]);
    expect(await office.today('pot_twice')).toEqual([]);
    const third = await ana.say(aPot(3900));
    await ana.say(aPot(3900, { answers: third.key }));
    expect((await bench()).asked).toEqual([]);
    expect(await donePots()).toMatchObject([
      { pot: 1, qty: 4200 },
      { pot: 2, qty: 3900 },
    ]);
  });

  test('keep the recipe that they were cooked by, and the cook is told what came in since', async () => {
    const { db } = t.context;
    const [line] = await db
      .insert(recipeLines)
      .values({ componentId: sauce, ingredientId: cream, qty: 100, position: 1 })
      .returning();
    await db.update(components).set({ version: 2 }).where(eq(components.id, sauce));
    const said = await ana.say(aPot(3000));
    expect(said).toMatchObject({
      ok: true,
      message:
        'The recipe of Sugo changed while you were offline: it now contains milk. Check what is in the pot.',
    });
    const [batch] = await db
      .select({ version: recipeVersions.version })
      .from(batches)
      .innerJoin(recipeVersions, eq(recipeVersions.id, batches.recipeVersionId));
    expect(batch).toEqual({ version: 1 });
    const notice = async (qty: number) => (await ana.say(aPot(qty, { potId: potOf(2) }))).message;
    const unread = { contains: null, checkedAt: null };
    await db.update(ingredients).set(unread).where(eq(ingredients.id, cream));
    expect(await notice(2000)).toBe(
      'The recipe of Sugo changed while you were offline: Cream is new, and its label is not read yet. Check what is in the pot.',
    );
    await db
      .update(ingredients)
      .set({ contains: ['milk'], checkedAt: new Date(0) })
      .where(eq(ingredients.id, cream));
    await db.delete(recipeLines).where(eq(recipeLines.id, line!.id));
    await db.update(components).set({ version: 1 }).where(eq(components.id, sauce));
  });

  test('are corrected, left over and thrown away, but no more than was made', async () => {
    await ana.say(aPot(4000));
    const correct = (leftQty: number, wastedQty: number) =>
      ana.say({ kind: 'correct', potId: potOf(), qty: 4000, leftQty, wastedQty });
    expect(await correct(500, 100)).toMatchObject({ ok: true });
    expect(await pots()).toMatchObject([{ made: { leftQty: 500, wastedQty: 100 } }]);
    expect(await correct(3000, 1001)).toMatchObject({ ok: false, code: 'invalid' });
  });

  test('that were a slip are to be cooked again', async () => {
    const { key } = await ana.say(aPot(4000));
    await ana.say({ kind: 'undo', undoes: key });
    expect(await donePots()).toEqual([]);
    expect(await ana.say(aPot(4000))).toMatchObject({ ok: true });
  });
});

describe('a prep sheet', () => {
  const sheetOf = async (date: string) => {
    const office = await aStaffClient(t);
    t.advanceMinutes(1);
    expect((await office.get(`/api/admin/prep-sheet?date=${date}`)).statusCode).toBe(200);
    const listed = async () => {
      t.advanceMinutes(1);
      const all = (await office.get(`/api/admin/papers?date=${date}`)).json<PrintoutReply[]>();
      return all.find(({ kind }) => kind === 'prep_sheet')!;
    };
    const slip = async () => {
      const { id } = await listed();
      t.advanceMinutes(1);
      const { rawPayload } = await office.get(`/api/admin/papers/${id}/change-slip`);
      return (await pdfPages(rawPayload)).join('').replaceAll(/\s/g, '');
    };
    return { office, listed, slip };
  };

  test('is out of date once the plan is another, by pot, and up to date again by its slip', async () => {
    await lunches(4);
    t.setNow(`${day(-1)}T00:00:00Z`);
    const { office, listed, slip } = await sheetOf(day(-1));
    expect(await listed()).toMatchObject({ isStale: false, work: [] });
    // Another order for the day after, whose sauce is cooked today.
    await lunches(3);
    t.setNow(`${day(-1)}T00:10:00Z`);
    expect(await listed()).toMatchObject({
      isStale: true,
      orders: [],
      work: ['Sugo: 800 g → 1,400 g'],
    });
    const [row] = await office.today('printout_stale');
    expect(row?.detail).toMatch(/^1 pot or tray changed since it was printed on /);
    expect(await slip()).toContain('Sugo:800g→1,400g');
    expect(await listed()).toMatchObject({ isStale: false });
    // What is cooked as the paper says is no change of it.
    const [pot] = (await bench(day(-1))).days[0]!.pots;
    await ana.say({ ...aPot(1400), potId: pot!.id, planned: 1400 });
    expect(await listed()).toMatchObject({ isStale: false });
  });

  test('is out of date once a meal on it has another recipe', async () => {
    await lunches(2);
    const { listed } = await sheetOf(day(0));
    const { db } = t.context;
    await db.update(mealRecipes).set({ version: 2 }).where(eq(mealRecipes.mealId, lunch.id));
    expect(await listed()).toMatchObject({
      isStale: true,
      work: [`Trays of ${lunch.name}: the recipe has changed, weigh by the bench`],
    });
    await db.update(mealRecipes).set({ version: 1 }).where(eq(mealRecipes.mealId, lunch.id));
    expect(await listed()).toMatchObject({ isStale: false });
  });
});

describe('readings', () => {
  const aReading = (reads: string, tenths: number | null) => ({
    kind: 'reading',
    reads,
    of: { potId: potOf() },
    tenths,
    probe: '2',
  });

  test('that come two hours late have the tablet’s times, and a failure its action', async () => {
    const now = t.context.clock();
    await ana.say(aPot(4000), { at: now - 4 * HOUR_MS });
    const core = await ana.say(aReading('core', 680), { at: now - 3.9 * HOUR_MS });
    await ana.say({ kind: 'action', readingKey: core.key, action: 'cooked_on' });
    await ana.say(aReading('core', 780), { at: now - 3.8 * HOUR_MS });
    await ana.say(aReading('chill_start', null), { at: now - 3.7 * HOUR_MS });
    await ana.say(aReading('reached_21', 205), { at: now - 2 * HOUR_MS });
    const rows = await t.context.db
      .select()
      .from(temperatureReadings)
      .orderBy(temperatureReadings.at);
    expect(rows.map(({ kind, tenths, pass, action }) => [kind, tenths, pass, action])).toEqual([
      ['core', 680, false, 'cooked_on'],
      ['core', 780, true, null],
      ['chill_start', null, null, null],
      ['reached_21', 205, true, null],
    ]);
    expect(rows[0]!.at.getTime()).toBe(now - 3.9 * HOUR_MS);
    expect((await bench()).chills).toMatchObject([{ mealName: 'Sugo', next: 'reached_5' }]);
  });

  test('are taken back by a line of their own', async () => {
    await ana.say(aPot(4000));
    const { key } = await ana.say(aReading('core', 780));
    await ana.say({ kind: 'undo', undoes: key });
    expect((await bench()).days[0]!.readings).toEqual([]);
    expect(await t.context.db.$count(temperatureReadings)).toBe(2);
  });
});

describe('words', () => {
  test('that are taken back before they arrive are not done when they do', async () => {
    await lunches(3);
    const key = randomUUID();
    await ana.say({ kind: 'undo', undoes: key });
    expect(await ana.say(aTick(2), { key })).toMatchObject({ ok: true });
    expect(await doneOf()).toBe(0);
  });

  test.each([1, 2, 3, 4])('shuffled and repeated, they come to one end (%i)', async (seed) => {
    await lunches(6);
    const said = [
      { key: randomUUID(), word: aTick(2) },
      { key: randomUUID(), word: aTick(1) },
      { key: randomUUID(), word: aTick(3) },
      { key: randomUUID(), word: aPot(4000) },
      { key: randomUUID(), word: aPot(900, { potId: potOf(2), planned: 900 }) },
    ];
    const undo = { key: randomUUID(), word: { kind: 'undo', undoes: said[1]!.key } };
    const all = shuffled([...said, undo, said[0]!, said[3]!, undo], seed);
    for (const { key, word } of all) await ana.say(word, { key });
    expect(await doneOf()).toBe(5);
    expect(await donePots()).toMatchObject([
      { pot: 1, qty: 4000 },
      { pot: 2, qty: 900 },
    ]);
  });

  test('that nobody can have said are refused by name, and none of them is kept', async () => {
    await lunches(1);
    const now = t.context.clock();
    const send = (words: object[], staffId = ana.staff.id) =>
      ana.post('/api/bench/words', { staffId, deviceId: randomUUID(), words });
    const said = (word: object, at = now) => ({ key: randomUUID(), at: toInstantText(at), word });
    const fieldsOf = async (words: object[]) => {
      const reply = await send(words);
      return [reply.statusCode, Object.keys(reply.json().fields ?? {})];
    };
    const good = said(aTick(1));
    expect(await fieldsOf([good, said({ ...aTick(1), date: day(-9) })])).toEqual([
      400,
      ['words.1.word.date'],
    ]);
    expect(await fieldsOf([good, said({ ...aTick(1), date: day(9) })])).toEqual([
      400,
      ['words.1.word.date'],
    ]);
    expect(await fieldsOf([said(aTick(1), now + HOUR_MS)])).toEqual([400, ['words.0.at']]);
    const hot = { kind: 'reading', reads: 'core', of: { potId: potOf() }, tenths: 2601, probe: '' };
    expect(await fieldsOf([good, said(hot)])).toEqual([400, ['words.1.word.tenths']]);
    expect((await send([said({ kind: 'dance' })])).statusCode).toBe(400);
    expect((await send(Array.from({ length: 51 }, () => said(aTick(1))))).statusCode).toBe(400);
    const other = await send([good], randomUUID());
    expect([other.statusCode, other.json().code]).toEqual([401, 'other_person']);
    expect(await t.context.db.$count(benchWords)).toBe(0);
    expect(await doneOf()).toBe(0);
  });
});

/** The same for the same seed. */
function shuffled<T>(all: readonly T[], seed: number): T[] {
  let state = seed * 7919;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
  return all
    .map((one) => ({ one, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
