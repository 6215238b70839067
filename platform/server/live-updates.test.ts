import Fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp } from '#app/server/app.ts';
import { openChangeFeed } from '#platform/server/db/change-feed.ts';
import { staffSessions } from '#areas/staff/server/tables/staff.ts';
import { registerLiveRoutes } from '#areas/orders/server/live-routes.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;
let address: string;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  address = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  staffClient = await aStaffClient(t);
});

/** Collects everything until the stream ends. */
async function listen(from = address) {
  const leave = new AbortController();
  const reply = await fetch(`${from}/api/admin/live`, {
    headers: { cookie: staffClient.cookie },
    signal: leave.signal,
  });
  let text = '';
  let hasEnded = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of reply.body ?? []) text += decoder.decode(chunk, { stream: true });
    } catch {
      // We closed it.
    }
    hasEnded = true;
  })();
  return {
    reply,
    text: () => text,
    events: () =>
      [...text.matchAll(/^event: (.+)\ndata: (.+)$/gm)].map(([, event, data]) => [
        event,
        JSON.parse(data!),
      ]),
    hasEnded: () => hasEnded,
    async leave() {
      leave.abort();
      await reading;
    },
  };
}

test('an open portal is notified of a new order and its changes, by number only', async () => {
  const stream = await listen();
  expect(stream.reply.headers.get('content-type')).toMatch('text/event-stream');
  expect(stream.reply.headers.get('cache-control')).toBe('no-store');
  const { id, orderNumber } = await aPaidOrder(t);
  await expect.poll(stream.events).toEqual([
    ['ready', {}],
    ['order-created', { id, orderNumber }],
  ]);
  await staffClient.put(`/api/admin/orders/${id}/status`, { status: 'delivered' });
  await expect.poll(stream.events).toContainEqual(['order-changed', { id, orderNumber }]);
  expect(stream.text()).not.toContain('mia@example.com');
  await stream.leave();
});

test('changes by another process arrive too', async () => {
  const changes = await openChangeFeed(
    String(t.context.db.$client.options.connectionString),
    t.context.log,
  );
  const other = await buildApp(
    { ...t.context, changes },
    { log: null, isHttps: false, isDev: false, sandbox: t.sandbox },
  );
  const stream = await listen(await other.listen({ port: 0, host: '127.0.0.1' }));
  const { id, orderNumber } = await aPaidOrder(t);
  await expect.poll(stream.events).toContainEqual(['order-created', { id, orderNumber }]);
  // Closing does not wait for streams that would never end.
  await other.close();
  await expect.poll(stream.hasEnded).toBe(true);
  await changes.close();
});

test('is for staff only', async () => {
  expect((await fetch(`${address}/api/admin/live`)).status).toBe(401);
});

test('a stream sends signs of life, and ends with the session', async () => {
  const quick = Fastify();
  quick.setSerializerCompiler(serializerCompiler);
  registerLiveRoutes(quick, t.context, { heartbeatMs: 5, sessionCheckMs: 5 });
  const stream = await listen(await quick.listen({ port: 0, host: '127.0.0.1' }));
  await expect.poll(stream.text).toContain(': still here');
  expect(stream.hasEnded()).toBe(false);
  await t.context.db.delete(staffSessions);
  await expect.poll(stream.hasEnded).toBe(true);
  await quick.close();
});

test('a lost database connection ends the streams, so that pages reconnect and reload', async () => {
  const stream = await listen();
  await t.context.db.execute(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'listen %'`,
  );
  await expect.poll(stream.hasEnded).toBe(true);
  await expect.poll(() => t.context.changes.isLive(), { timeout: 10_000 }).toBe(true);
});
