/**
 * What callers get while the database cannot work. Here PostgreSQL itself raises its errors, at the statement, from a
 * trigger; `npm run chaos -- full-disk` fills a real disk.
 */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  staffClient = await aStaffClient(t);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => t.close());

async function failWritesWith(sqlState: string): Promise<void> {
  await t.context.db.execute(sql`
    create or replace function refuse() returns trigger language plpgsql as
    ${sql.raw(`$$ begin raise exception 'out of order' using errcode = '${sqlState}'; end $$`)}`);
  for (const table of ['waitlist_entries', 'delivery_slots'])
    await t.context.db.execute(
      sql.raw(
        `create or replace trigger refuse before insert or update on ${table} execute function refuse()`,
      ),
    );
}

async function repair(): Promise<void> {
  await t.context.db.execute(sql`drop function refuse cascade`);
}

const join = () =>
  t.app.inject({
    method: 'POST',
    url: '/api/waitlist',
    payload: { email: 'mia@example.com', suburb: 'Cleveland' },
  });

test.each(['53200', '53300', '57P01', '57P03', '25006', '58030', '08006'])(
  'SQLSTATE %s is no fault of the caller: 503, try again in a moment',
  async (sqlState) => {
    await failWritesWith(sqlState);
    const reply = await join();
    await repair();
    expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([
      503,
      '2',
      { code: 'unavailable', message: 'We can’t do this right now. Try again in a minute.' },
    ]);
  },
);

test('a full disk: 503 with what to do, not ready, and all by itself ready again', async () => {
  await failWritesWith('53100');
  const refused = await join();
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    503,
    '60',
    {
      code: 'unavailable',
      message: 'We can’t save anything right now. Try again in a few minutes.',
    },
  ]);
  const toStaff = await staffClient.post('/api/admin/delivery-slots', {
    date: '2026-01-14',
    timeSlot: '11:00-13:00',
    maxDeliveries: 5,
  });
  expect([toStaff.statusCode, toStaff.json()]).toMatchObject([
    503,
    {
      message: expect.stringMatching(
        /^The disk is full, so nothing can be saved\. Free some space/,
      ),
    },
  ]);
  const ready = await t.app.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toMatchObject([
    503,
    { reasons: ['the database’s disk is full'] },
  ]);
  // Anyone who only reads is served.
  expect((await t.app.inject('/api/meals')).statusCode).toBe(200);

  await repair();
  expect((await join()).statusCode).toBe(201);
  expect((await t.app.inject('/readyz')).statusCode).toBe(503);
  const started = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(started + 11_000);
  expect((await t.app.inject('/readyz')).statusCode).toBe(200);
});
