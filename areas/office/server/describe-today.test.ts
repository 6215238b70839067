import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TodayReply } from '#areas/office/calls/today.ts';
import { weekCloseNotes } from '#areas/office/server/tables/week-close.ts';
import { printedDocuments } from '#areas/printouts/server/tables/printed-documents.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { day } from '#quality/support/an-order.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let office: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  office = await aStaffClient(t, { role: 'manager' });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.delete(printedDocuments);
  await t.context.db.delete(weekCloseNotes);
  t.setNow('2026-01-07T02:00:00Z');
});

const week = async (client = office) =>
  (await client.get('/api/admin/today')).json<TodayReply>().week;
const row = async (name: string) => (await week())?.rows.find((one) => one.row === name);
const cutoff = (second = 0) => t.setNow(`2026-01-11T07:00:${String(second).padStart(2, '0')}.000Z`);

test('a week is announced until its cut-off, and closes then with what was sold', async () => {
  await aPaidOrder(t);
  t.setNow('2026-01-11T06:59:59.000Z');
  expect(await week()).toMatchObject({ state: 'open', text: '1 order.', rows: [] });
  cutoff();
  expect(await week()).toMatchObject({
    weekStart: day(0),
    state: 'closed',
    text: expect.stringContaining('1 order, 1 meal, 1 delivery.'),
  });
  t.setNow('2026-01-20T00:00:00Z');
  expect((await week())?.weekStart).not.toBe(day(0));
});

test('a cut-off that is moved while the week is closed opens it again, and says until when', async () => {
  await aPaidOrder(t);
  const owner = await aStaffClient(t);
  const facts = (await owner.get('/api/admin/settings')).json<BusinessFacts>();
  const moveTo = async (minuteOfDay: number) => {
    const now = (await owner.get('/api/admin/settings')).json<object>();
    const saved = await owner.put('/api/admin/settings', {
      ...now,
      cutoff: { ...facts.cutoff, minuteOfDay },
    });
    expect(saved.statusCode, saved.body).toBe(200);
  };
  t.setNow('2026-01-11T06:00:00.000Z');
  await moveTo(18 * 60);
  expect((await week())?.title).toBe('Orders close today at 6pm');
  t.setNow('2026-01-11T08:10:00.000Z');
  expect((await week())?.state).toBe('closed');
  await moveTo(20 * 60);
  expect(await week()).toMatchObject({
    weekStart: day(0),
    state: 'open',
    title: 'Open again until Sun 11 Jan, 8pm',
  });
  t.setNow('2026-01-11T10:00:00.000Z');
  expect((await week())?.state).toBe('closed');
  await moveTo(facts.cutoff.minuteOfDay);
});

test('its first day’s printouts tick when all are printed, and open again when an order changes', async () => {
  const { id } = await aPaidOrder(t);
  cutoff(1);
  expect(await row('printouts')).toMatchObject({
    isDone: false,
    text: 'Paper for Tue 13 Jan: prep sheet, run sheet, labels not printed',
  });
  await office.get(`/api/admin/day-papers?date=${day(0)}`);
  expect((await row('printouts'))?.text).toContain(': labels not printed');
  await office.get(`/api/admin/labels?date=${day(0)}`);
  expect(await row('printouts')).toMatchObject({ isDone: true });
  await office.delete(`/api/admin/orders/${id}?refund=none`);
  await aPaidOrderAfterwards();
  expect(await row('printouts')).toMatchObject({ isDone: false });
});

/** Sold before the cut-off by the clock; what counts is that the day's bags are others now. */
async function aPaidOrderAfterwards() {
  t.setNow('2026-01-07T02:00:00Z');
  await aPaidOrder(t);
  cutoff(2);
}

test('what is not needed is done, with a name, in that week or from it on', async () => {
  await aPaidOrder(t);
  cutoff();
  const say = (waived: string, client = office) =>
    client.post('/api/admin/today/week-notes', { weekStart: day(0), row: 'printouts', waived });
  expect((await say('week')).statusCode).toBe(204);
  expect(await row('printouts')).toMatchObject({
    isDone: true,
    detail: expect.stringMatching(/^Not needed \(.+\)$/),
  });
  expect((await say('week')).statusCode).toBe(204);
  const other = await aStaffClient(t, { role: 'manager', firstName: 'Robin', lastName: '' });
  const second = await say('week', other);
  expect([second.statusCode, second.json()]).toMatchObject([
    409,
    { code: 'already_settled', message: expect.stringMatching(/^Noah Chef settled it at \S+\.$/) },
  ]);
  expect((await say('no')).statusCode).toBe(204);
  const both = await Promise.all([say('week'), say('week', other)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409]);
  expect((await say('no')).statusCode).toBe(204);
  expect(await row('printouts')).toMatchObject({ isDone: false, detail: '' });
  const kitchen = await aStaffClient(t, { role: 'kitchen' });
  expect((await say('week', kitchen)).statusCode).toBe(403);
  expect((await week(kitchen))?.rows.map((one) => one.row)).toEqual([
    'totals',
    'allergies',
    'suppliers',
    'printouts',
  ]);
});
