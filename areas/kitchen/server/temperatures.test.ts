/** The food-safety record: what passes, what fails, and that no line of it ever goes. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type {
  TemperatureReadingReply,
  TemperaturesReply,
} from '#areas/kitchen/calls/food-safety-record.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { temperatureReadings } from '#areas/kitchen/server/tables/temperature-readings.ts';
import { purgeTemperatureReadings } from '#areas/kitchen/server/make-record.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { day, menuOf } from '#quality/support/an-order.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const MINUTE = 60_000;
const DATE = day(0);

let t: TestApp;
let staffClient: StaffClient;
let meal: MealReply;
let start: number;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
  [meal] = (await menuOf(t)) as [MealReply];
  start = t.context.clock();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  after(0);
});

const send = (body: Record<string, unknown>) =>
  staffClient.post('/api/admin/temperatures', { date: DATE, key: randomUUID(), ...body });

async function measured(body: Record<string, unknown>): Promise<TemperatureReadingReply> {
  const reply = await send(body);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

const core = (tenths: number) =>
  measured({ kind: 'core', mealId: meal.id, window: '11:00-13:00', tenths });
const chill = () => measured({ kind: 'chill_start', mealId: meal.id, window: '11:00-13:00' });
const after = (minutes: number) => t.setNow(new Date(start + minutes * MINUTE).toISOString());

async function theRecord(period = { from: DATE, to: DATE }): Promise<TemperaturesReply> {
  return (
    await staffClient.get(`/api/admin/temperatures?from=${period.from}&to=${period.to}`)
  ).json();
}

const correct = (id: number, tenths: number | null, key: string = randomUUID()) =>
  staffClient.post(`/api/admin/temperatures/${id}/correct`, { tenths, key });
const answer = (id: number, action: string) =>
  staffClient.post(`/api/admin/temperatures/${id}/action`, {
    action,
    ...(action === 'thrown_out' && { portions: 'all' }),
  });

test('a reading says whether it passed, by which limit and who took it', async () => {
  expect(await core(749)).toMatchObject({ pass: false, limit: 'at least 75 °C', tenths: 749 });
  expect(await core(780)).toMatchObject({
    pass: true,
    mealName: meal.name,
    window: '11:00-13:00',
  });
  const { readings } = await theRecord();
  expect(readings.map(({ tenths }) => tenths)).toEqual([749, 780]);
});

test('a meal with a limit of its own is judged by it, a cold dish by none, and readings keep it as it was', async () => {
  const change = (coreCelsius: number | null) =>
    t.context.db.update(meals).set({ coreCelsius }).where(eq(meals.id, meal.id));
  try {
    await change(63);
    const hot = await core(630);
    expect(hot).toMatchObject({ pass: true, limit: 'at least 63 °C' });
    expect(await core(629)).toMatchObject({ pass: false });
    await change(0);
    expect(await core(40)).toMatchObject({ pass: true, limit: '' });
    const { readings } = await theRecord();
    expect(readings.find(({ id }) => id === hot.id)).toMatchObject({ limit: 'at least 63 °C' });
  } finally {
    await change(null);
  }
  expect(await core(749)).toMatchObject({ pass: false, limit: 'at least 75 °C' });
});

test.each([
  [119, true],
  [121, false],
])('21 °C after %d minutes passes: %s', async (minutes, pass) => {
  const { id: startId } = await chill();
  after(minutes);
  expect(await measured({ kind: 'reached_21', startId, tenths: 210 })).toMatchObject({ pass });
});

test.each([
  [359, true],
  [361, false],
])('5 °C after %d minutes, 21 °C having taken two hours, passes: %s', async (minutes, pass) => {
  const { id: startId } = await chill();
  after(120);
  await measured({ kind: 'reached_21', startId, tenths: 205 });
  after(minutes);
  const reading = await measured({ kind: 'reached_5', startId, tenths: 50 });
  expect(reading).toMatchObject({ pass, mealName: meal.name, limit: 'at most 5 °C within 4 h' });
});

test('what is chilling is called for at 1 h 45 and at 5 h 30, on whatever day it is looked at', async () => {
  const { id: startId } = await chill();
  const inMinutes = (text: string) => (Date.parse(text) - start) / MINUTE;
  const chillNow = async () => (await theRecord({ from: day(3), to: day(3) })).chills;
  const [first] = await chillNow();
  expect(first).toMatchObject({ startId, mealName: meal.name, next: 'reached_21' });
  expect([inMinutes(first!.callAt), inMinutes(first!.dueAt)]).toEqual([105, 120]);
  after(120);
  await measured({ kind: 'reached_21', startId, tenths: 205 });
  const [second] = await chillNow();
  expect(second).toMatchObject({ next: 'reached_5' });
  expect([inMinutes(second!.callAt), inMinutes(second!.dueAt)]).toEqual([330, 360]);
  after(300);
  await measured({ kind: 'reached_5', startId, tenths: 41 });
  expect(await chillNow()).toEqual([]);
});

test('food that is still too warm with time left is not written down as failed', async () => {
  const { id: startId } = await chill();
  after(60);
  const early = await send({ kind: 'reached_21', startId, tenths: 400 });
  expect([early.statusCode, early.json().code]).toEqual([409, 'not_there_yet']);
  after(121);
  expect(await measured({ kind: 'reached_21', startId, tenths: 400 })).toMatchObject({
    pass: false,
  });
});

test('a step of a chill is measured once, after the one before', async () => {
  const { id: startId } = await chill();
  const refused = async (body: Record<string, unknown>) => (await send(body)).json().code;
  expect(await refused({ kind: 'reached_5', startId, tenths: 40 })).toBe('chill_over');
  const twice = await Promise.all(
    [1, 2].map(() => send({ kind: 'reached_21', startId, tenths: 200 })),
  );
  expect(twice.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect((await send({ kind: 'reached_21', tenths: 200 })).json()).toMatchObject({
    fields: { startId: expect.any(String) },
  });
});

test('a correction keeps the old line, its time and its limit', async () => {
  const slip = await core(78);
  await t.context.db.insert(settings).values({ key: 'business', value: { coreCelsius: 80 } });
  t.context.site.renew();
  try {
    after(3);
    const right = (await correct(slip.id, 780)).json<TemperatureReadingReply>();
    expect(right).toMatchObject({
      corrects: slip.id,
      pass: true,
      limit: 'at least 75 °C',
      at: slip.at,
    });
    expect(Date.parse(right.recordedAt) - Date.parse(slip.at)).toBe(3 * MINUTE);
    const { readings } = await theRecord();
    expect(readings.map(({ id, isStanding }) => [id, isStanding])).toEqual([
      [right.id, true],
      [slip.id, false],
    ]);
    expect(readings[1]).toMatchObject({ tenths: 78, pass: false });
    expect((await correct(slip.id, 770)).json().code).toBe('corrected');
  } finally {
    await t.context.db.delete(settings).where(sql`key = 'business'`);
    t.context.site.renew();
  }
});

test('Undo is a line too, and may be sent twice', async () => {
  const slip = await core(780);
  const key = randomUUID();
  const first = (await correct(slip.id, null, key)).json();
  expect(first).toMatchObject({ isWithdrawn: true, pass: null, tenths: null });
  expect((await correct(slip.id, null, key)).json()).toMatchObject({ id: first.id });
  const { readings } = await theRecord();
  expect(readings.map(({ isStanding }) => isStanding)).toEqual([false, false]);
});

test('a reading that is sent twice is one line', async () => {
  const key = randomUUID();
  const body = { kind: 'fridge', tenths: 40, key };
  expect((await measured(body)).id).toBe((await measured(body)).id);
  expect((await send({ ...body, kind: 'van' })).json().code).toBe('key_reused');
  expect((await theRecord()).readings).toHaveLength(1);
});

test('a line always says who wrote it, without an email address', async () => {
  const { by } = await core(780);
  expect(by).toMatch(/\S/);
  expect(by).not.toContain('@');
});

test('what was done about a failure is said once', async () => {
  const { id } = await core(600);
  expect((await answer(id, 'cooked_on')).json()).toMatchObject({
    action: 'cooked_on',
    actionBy: expect.any(String),
  });
  expect((await answer(id, 'cooked_on')).statusCode).toBe(200);
  expect((await answer(id, 'thrown_out')).json()).toMatchObject({
    code: 'answered',
    message: expect.stringMatching(/^\S.* settled it at \S+\.$/),
  });
  const { id: passed } = await core(800);
  expect((await answer(passed, 'thrown_out')).json().code).toBe('no_failure');
  expect((await answer(999_999, 'thrown_out')).statusCode).toBe(404);
});

test('no line is changed or deleted, except that its action is written', async () => {
  const { id } = await core(600);
  const refused = { cause: { message: 'temperature_readings only takes new rows' } };
  const { db } = t.context;
  await expect(db.delete(temperatureReadings)).rejects.toMatchObject(refused);
  await expect(db.update(temperatureReadings).set({ pass: true })).rejects.toMatchObject(refused);
  await expect(
    db.update(temperatureReadings).set({ action: 'cooked_on', tenths: 800 }),
  ).rejects.toMatchObject(refused);
  await answer(id, 'cooked_on');
  await expect(db.update(temperatureReadings).set({ action: 'thrown_out' })).rejects.toMatchObject(
    refused,
  );
});

test('a reading without its meal, its value or a known meal is refused by field', async () => {
  const fieldOf = async (body: Record<string, unknown>) =>
    Object.keys((await send(body)).json().fields);
  expect(await fieldOf({ kind: 'core', tenths: 780 })).toEqual(['mealId']);
  expect(await fieldOf({ kind: 'core', mealId: 999_999, tenths: 780 })).toEqual(['mealId']);
  expect(await fieldOf({ kind: 'fridge' })).toEqual(['tenths']);
  expect(await fieldOf({ kind: 'fridge', tenths: 99_999 })).toEqual(['tenths']);
});

test('a period that ends before it begins, or is longer than a year, is refused', async () => {
  const statusOf = async (from: string, to: string) =>
    (await staffClient.get(`/api/admin/temperatures?from=${from}&to=${to}`)).statusCode;
  expect(await statusOf('2026-02-01', '2026-01-01')).toBe(400);
  expect(await statusOf('2025-01-01', '2026-01-02')).toBe(400);
  expect(await statusOf('2025-01-01', '2026-01-01')).toBe(200);
});

test('the record is a PDF and a CSV of any period, failures first', async () => {
  await core(780);
  const { id } = await core(600);
  await answer(id, 'thrown_out');
  const slip = await core(79);
  await correct(slip.id, 790);
  const file = (format: string) =>
    staffClient.get(`/api/admin/temperature-record?from=${day(-3)}&to=${DATE}&format=${format}`);
  const csv = (await file('csv')).body.split('\r\n');
  expect(csv).toHaveLength(6);
  expect(csv[1]).toContain(`Core,${meal.name},60,at least 75 °C,failed,Thrown out`);
  const reply = await file('pdf');
  expect(reply.headers['content-type']).toBe('application/pdf');
  const [text = ''] = await pdfPages(reply.rawPayload);
  expect(text).toContain('Failed (1)');
  expect(text).toContain('FAILED: thrown out');
  expect(text).toContain('Core (4)');
  expect(text.indexOf('Failed (1)')).toBeLessThan(text.indexOf('Core (4)'));
  expect(text).toContain(`Corrected by line ${slip.id + 1}`);
});

test('readings are kept for twelve months, or as the setting says, but never less than three', async () => {
  const { site, db } = t.context;
  const old = await core(780);
  await correct(old.id, 790);
  // Settings refuse less than three: these are of a program that did not.
  const lax = {
    ...site,
    async current() {
      const state = await site.current();
      return { ...state, business: { ...state.business, temperatureMonths: 1 } };
    },
  };
  const leftAfter = async (days: number, context = t.context) => {
    after(days * 24 * 60);
    await purgeTemperatureReadings(context);
    return db.$count(temperatureReadings);
  };
  expect(await leftAfter(360)).toBe(2);
  expect(await leftAfter(85, { ...t.context, site: lax })).toBe(2);
  expect(await leftAfter(100, { ...t.context, site: lax })).toBe(0);
});
