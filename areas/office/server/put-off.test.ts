import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TodayReply } from '#areas/office/calls/today.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { todayWaits } from '#areas/office/server/tables/week-close.ts';
import { purgeWaits } from '#areas/office/server/put-off.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import {
  aPaidOrder,
  aStaffClient,
  type PaidOrder,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import { day } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let office: StaffClient;
let order: PaidOrder;
let key: string;

const NOW = '2026-01-07T02:00:00.000Z';
const SEVEN_TOMORROW = '2026-01-07T21:00:00.000Z';

beforeAll(async () => {
  t = await startTestApp();
  office = await aStaffClient(t, { role: 'manager' });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.delete(todayWaits);
  t.setNow(NOW);
  order = await aPaidOrder(t);
  const [refund] = await t.context.db
    .insert(refunds)
    .values({
      orderId: order.id,
      paymentIntentId: order.paymentIntentId,
      amountCents: 100,
      presents: [{ part: 'order', cents: 100 }],
      reason: 'requested_by_customer',
      state: 'failed',
      idemKey: 'put-off-test',
    })
    .returning();
  key = `refund_failed:${refund!.id}`;
});

const today = async () => (await office.get('/api/admin/today')).json<TodayReply>();
const wait = (until: string | null, body: object = {}) =>
  office.post('/api/admin/today/waits', { key, until, note: 'the bank', ...body });
const seen = async () => {
  const { rows, count, byPage, waiting } = await today();
  return {
    rows: rows.filter(({ kind }) => kind === 'refund_failed').length,
    isCounted: count === rows.length && (byPage.payments ?? 0) > 0,
    waiting: waiting.map((row) => row.key),
  };
};

const HERE = { rows: 1, isCounted: true, waiting: [] };
const WAITS = () => ({ rows: 0, isCounted: false, waiting: [key] });

test('what waits is out of the rows and their numbers, says for whom, and is back at its time', async () => {
  expect(await seen()).toEqual(HERE);
  expect((await wait(SEVEN_TOMORROW)).statusCode).toBe(204);
  expect(await seen()).toEqual(WAITS());
  expect((await today()).waiting).toMatchObject([
    { until: SEVEN_TOMORROW, note: 'the bank', by: expect.any(String) },
  ]);
  t.setNow('2026-01-07T20:59:59.000Z');
  expect(await seen()).toEqual(WAITS());
  t.setNow(SEVEN_TOMORROW);
  expect(await seen()).toEqual(HERE);
  expect(await purgeWaits(t.context)).toBe(1);
});

test('it is back at once when what it says changes, and for everyone when someone takes it back', async () => {
  await wait(SEVEN_TOMORROW);
  await t.context.db.update(refunds).set({ amountCents: 200 });
  expect(await seen()).toEqual(HERE);
  await wait(SEVEN_TOMORROW);
  expect(await seen()).toEqual(WAITS());
  expect((await wait(null)).statusCode).toBe(204);
  expect(await seen()).toEqual(HERE);
});

test('not until a time that is over, nor more than thirty days ahead', async () => {
  for (const until of [NOW, '2026-02-06T14:00:00.000Z']) {
    const reply = await wait(until);
    expect([reply.statusCode, Object.keys(reply.json().fields)], until).toEqual([400, ['until']]);
  }
  expect((await wait('2026-02-06T13:59:59.000Z')).statusCode).toBe(204);
});

test('someone in danger or without their meals cannot wait, nor can what nobody has to decide', async () => {
  t.setNow(`${day(0)}T05:00:00.000Z`);
  const [late] = await office.today('late');
  const refused = await wait(`${addDays(day(0), 1)}T00:00:00.000Z`, { key: late!.key });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'cannot_wait']);
  const gone = await wait(null, { key: 'refund_failed:999999' });
  expect([gone.statusCode, gone.json().code]).toEqual([409, 'already_settled']);
});

test('what someone has settled says who and when, to those alone who see such rows', async () => {
  const robin = await aStaffClient(t, { role: 'manager', firstName: 'Robin', lastName: '' });
  const id = key.split(':')[1];
  await robin.post(`/api/admin/payments/refunds/${id}/handled`, { note: 'By bank' });
  const says = async (client = office) =>
    (await client.post('/api/admin/today/waits', { key, until: SEVEN_TOMORROW })).json().message;
  expect(await says()).toBe('Robin settled it at midday.');
  t.setNow('2026-01-07T14:00:00.000Z');
  expect(await says()).toBe('Robin settled it on Wed 7 Jan at midday.');
  expect(await says(await aStaffClient(t, { role: 'phone' }))).toBe('Someone has settled this.');
});

test('a role puts off what it sees alone', async () => {
  const phone = await aStaffClient(t, { role: 'phone' });
  const reply = await phone.post('/api/admin/today/waits', { key, until: SEVEN_TOMORROW });
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'already_settled']);
  const text = (await phone.get('/api/admin/today')).body;
  expect(text).not.toContain('refund');
  expect(text).not.toContain('payments');
});
