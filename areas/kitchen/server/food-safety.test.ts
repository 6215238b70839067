/** Goods that are taken in or refused, daily checks and what is missing of them, and the record for the inspector. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  FoodSafetyReply,
  TemperatureReadingReply,
} from '#areas/kitchen/calls/food-safety-record.ts';
import type { GoodsLotReply } from '#areas/kitchen/calls/goods.ts';
import { potIdText } from '#areas/kitchen/rules/bench-words.ts';
import { assertDefined } from '#platform/server/errors.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';
import { batches, goodsLots, stockMovements } from '#areas/kitchen/server/tables/batches.ts';
import { dailyChecks } from '#areas/kitchen/server/tables/food-safety.ts';
import { ingredients, components, suppliers } from '#areas/menu/server/tables/recipes.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { menuOf } from '#quality/support/an-order.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const MONDAY = '2026-01-12';
const TUESDAY = '2026-01-13';

let t: TestApp;
let staff: StaffClient;
let chicken: number;
let fish: number;
let supplierId: number;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t, { role: 'kitchen' });
  const [row] = await t.context.db
    .insert(ingredients)
    .values({
      name: 'Chicken thigh',
      labelName: 'chicken',
      baseUnit: 'g',
      storeArea: 'meat',
    })
    .returning();
  chicken = assertDefined(row, 'an ingredient').id;
  const frozen = {
    name: 'Fish, frozen',
    labelName: 'fish',
    baseUnit: 'g',
    storeArea: 'freezer',
  } as const;
  const [cold] = await t.context.db.insert(ingredients).values(frozen).returning();
  fish = assertDefined(cold, 'an ingredient').id;
  const [supplier] = await t.context.db
    .insert(suppliers)
    .values({ name: 'Meat & Fish Co' })
    .returning();
  supplierId = assertDefined(supplier, 'a supplier').id;
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.execute(
    sql`truncate ${goodsLots}, ${stockMovements}, ${dailyChecks}, ${temperatureReadings} cascade`,
  );
  at(MONDAY, '08:00');
});

/** On the kitchen's clock, in Brisbane. */
function at(date: string, time: string): string {
  const instant = new Date(`${date}T${time}:00+10:00`).toISOString();
  t.setNow(instant);
  return instant;
}

const GOODS = {
  amount: '5',
  unit: 'kg',
  lot: 'C-88',
  useBy: '2026-01-16',
  accepted: true,
};

type Change = {
  line?: Record<string, unknown>;
  [field: string]: unknown;
};

const send = ({ line, ...change }: Change = {}) =>
  staff.post('/api/admin/goods-in', {
    key: randomUUID(),
    orderId: null,
    supplierId,
    chilledTenths: 32,
    lines: [{ ...GOODS, ingredientId: chicken, ...line }],
    ...change,
  });

async function received(change: Change = {}): Promise<GoodsLotReply> {
  const reply = await send(change);
  expect(reply.statusCode, reply.body).toBe(201);
  return assertDefined(reply.json<{ lots: GoodsLotReply[] }>().lots[0], 'a lot');
}

async function overview(): Promise<FoodSafetyReply> {
  const reply = await staff.get('/api/admin/food-safety');
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

async function write(body: Record<string, unknown>): Promise<TemperatureReadingReply> {
  const reply = await staff.post('/api/admin/temperatures', {
    date: MONDAY,
    key: randomUUID(),
    ...body,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

const save = (
  checks: { kind: string; place: string }[],
  supervisor: { name: string; certifiedOn: string } | null = null,
) => staff.put('/api/admin/food-safety', { checks, supervisor });

const FRIDGE = { kind: 'fridge', place: 'Fridge 1' };
const BENCH = { kind: 'cleaning', place: 'Benches' };

const count = (table: Parameters<typeof t.context.db.$count>[0]) => t.context.db.$count(table);
const inState = ({ expected }: FoodSafetyReply, sought: FoodSafetyReply['expected'][0]['state']) =>
  expected
    .filter(({ state }) => state === sought)
    .map(({ date, place, half }) => [date, place, half]);
const due = async () => inState(await overview(), 'due');
const missing = async () => inState(await overview(), 'missing');

describe('goods', () => {
  test('that are accepted are in the record, in the house and in the store, once for each key', async () => {
    const key = randomUUID();
    const lot = await received({ key });
    expect(await received({ key })).toEqual(lot);
    expect(lot).toMatchObject({
      ingredient: 'Chicken thigh',
      supplier: 'Meat & Fish Co',
      qty: 5000,
    });
    expect([await count(goodsLots), await count(stockMovements)]).toEqual([1, 1]);
    const [line, ...more] = (await overview()).lines;
    expect([line, more]).toMatchObject([
      {
        kind: 'receipt',
        tenths: 32,
        pass: true,
        goodsLotId: lot.id,
        limit: 'at most 5 °C, package whole, in date',
      },
      [],
    ]);
    const again = await send({ key, line: { ingredientId: fish }, frozenTenths: -180 });
    expect([again.statusCode, again.json().code]).toEqual([409, 'key_reused']);
  });

  test.each([
    [{ chilledTenths: 51 }, {}, '5.1 °C is warmer than 5 °C'],
    [{ frozenTenths: -149 }, { ingredientId: 'fish' }, '-14.9 °C is warmer than -15 °C'],
    [{}, { useBy: '2026-01-11' }, 'past its use-by date'],
  ])(
    'with %j %j cannot be accepted, and refused they are kept as a record only',
    async (fault, of, why) => {
      const line = 'ingredientId' in of ? { ingredientId: fish } : of;
      const reply = await send({ ...fault, line });
      expect([reply.statusCode, reply.json().fields]).toEqual([
        400,
        { 'lines.0.accepted': `Please refuse these goods: ${why}.` },
      ]);
      const untold = await send({ ...fault, line: { ...line, accepted: false } });
      expect(untold.json().fields).toEqual({ 'lines.0.note': expect.any(String) });
      expect([await count(goodsLots), await count(temperatureReadings)]).toEqual([0, 0]);
      const note = 'Sent back with the driver';
      await received({ ...fault, line: { ...line, accepted: false, note } });
      expect([await count(goodsLots), await count(stockMovements)]).toEqual([1, 0]);
      const [written] = (await overview()).lines;
      expect(written).toMatchObject({ pass: false, action: 'refused' });
      expect(written?.note).toContain(`${why}; Sent back with the driver`);
      const { lots } = (await staff.get('/api/admin/goods-lots?inHouse=yes')).json();
      expect(lots).toEqual([]);
    },
  );

  test('with one wrong line are none of them taken in, and the line is named', async () => {
    const good = { ...GOODS, ingredientId: chicken };
    const reply = await send({
      lines: [good, { ...good, amount: '1,5' }, { ...good, useBy: '2026-01-01' }],
    });
    expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([
      400,
      ['lines.1.amount', 'lines.2.accepted'],
    ]);
    expect([await count(goodsLots), await count(temperatureReadings)]).toEqual([0, 0]);
  });

  test.each([
    [{ chilledTenths: null }, {}, 'chilledTenths'],
    [{}, { ingredientId: 'fish' }, 'frozenTenths'],
    [{}, { ingredientId: 999_999 }, 'lines.0.ingredientId'],
    [{}, { packId: 999_999, packs: 1 }, 'lines.0.packId'],
    [{ supplierId: 999_999 }, {}, 'supplierId'],
    [{ at: '2026-02-01T00:00:00Z' }, {}, 'at'],
  ])('%j %j is refused at its field, and nothing is stored', async (change, of, field) => {
    const line = 'ingredientId' in of && of.ingredientId === 'fish' ? { ingredientId: fish } : of;
    const reply = await send({ ...change, line });
    expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, [field]]);
    expect([await count(goodsLots), await count(temperatureReadings)]).toEqual([0, 0]);
  });

  test('typed in from paper keep their own time and who took them in', async () => {
    const came = '2026-01-10T20:30:00.000Z';
    const lot = await received({ at: came, measuredBy: 'Ana', line: { useBy: '2026-01-11' } });
    expect(lot).toMatchObject({ receivedAt: came, receivedBy: 'Ana' });
    const [line] = await t.context.db.select().from(temperatureReadings);
    expect(line).toMatchObject({ at: new Date(came), source: 'paper', measuredBy: 'Ana' });
    const reply = await send({ at: '2026-01-01T00:00:00Z', measuredBy: 'Ana' });
    expect(reply.json().fields).toEqual({ at: 'Please choose a time in the last 7 days' });
  });

  test('are found by ingredient, supplier, code and day', async () => {
    await received();
    const found = async (query: string) =>
      (await staff.get(`/api/admin/goods-lots?${query}`)).json().lots.length;
    for (const query of [
      'search=chick',
      'search=c-88',
      'search=c88',
      'search=fish',
      `receivedOn=${MONDAY}`,
    ])
      expect(await found(query), query).toBe(1);
    for (const query of ['search=pork', `receivedOn=${TUESDAY}`])
      expect(await found(query), query).toBe(0);
  });

  test('stay on record as they were taken in', async () => {
    await received();
    const [line] = (await overview()).lines;
    const reply = await staff.post(`/api/admin/temperatures/${line?.id}/correct`, {
      tenths: null,
      key: randomUUID(),
    });
    expect(reply.statusCode).toBe(400);
    await expect(
      t.context.db.update(temperatureReadings).set({ note: 'all well' }),
    ).rejects.toThrow();
    await expect(t.context.db.delete(temperatureReadings)).rejects.toThrow();
  });
});

describe('daily checks', () => {
  test('are due until they are written down, and gaps when their time is over', async () => {
    await save([FRIDGE, BENCH]);
    expect(await due()).toEqual([
      [MONDAY, 'Fridge 1', 'morning'],
      [MONDAY, 'Benches', null],
    ]);
    await write({ kind: 'cleaning', place: 'Benches' });
    at(MONDAY, '13:00');
    expect(await due()).toEqual([[MONDAY, 'Fridge 1', 'afternoon']]);
    expect(await missing()).toEqual([[MONDAY, 'Fridge 1', 'morning']]);
    await write({ kind: 'fridge', place: 'fridge 1', tenths: 61 });
    const { expected } = await overview();
    expect(expected.find(({ half }) => half === 'afternoon')).toMatchObject({
      state: 'failed',
      reading: { tenths: 61, pass: false },
    });
    await write({ kind: 'fridge', place: 'fridge 1', tenths: 38 });
    at(TUESDAY, '08:00');
    expect(await missing()).toEqual([[MONDAY, 'Fridge 1', 'morning']]);
  });

  test('written down a day later fill the gap and are shown as late', async () => {
    await save([FRIDGE]);
    const measuredAt = at(MONDAY, '09:00');
    at('2026-01-13', '09:00');
    const later = await write({ kind: 'fridge', place: 'Fridge 1', tenths: 40, at: measuredAt });
    expect(later).toMatchObject({ date: MONDAY, lateness: 'later' });
    at('2026-01-13', '09:01');
    const late = await write({ kind: 'fridge', place: 'Fridge 1', tenths: 40, at: measuredAt });
    expect(late).toMatchObject({ date: MONDAY, lateness: 'late' });
    expect(await missing()).toEqual([[MONDAY, 'Fridge 1', 'afternoon']]);
  });

  test('that are added or taken away change no gap of the past', async () => {
    await save([FRIDGE]);
    at(TUESDAY, '08:00');
    expect((await save([BENCH])).statusCode).toBe(200);
    expect(await missing()).toEqual([
      [MONDAY, 'Fridge 1', 'morning'],
      [MONDAY, 'Fridge 1', 'afternoon'],
    ]);
    expect(await due()).toEqual([[TUESDAY, 'Benches', null]]);
    const twice = await save([BENCH, { ...BENCH, place: 'benches' }]);
    expect(twice.json().fields).toEqual({ 'checks.1.place': 'This is named twice' });
  });

  test.each([
    ['freezer', -150, true],
    ['freezer', -149, false],
    ['fridge', 50, true],
    ['fridge', 51, false],
    ['probe_check', 10, true],
    ['probe_check', -11, false],
  ])('%s at %d tenths passes: %s', async (kind, tenths, pass) => {
    expect(await write({ kind, place: 'There', tenths })).toMatchObject({ pass, place: 'There' });
  });

  test('of a freezer and of cleaning need the name of the place, and a failure what fits it', async () => {
    const send1 = (body: Record<string, unknown>) =>
      staff.post('/api/admin/temperatures', { date: MONDAY, key: randomUUID(), ...body });
    expect((await send1({ kind: 'cleaning' })).json().fields).toHaveProperty('place');
    expect((await send1({ kind: 'freezer', tenths: -180 })).json().fields).toHaveProperty('place');
    const { id } = await write({ ...FRIDGE, tenths: 90 });
    const answer = (action: string) =>
      staff.post(`/api/admin/temperatures/${id}/action`, { action });
    expect((await answer('cooked_on')).statusCode).toBe(400);
    expect((await answer('moved_food')).json()).toMatchObject({ action: 'moved_food' });
  });
});

test.each([
  ['2021-03-14', []],
  ['2021-03-13', ['The food safety supervisor’s certificate ends soon']],
  ['2021-01-12', ['The food safety supervisor’s certificate has ended']],
])('a certificate of %s is on Today from sixty days before it ends', async (certifiedOn, rows) => {
  await save([], { name: 'Kim Lee', certifiedOn });
  expect((await staff.today('supervisor')).map(({ title }) => title)).toEqual(rows);
});

test('a kitchen that checks places is asked to name its supervisor, and one that checks none is not', async () => {
  await save([]);
  expect(await staff.today('supervisor')).toEqual([]);
  await save([FRIDGE]);
  expect(await staff.today('supervisor')).toMatchObject([
    { title: 'No food safety supervisor is named' },
  ]);
});

describe('a component that was cooked', () => {
  test('is measured and chilled by its batch, and a step that nobody measured is a gap', async () => {
    const { db } = t.context;
    const [rice] = await db
      .insert(components)
      .values({ name: 'Rice', baseUnit: 'g', potQty: 1000, keepsDays: 2, coreCheck: true })
      .returning();
    const componentId = assertDefined(rice, 'a component').id;
    const potId = potIdText({ componentId, cookDate: MONDAY, number: 1 });
    const facts = { qty: 900, planned: 900, recipeVersion: 1, goodsLotIds: [] };
    await staff.say({ kind: 'made', potId, ...facts });
    const { expected } = await overview();
    expect(expected).toMatchObject([
      { kind: 'core', place: 'Rice', state: 'due', dueAt: '2026-01-11T22:30:00.000Z' },
      { kind: 'chill_start', place: 'Rice', state: 'due' },
    ]);
    const batchId = assertDefined(expected[0]?.batchId, 'a batch');
    at(MONDAY, '08:10');
    const core = await write({ kind: 'core', batchId, tenths: 749 });
    expect(core).toMatchObject({ pass: false, mealName: 'Rice', batchId, date: MONDAY });
    at(MONDAY, '08:20');
    await write({ kind: 'chill_start', batchId });
    expect(await missing()).toEqual([]);
    // From the last reading that was hot.
    at(MONDAY, '10:10');
    expect(await missing()).toEqual([]);
    at(MONDAY, '10:11');
    expect((await overview()).expected.filter(({ state }) => state === 'missing')).toMatchObject([
      { date: MONDAY, kind: 'reached_21', place: 'Rice', batchId },
    ]);
    const cold = await write({ kind: 'reached_21', batchId, tenths: 200 });
    expect(cold).toMatchObject({ pass: false, limit: 'at most 21 °C within 2 h' });
    const none = await staff.post('/api/admin/temperatures', {
      kind: 'core',
      date: MONDAY,
      batchId: 999_999,
      tenths: 800,
      key: randomUUID(),
    });
    expect(none.json().fields).toHaveProperty('batchId');
  });
});

describe('the record of a month', () => {
  const file = (format: string) =>
    staff.get(`/api/admin/temperature-record?from=2026-01-01&to=2026-01-31&format=${format}`);

  async function pdf(): Promise<string> {
    const reply = await file('pdf');
    expect(reply.headers['content-type'], reply.body.slice(0, 300)).toBe('application/pdf');
    return (await pdfPages(reply.rawPayload)).join('\n');
  }

  test('names failures with their actions, gaps, receipts, the supervisor and the last drill', async () => {
    await save([FRIDGE], { name: 'Kim Lee', certifiedOn: '2024-02-29' });
    const { id } = await received({
      chilledTenths: 90,
      line: { accepted: false, note: 'Sent back' },
    });
    await write({ ...FRIDGE, tenths: 40 });
    await t.context.db.update(batches).set({ state: 'dropped', madeQty: null });
    const meal = assertDefined((await menuOf(t))[0], 'a meal');
    await write({ kind: 'chill_start', mealId: meal.id });
    at(TUESDAY, '08:00');
    const text = await pdf();
    for (const part of [
      'Food safety supervisor: Kim Lee',
      'valid until',
      'Recall drill: none made yet',
      'Failed (1)',
      'FAILED: refused',
      'MISSING: not written down (2)',
      'afternoon',
      'Chilled to 21 °C',
      'Fridge (1)',
      'Goods received (1)',
      'Chicken thigh, Meat & Fish Co, lot C-88',
    ])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(part);
    const csv = (await file('csv')).body;
    expect(csv).toContain('missing');
    const run = await staff.post(`/api/admin/goods-lots/${id}/recall`, { isDrill: true });
    expect(run.statusCode, run.body).toBe(201);
    await save([FRIDGE], { name: 'Kim Lee', certifiedOn: '2020-01-01' });
    const later = (await pdf()).replaceAll(/\s+/g, ' ');
    expect(later).toContain('Last recall drill: ');
    expect(later).toContain('EXPIRED on');
  });

  test('says so when no checks were set up, instead of that none is missing', async () => {
    expect(await pdf()).toContain('No daily checks of places were set up');
    await save([BENCH]);
    await write({ kind: 'cleaning', place: 'Benches' });
    expect(await pdf()).toContain('No check is missing.');
  });
});
