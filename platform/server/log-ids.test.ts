import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#app/server/app.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { createLog, runAsJob } from '#platform/server/log.ts';
import { aMealRequest } from '#quality/support/a-meal.ts';
import { aStaffClient } from '#quality/support/a-paid-order.ts';
import {
  A_CUSTOMER,
  anOpenCheckout,
  anOrder,
  checkOut,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let lines: Record<string, unknown>[] = [];
let text = '';

beforeAll(async () => {
  const log = createLog({
    write: (line: string) => {
      text += line;
      lines.push(JSON.parse(line));
    },
  });
  t = await startTestApp({ log });
});
beforeEach(() => {
  lines = [];
  text = '';
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

test('an id from anyone but this machine and our proxies is not taken over', async () => {
  const headers = { 'x-request-id': 'proxy-4711-abc' };
  const idOf = async (app: FastifyInstance, remoteAddress: string) =>
    (await app.inject({ url: '/livez', headers, remoteAddress })).headers['x-request-id'];
  expect(await idOf(t.app, '203.0.113.7')).toMatch(/^[0-9a-f-]{36}$/);
  const options = { log: null, isHttps: false, isDev: false, sandbox: null };
  const behind = await buildApp(t.context, {
    ...options,
    trustedProxies: ['10.0.0.0/8', 'fd00::5'],
  });
  onTestFinished(() => behind.close());
  for (const proxy of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00::5', '::1'])
    expect(await idOf(behind, proxy), proxy).toBe('proxy-4711-abc');
  for (const stranger of ['11.0.0.1', '::ffff:11.0.0.1', 'fd00::6'])
    expect(await idOf(behind, stranger), stranger).toMatch(/^[0-9a-f-]{36}$/);
});

test('an API call has one line with its route, never its address; a page or probe has none', async () => {
  const reply = await t.app.inject('/api/orders/track/a-secret-of-somebody?email=mia@example.com');
  expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([
    {
      level: 30,
      requestId: reply.headers['x-request-id'],
      method: 'GET',
      route: '/api/orders/track/:token',
      status: 404,
      ms: expect.any(Number),
    },
  ]);
  expect(text).not.toMatch(/a-secret|mia@/);
  expect(text.match(/"requestId"/g)).toHaveLength(lines.length);
  lines = [];
  for (const url of ['/livez', '/readyz', '/metrics', '/', '/menu']) await t.app.inject(url);
  expect(lines.filter(({ msg }) => msg === 'request')).toEqual([]);
});

/** Everything else in the transaction succeeds. */
async function refuseCommitsOf(table: string): Promise<void> {
  await t.context.db.execute(sql`
    create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused at the commit'; end $$`);
  await t.context.db.execute(
    sql.raw(`create constraint trigger refused after insert on ${table}
      deferrable initially deferred for each row execute function refuse()`),
  );
}

test('what staff did is told once, with who did it; what was refused or failed is not told', async () => {
  const staffClient = await aStaffClient(t);
  const create = (change: object) =>
    staffClient.post('/api/meals', { ...aMealRequest(), name: 'Roast of the day', ...change });
  lines = [];
  expect((await create({ price: 'none' })).statusCode).toBe(400);
  await refuseCommitsOf('audit_log');
  expect((await create({})).statusCode).toBe(500);
  expect(lines.filter(({ msg }) => msg === 'staff change')).toEqual([]);
  await t.context.db.execute(sql`drop trigger refused on audit_log`);
  const created = await create({});
  expect(created.statusCode).toBe(201);
  expect(lines.filter(({ msg }) => msg === 'staff change')).toMatchObject([
    {
      requestId: created.headers['x-request-id'],
      staffId: staffClient.staff.id,
      action: 'meal.create',
      entityId: String(created.json<{ id: number }>().id),
    },
  ]);
});

test('a payment that settles twice is told once, after it was committed', async () => {
  const { checkout } = await anOpenCheckout(t);
  await pay(t, checkout);
  await refuseCommitsOf('orders');
  expect((await place(t, checkout.paymentIntentId)).statusCode).toBe(500);
  expect(lines.filter(({ msg }) => msg === 'order settled')).toEqual([]);
  await t.context.db.execute(sql`drop trigger refused on orders`);
  const placed = await place(t, checkout.paymentIntentId);
  await place(t, checkout.paymentIntentId);
  expect(lines.filter(({ msg }) => msg === 'order settled')).toMatchObject([
    {
      requestId: placed.headers['x-request-id'],
      checkoutId: checkout.checkoutId,
      paymentIntentId: checkout.paymentIntentId,
      orderId: expect.any(Number),
    },
  ]);
});

test('each of several emails of one job names its own checkout', async () => {
  await t.clearOrders();
  const checkoutIds: string[] = [];
  for (const cart of ['one', 'two']) {
    const { checkout } = await anOpenCheckout(t, {
      customer: { ...A_CUSTOMER, email: `${cart}@example.com` },
    });
    checkoutIds.push(checkout.checkoutId);
    await pay(t, checkout);
    await place(t, checkout.paymentIntentId);
  }
  await t.context.db.execute(sql`delete from messages where order_id is null`);
  lines = [];
  await runAsJob('emails', () => sendMessages(t.context));
  const sent = lines.filter(({ msg }) => msg === 'email sent');
  expect(sent.map(({ checkoutId }) => checkoutId)).toEqual(expect.arrayContaining(checkoutIds));
  expect(sent.every(({ job }) => job === 'emails')).toBe(true);
});

test('a service’s log line names the request and the checkout, once each', async () => {
  await t.clearOrders();
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
  expect(lines.find(({ msg }) => msg === 'request failed')).toMatchObject({
    requestId: failed.headers['x-request-id'],
  });
});

test('a job’s log line names the job', async () => {
  await runAsJob('emails', async () => t.context.log.info('sent'));
  expect(lines).toMatchObject([{ job: 'emails', msg: 'sent' }]);
});
