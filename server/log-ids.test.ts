import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { runAsJob } from '#server/log-ids.ts';
import { anOrder, checkOut, menuOf, priced } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const log = createLog({ write: (line: string) => lines.push(JSON.parse(line)) });
  t = await startTestApp({ log });
});
beforeEach(() => {
  lines = [];
});
afterAll(() => t.close());

test('a reply carries its request id: the proxy’s own when it is well-formed', async () => {
  const own = await t.app.inject({ url: '/livez', headers: { 'x-request-id': 'proxy-4711-abc' } });
  expect(own.headers['x-request-id']).toBe('proxy-4711-abc');
  for (const bad of ['short', 'with space and "quotes"', 'x'.repeat(100)]) {
    const reply = await t.app.inject({ url: '/livez', headers: { 'x-request-id': bad } });
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('a service’s log line names the request and the checkout, once each', async () => {
  const orderData = await priced(t, anOrder(await menuOf(t)));
  await t.sandbox.stop();
  const reply = await checkOut(t, orderData);
  expect(reply.statusCode).toBe(503);
  const { rows } = await t.context.db.execute<{ id: string }>(sql`select id from checkouts`);
  t.context.log.warn('outside of any request');
  const [outside] = lines.filter(({ msg }) => msg === 'outside of any request');
  expect(outside).not.toHaveProperty('requestId');
  const inside = lines.filter(({ requestId }) => requestId === reply.headers['x-request-id']);
  for (const line of inside) expect(line).toMatchObject({ checkoutId: rows[0]?.id });
  await t.context.db.execute(sql`alter table waitlist_entries add constraint no check (false)`);
  const failed = await t.app.inject({
    method: 'POST',
    url: '/api/waitlist',
    body: { email: 'mia@example.com', suburb: 'Cleveland' },
  });
  expect(failed.statusCode).toBe(500);
  expect(lines.at(-1)).toMatchObject({
    msg: 'request failed',
    requestId: failed.headers['x-request-id'],
  });
});

test('a job’s log line names the job', async () => {
  await runAsJob('send_mail', async () => t.context.log.info('sent'));
  expect(lines).toMatchObject([{ job: 'send_mail', msg: 'sent' }]);
});
