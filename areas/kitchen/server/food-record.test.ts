/** Food that is cooked is measured: what is missing of it, what follows from a failure, and what is typed in from paper. */
import { randomUUID } from 'node:crypto';
import { eq, isNull, sql } from 'drizzle-orm';
import { potIdText } from '#areas/kitchen/rules/bench-words.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  FoodSafetyReply,
  TemperatureReadingReply,
} from '#areas/kitchen/calls/food-safety-record.ts';
import { batches } from '#areas/kitchen/server/tables/batches.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { components, mealRecipes, recipeLines } from '#areas/menu/server/tables/recipes.ts';
import { checkFailedReadings } from '#areas/office/server/check-system.ts';
import { cookTicks } from '#areas/order-book/server/tables/packing.ts';
import { deliveries as bagRows } from '#areas/order-book/server/tables/deliveries.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import type { DeliveryChangesReply, DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const DATE = day(0);
const WINDOW = '16:00-18:00' as const;

let t: TestApp;
let staff: StaffClient;
let curry: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  const menu = await menuOf(t);
  curry = menu.find((meal) => meal.mealType === 'dinner' && meal.coreCelsius === null)!;
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.execute(sql`truncate ${temperatureReadings}, ${batches} cascade`);
  at('10:00');
});
afterEach(() => checkInvariants(t.context.db));

/** On the kitchen's clock, in Brisbane. */
function at(time: string, date: string = DATE): string {
  const instant = new Date(`${date}T${time}:00+10:00`).toISOString();
  t.setNow(instant);
  return instant;
}

/** So many curries in bags of their own, ticked off. */
async function cooked(bags: number, deliveryPreference: 'cold' | 'warm' = 'warm') {
  t.setNow('2026-01-07T02:00:00Z');
  for (let bag = 0; bag < bags; bag++)
    await aPaidOrder(t, { orderItems: [anItem(curry, { deliveryWindow: WINDOW })] });
  await t.context.db.update(orders).set({ deliveryPreference });
  at('10:00');
  await tick(bags);
  expect(await statuses()).toEqual(Array.from({ length: bags }, () => 'cooked'));
}

async function tick(count: number) {
  const trays = { date: DATE, window: WINDOW, mealId: curry.id };
  const said = await staff.say({ kind: 'tick', ...trays, count, mealVersion: 99 });
  expect(said, said.message).toMatchObject({ ok: true });
}

const send = (body: Record<string, unknown>) =>
  staff.post('/api/admin/temperatures', { date: DATE, key: randomUUID(), ...body });

async function write(body: Record<string, unknown>): Promise<TemperatureReadingReply> {
  const reply = await send(body);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}
const ofCurry = (body: Record<string, unknown>) =>
  write({ kind: 'core', mealId: curry.id, window: WINDOW, ...body });
const answer = (id: number, body: Record<string, unknown>) =>
  staff.post(`/api/admin/temperatures/${id}/action`, body);

const overview = async () => (await staff.get('/api/admin/food-safety')).json<FoodSafetyReply>();
const missing = async () =>
  (await overview()).expected
    .filter(({ state }) => state === 'missing')
    .map(({ kind, place, window }) => [kind, place, window]);
const theDeliveries = async () =>
  (await staff.get(`/api/admin/deliveries?date=${DATE}`)).json<DeliveryReply[]>();
const statuses = async () => (await theDeliveries()).map(({ status }) => status).toSorted();

async function pack(): Promise<DeliveryChangesReply['results']> {
  const ids = (await theDeliveries()).map(({ id }) => ({ id }));
  const body = { deliveries: ids, status: 'packed', confirm: CONFIRMED };
  const reply = await staff.post('/api/admin/deliveries/status', body);
  return reply.json<DeliveryChangesReply>().results;
}

async function onToday(kind: string) {
  return (await staff.today(kind)).map(({ title, detail }) => `${title} · ${detail}`);
}

/** A pot of rice that is in the curry. */
async function aPotOfRice(change: Partial<typeof components.$inferInsert> = {}): Promise<number> {
  const [rice] = await t.context.db
    .insert(components)
    .values({
      name: `Rice ${randomUUID()}`,
      baseUnit: 'g',
      potQty: 1000,
      keepsDays: 2,
      coreCheck: true,
      chillMinutes: 0,
      ...change,
    })
    .returning();
  const potId = potIdText({ componentId: rice!.id, cookDate: DATE, number: 1 });
  const facts = { qty: 900, planned: 900, recipeVersion: 1, goodsLotIds: [] };
  await staff.say({ kind: 'made', potId, ...facts });
  const [batch] = await t.context.db
    .select({ id: batches.id })
    .from(batches)
    .where(eq(batches.componentId, rice!.id));
  return batch!.id;
}

describe('what is missing', () => {
  test('of a meal is its core, two hours after the last tick; cold, its chill too', async () => {
    await cooked(1, 'cold');
    at('11:59');
    expect(await missing()).toEqual([]);
    at('12:00');
    expect(await missing()).toEqual([
      ['core', curry.name, WINDOW],
      ['chill_start', curry.name, WINDOW],
    ]);
    expect(await onToday('check_missing')).toContain(
      `Core: ${curry.name}, 4pm-6pm, not checked · Tue 13 Jan`,
    );
    await ofCurry({ tenths: 780 });
    await ofCurry({ kind: 'chill_start' });
    expect(await missing()).toEqual([]);
  });

  test('of a meal nobody ticked is asked for when its bag is packed, and not of one nobody cooked', async () => {
    t.setNow('2026-01-07T02:00:00Z');
    await aPaidOrder(t, { orderItems: [anItem(curry, { deliveryWindow: WINDOW })] });
    at('15:00');
    expect(await missing()).toEqual([]);
    await pack();
    expect((await missing()).map(([kind]) => kind)).toContain('core');
  });

  test.each([
    [{}, ['core']],
    [{ coreCheck: false }, []],
    [{ chillMinutes: 180 }, ['core', 'chill_start']],
    // Not entered: on the safe side.
    [{ coreCheck: false, chillMinutes: null }, ['chill_start']],
  ])(
    'of a pot whose recipe says %j is %j, half an hour after it was made',
    async (recipe, kinds) => {
      await aPotOfRice(recipe);
      at('10:29');
      expect(await missing()).toEqual([]);
      at('10:30');
      expect((await missing()).map(([kind]) => kind)).toEqual(kinds);
    },
  );

  test('of a batch is not needed when someone says why, until that is taken back', async () => {
    const batchId = await aPotOfRice();
    at('12:00');
    expect((await missing()).map(([kind]) => kind)).toEqual(['core']);
    const needless = { kind: 'core', batchId, isNotNeeded: true, note: 'Only warmed' };
    const line = await write(needless);
    expect(line).toMatchObject({ tenths: null, pass: null, isNotNeeded: true });
    expect(await missing()).toEqual([]);
    await staff.post(`/api/admin/temperatures/${line.id}/correct`, {
      tenths: null,
      key: randomUUID(),
    });
    expect((await missing()).map(([kind]) => kind)).toEqual(['core']);
  });

  test('is not needed once someone says why', async () => {
    await cooked(1);
    at('13:00');
    const fieldsOf = async (body: Record<string, unknown>) =>
      Object.keys((await send({ kind: 'core', mealId: curry.id, ...body })).json().fields);
    expect(await fieldsOf({ isNotNeeded: true })).toEqual(['note']);
    expect(await fieldsOf({ isNotNeeded: true, note: 'Raw', tenths: 780 })).toEqual(['tenths']);
    expect(await missing()).toHaveLength(1);
    await ofCurry({ isNotNeeded: true, note: 'Only reheated' });
    expect(await missing()).toEqual([]);
  });
});

describe('what failed', () => {
  test('stands first in what was written down today, of meals too, and is on Today until it is answered', async () => {
    const { id } = await ofCurry({ tenths: 680 });
    at('11:00');
    await write({ kind: 'fridge', place: 'Walk-in', tenths: 38 });
    const { lines, failed } = await overview();
    expect(lines.map(({ kind }) => kind)).toEqual(['core', 'fridge']);
    expect(failed.map((line) => line.id)).toEqual([id]);
    at('11:00', day(30));
    expect((await overview()).failed.map((line) => line.id)).toEqual([id]);
    expect(await onToday('reading_failed')).toEqual([
      expect.stringMatching(
        /^Core 68 °C, nothing done about it · .* · 4pm-6pm · .* · Tue 13 Jan 2026$/,
      ),
    ]);
    await answer(id, { action: 'called_supervisor' });
    expect(await onToday('reading_failed')).toEqual([]);
  });

  test('is found by the health check after an hour, and is on Today', async () => {
    const { id } = await ofCurry({ tenths: 680 });
    const check = async () => (await checkFailedReadings(t.context)).state;
    at('11:00');
    expect(await check()).toBe('ok');
    at('11:01');
    expect(await check()).toBe('warning');
    await answer(id, { action: 'cooked_on' });
    expect(await check()).toBe('ok');
  });

  test('keeps its food out of every bag until someone says what was done', async () => {
    await cooked(2);
    const { id } = await ofCurry({ tenths: 680 });
    const [refused] = await pack();
    expect(refused).toMatchObject({ ok: false, code: 'reading_open' });
    expect(refused).not.toHaveProperty('canConfirm');
    expect(refused?.message).toContain(`${curry.name}: Core 68 °C failed`);
    await answer(id, { action: 'used_hot_now' });
    expect((await pack()).map(({ ok }) => ok)).toEqual([true, true]);
  });

  test('and was cooked on keeps it out until its core is measured again and passes', async () => {
    await cooked(1);
    const { id } = await ofCurry({ tenths: 680 });
    await answer(id, { action: 'cooked_on' });
    const [refused] = await pack();
    expect(refused).toMatchObject({ ok: false, code: 'reading_open' });
    expect(refused?.message).toContain(
      `${curry.name} was cooked on, and its core was not measured since`,
    );
    const { expected } = await overview();
    expect(expected.filter(({ kind }) => kind === 'core')).toMatchObject([
      { state: 'due', place: curry.name, limit: 'at least 75 °C' },
    ]);
    const { id: again } = await ofCurry({ tenths: 700 });
    expect(await pack()).toMatchObject([{ code: 'reading_open' }]);
    await answer(again, { action: 'cooked_on' });
    await ofCurry({ tenths: 760 });
    expect(await pack()).toMatchObject([{ ok: true }]);
  });

  test('holds its trays at /pack: 409, and after “Cooked on” a core of 76 °C packs them', async () => {
    await cooked(1);
    const [bag] = await theDeliveries();
    const packer = await aStaffClient(t, { role: 'packer' });
    const close = async () => {
      const confirm = ['not_ticked', 'not_checked'];
      const body = { deliveryId: bag!.id, status: 'packed', key: randomUUID(), confirm };
      const reply = await packer.post('/api/pack/bags', { ...body, staffId: packer.staff.id });
      return [reply.statusCode, reply.json().code];
    };
    const { id } = await ofCurry({ tenths: 680 });
    expect(await close()).toEqual([409, 'reading_open']);
    await answer(id, { action: 'cooked_on' });
    expect(await close()).toEqual([409, 'reading_open']);
    await ofCurry({ tenths: 760 });
    // What else is in the way is the packer's own.
    expect(await close()).toEqual([409, 'not_ticked']);
  });

  test('of a place is open until it is read well', async () => {
    await write({ kind: 'fridge', place: 'Walk-in', tenths: 71 });
    at('10:05');
    await write({ kind: 'fridge', place: 'Fridge 2', tenths: 38 });
    expect(await onToday('reading_failed')).toHaveLength(1);
    await write({ kind: 'fridge', place: 'walk-in', tenths: 38 });
    expect(await onToday('reading_failed')).toEqual([]);
    expect((await overview()).failed).toEqual([]);
  });

  test('of a pot keeps out the meals that it may be in, and their trays go with it', async () => {
    const batchId = await aPotOfRice();
    const [batch] = await t.context.db.select().from(batches);
    const line = { mealId: curry.id, usesComponentId: batch!.componentId, qty: 100, position: 99 };
    await t.context.db.insert(mealRecipes).values({ mealId: curry.id, basis: 1 });
    await t.context.db.insert(recipeLines).values(line);
    await cooked(1);
    const { id } = await write({ kind: 'core', batchId, tenths: 700 });
    expect(await pack()).toMatchObject([{ code: 'reading_open' }]);
    expect((await answer(id, { action: 'thrown_out' })).statusCode).toBe(200);
    const [wasted] = await t.context.db.select().from(batches).orderBy(batches.id);
    expect(wasted).toMatchObject({ madeQty: 900, wastedQty: 900, leftQty: 0 });
    expect(await statuses()).toEqual(['planned']);
    await tick(1);
    expect(await pack()).toMatchObject([{ ok: true }]);
  });
});

describe('food that was thrown out', () => {
  const versions = async () =>
    (await t.context.db.select().from(orderItems)).map(({ cookedVersions }) => cookedVersions);
  const done = async () =>
    (await t.context.db.select().from(cookTicks)).reduce((sum, { count }) => sum + count, 0);

  test('asks how many portions, no more than are here, and is cooked again', async () => {
    await cooked(3);
    const { id } = await ofCurry({ tenths: 680 });
    const fields = async (portions?: number) =>
      (await answer(id, { action: 'thrown_out', portions })).json().fields;
    expect(await fields()).toEqual({ portions: 'Enter how many portions were thrown out' });
    expect(await fields(4)).toEqual({
      portions: `Only 3 of ${curry.name} are cooked and still here`,
    });
    expect([await done(), await statuses()]).toEqual([3, ['cooked', 'cooked', 'cooked']]);
    const thrown = await answer(id, { action: 'thrown_out', portions: 'all' });
    expect(thrown.json()).toMatchObject({ action: 'thrown_out', thrownOut: 3 });
    expect([await done(), await statuses()]).toEqual([0, ['planned', 'planned', 'planned']]);
    expect(await versions()).toEqual([[], [], []]);
  });

  test('takes packed bags back when fewer stand on the bench', async () => {
    await cooked(2);
    await pack();
    const { id } = await ofCurry({ tenths: 680 });
    await answer(id, { action: 'thrown_out', portions: 1 });
    expect(await statuses()).toEqual(['planned', 'planned']);
    expect(await done()).toBe(1);
  });

  test('and is in a van is on hold: the driver is called, and it goes out again once it is cooked again', async () => {
    await cooked(2);
    await pack();
    const [first, second] = await t.context.db.select().from(bagRows).orderBy(bagRows.id);
    const say = async (id: number, status: string) =>
      (
        await staff.post('/api/admin/deliveries/status', {
          deliveries: [{ id }],
          status,
          confirm: CONFIRMED,
        })
      ).json().results[0];
    const kinds = async () =>
      (await t.context.db.select().from(foodMatters).where(isNull(foodMatters.settledAt)))
        .map(({ kind, deliveryId }) => `${kind} ${deliveryId}`)
        .toSorted();
    expect(await say(first!.id, 'out')).toMatchObject({ ok: true });
    const { id } = await ofCurry({ tenths: 680 });
    await answer(id, { action: 'thrown_out', portions: 'all' });
    expect(await statuses()).toEqual(['out', 'planned']);
    expect(await kinds()).toEqual([`left_held ${first!.id}`, `thrown_out ${first!.id}`]);
    expect(await say(first!.id, 'packed')).toMatchObject({ ok: true });
    expect(await say(first!.id, 'out')).toMatchObject({ ok: false, code: 'allergy_open' });
    for (const status of ['planned', 'cooked', 'packed', 'out'])
      expect(await say(first!.id, status)).toMatchObject({ ok: true });
    expect(await kinds()).toEqual([]);
    expect(await say(second!.id, 'packed')).toMatchObject({ ok: true });
  });

  test('and has left, came back or is kept cold for another day: nobody gets it, and who has it is warned', async () => {
    await cooked(4, 'cold');
    await pack();
    const ids = (await theDeliveries()).map(({ id }) => id).toSorted((a, b) => a - b);
    const [kept, given, missed, last] = ids.map(String);
    const body = { ids: [ids[0]], date: day(1), timeSlot: '11:00-13:00', notify: false };
    const seen = await staff.post('/api/admin/deliveries/move', { ...body, dryRun: true });
    const { previewHash } = seen.json();
    const moved = await staff.post('/api/admin/deliveries/move', { ...body, previewHash });
    expect(moved.json().results).toMatchObject([{ ok: true, isKept: true }]);
    const say = async (id: string | undefined, status: string, reason = '') => {
      const step = { deliveries: [{ id: Number(id) }], status, reason, confirm: CONFIRMED };
      return (await staff.post('/api/admin/deliveries/status', step)).json().results[0];
    };
    at('15:30');
    for (const [id, end] of [
      [given, 'delivered'],
      [missed, 'missed'],
    ] as const)
      for (const status of ['out', end])
        expect(await say(id, status, 'Nobody home')).toMatchObject({ ok: true });
    const { id } = await ofCurry({ tenths: 680 });
    expect((await say(kept, 'cooked')).ok).toBe(true);
    expect(await say(kept, 'packed')).toMatchObject({ ok: false, code: 'reading_open' });
    await answer(id, { action: 'thrown_out', portions: 'all' });
    const open = await t.context.db
      .select()
      .from(foodMatters)
      .where(isNull(foodMatters.settledAt))
      .orderBy(foodMatters.deliveryId);
    expect(open.map(({ kind, deliveryId, why }) => [kind, String(deliveryId), why])).toEqual([
      ['thrown_out', kept, 'thrown out in the kitchen'],
      ['given_held', given, 'it failed a food safety check'],
    ]);
    expect(await say(kept, 'packed')).toMatchObject({ ok: false, code: 'allergy_open' });
    const again = { ...body, ids: [Number(missed)], dryRun: true };
    const back = await staff.post('/api/admin/deliveries/move', again);
    expect(back.json().results).toMatchObject([{ isKept: false, cookedAgain: 'on_hold' }]);
    expect(await say(last, 'packed')).toMatchObject({ ok: true });
  });

  test('is of no version any more, whichever recipes it was cooked by', async () => {
    await cooked(2);
    const { id: mealId, ...facts } = curry;
    await staff.put(`/api/meals/${mealId}`, {
      ...facts,
      protein: facts.protein + 1,
      cooked: 'not',
    });
    t.setNow('2026-01-07T02:00:00Z');
    await aPaidOrder(t, { orderItems: [anItem(curry, { deliveryWindow: WINDOW })] });
    at('10:00');
    await tick(1);
    const { id } = await ofCurry({ tenths: 680 });
    await answer(id, { action: 'thrown_out', portions: 'all' });
    const rows = await t.context.db
      .select({ version: cookTicks.mealVersion, sum: sql<number>`sum(${cookTicks.count})::int` })
      .from(cookTicks)
      .groupBy(cookTicks.mealVersion);
    expect(rows.map(({ sum }) => sum)).toEqual([0, 0]);
    await staff.put(`/api/meals/${mealId}`, { ...facts, cooked: 'not' });
  });
});

describe('what is typed in from paper', () => {
  test('has its own time, up to seven days back, says who measured, and fills the gap with a mark', async () => {
    await cooked(1);
    const measuredAt = at('10:40');
    at('13:20');
    const sheet = { source: 'paper', measuredBy: 'Ana', at: measuredAt, tenths: 780 };
    const line = await ofCurry(sheet);
    expect(line).toMatchObject({ ...sheet, lateness: 'later', pass: true });
    expect(await missing()).toEqual([]);
    at('10:41', day(1));
    expect(await ofCurry(sheet)).toMatchObject({ lateness: 'late' });
    const record = await staff.get(
      `/api/admin/temperature-record?from=${DATE}&to=${DATE}&format=pdf`,
    );
    const text = (await pdfPages(record.rawPayload)).join(' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain('Tue 13 Jan, 10:40am');
    expect(text).toContain('from paper, entered 2 h later, by Noah Chef: Tue 13 Jan, 1:20pm');
    expect(text).toContain('LATE, from paper, entered 24 h later, by Noah Chef: Wed 14 Jan');
  });

  test('is judged by the times on the paper', async () => {
    const [start, after, later] = [at('10:00'), at('12:00'), at('12:01')];
    at('18:00');
    const sheet = { source: 'paper', measuredBy: 'Ana' };
    const chill = () => ofCurry({ kind: 'chill_start', at: start, ...sheet });
    const step = (startId: number, time: string) =>
      write({ kind: 'reached_21', startId, tenths: 200, at: time, ...sheet });
    expect(await step((await chill()).id, after)).toMatchObject({ pass: true });
    const { id: startId } = await chill();
    const early = { kind: 'reached_21', startId, tenths: 200, at: at('09:59'), ...sheet };
    at('18:00');
    expect((await send(early)).json().fields).toEqual({
      at: 'Choose a time after the step before it',
    });
    expect(await step(startId, later)).toMatchObject({ pass: false });
  });

  test.each([
    [{ source: 'paper' }, 'measuredBy'],
    [{ at: '2026-01-05T23:00:00Z' }, 'at'],
    [{ at: '2026-01-13T02:00:00Z' }, 'at'],
  ])('%j is refused at its field', async (change, field) => {
    const reply = await send({ kind: 'core', mealId: curry.id, tenths: 780, ...change });
    expect(Object.keys(reply.json().fields)).toEqual([field]);
    expect(await t.context.db.$count(temperatureReadings)).toBe(0);
  });
});

test('the record begins with what is open, and praises nothing while something is', async () => {
  await cooked(1);
  const { id } = await ofCurry({ tenths: 680 });
  await aPotOfRice();
  at('13:00');
  const headOf = async () => {
    const address = `/api/admin/temperature-record?from=${DATE}&to=${DATE}&format=pdf`;
    const [text = ''] = await pdfPages((await staff.get(address)).rawPayload);
    return text.replaceAll(/\s+/g, ' ');
  };
  expect(await headOf()).toContain('1 reading failed without an action · 1 missing Failed (1)');
  await answer(id, { action: 'thrown_out', portions: 'all' });
  expect(await headOf()).toContain('1 missing Failed (1)');
  expect(await headOf()).toContain('FAILED: thrown out, 1 portion (Noah Chef)');
  expect(await headOf()).not.toContain('No check is missing');
});
