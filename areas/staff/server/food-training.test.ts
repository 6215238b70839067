/** Training of those who handle food: added, never changed, and asked after once a week. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FoodSafetyReply } from '#areas/kitchen/calls/food-safety-record.ts';
import { foodHandlers } from '#areas/staff/server/tables/staff.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let cook: StaffClient;
let packer: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  cook = await aStaffClient(t, { role: 'kitchen' });
  packer = await aStaffClient(t, { role: 'packer' });
  await aStaffClient(t, { role: 'driver' });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.context.db.execute(sql`truncate ${foodHandlers}`);
  at('2026-01-12');
});

const at = (date: string) => t.setNow(`${date}T00:00:00Z`);
const COURSE = { basis: 'course', what: 'Do food safely', doneOn: '2026-01-05' };
const add = (change: Record<string, unknown>) =>
  cook.post('/api/admin/food-training', { ...COURSE, ...change });
const training = async () =>
  (await cook.get('/api/admin/food-safety')).json<FoodSafetyReply>().training;
const onToday = async () => (await cook.today('untrained')).length;

test('anyone who cooks or packs without a line is named on the page, in the record, and on Today on Mondays', async () => {
  expect((await training()).untrained).toHaveLength(2);
  expect(await onToday()).toBe(2);
  at('2026-01-13');
  expect(await onToday()).toBe(0);
  at('2026-01-12');
  const record = () =>
    cook.get('/api/admin/temperature-record?from=2026-01-12&to=2026-01-12&format=pdf');
  const text = async () => (await pdfPages((await record()).rawPayload)).join(' ');
  expect(await text()).toContain('No training on record: Noah Chef, Noah Chef');
  for (const { staff } of [cook, packer])
    expect((await add({ staffId: staff.id })).statusCode).toBe(201);
  expect(await training()).toMatchObject({
    untrained: [],
    lines: [{ what: 'Do food safely', by: 'Noah Chef', ends: null }, {}],
  });
  expect(await onToday()).toBe(0);
  expect(await text()).toContain('Everyone who cooks or packs has training on record');
});

test('training that ends is asked for again from that day on', async () => {
  await add({ staffId: cook.staff.id, ends: '2026-01-19' });
  expect((await training()).untrained).toHaveLength(1);
  at('2026-01-19');
  expect((await training()).untrained).toHaveLength(2);
});

test.each([
  [{ staffId: null }, 'name'],
  [{ staffId: '00000000-0000-4000-8000-000000000000' }, 'staffId'],
  [{ staffId: null, name: 'Ana', doneOn: '2026-01-13' }, 'doneOn'],
  [{ staffId: null, name: 'Ana', ends: '2026-01-04' }, 'ends'],
  [{ staffId: null, name: 'Ana', what: '' }, 'what'],
  [{ staffId: null, name: 'Ana', basis: 'hearsay' }, 'basis'],
])('%j is refused at its field, and nothing is kept', async (change, field) => {
  const reply = await add(change);
  expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, [field]]);
  expect(await t.context.db.$count(foodHandlers)).toBe(0);
});

test('no line is changed or deleted', async () => {
  await add({ staffId: null, name: 'Ana' });
  const refused = { cause: { message: expect.stringContaining('food_handlers') } };
  await expect(t.context.db.delete(foodHandlers)).rejects.toMatchObject(refused);
  await expect(t.context.db.update(foodHandlers).set({ what: 'More' })).rejects.toMatchObject(
    refused,
  );
});
