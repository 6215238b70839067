/** What a stranger may send again and again, and how little of it gets into the log. */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildApp } from '#app/server/app.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { RATE_LIMITS } from '#platform/server/http/throttle.ts';
import { anOpenCheckout, pay } from '#quality/support/an-order.ts';
import { sendEvent, signedEvent } from '#quality/support/gateway-bench.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let lines: Record<string, unknown>[] = [];
const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });

beforeAll(async () => {
  t = await startTestApp({ throttle: true, log });
});
afterAll(() => t.close());
beforeEach(async () => {
  lines = [];
  await t.context.db.delete(throttleCounters);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

const OPTIONS = { log, isHttps: false, isDev: false };
const unsigned = (app = t.app) =>
  app.inject({ method: 'POST', url: '/api/stripe/webhook', body: { id: 'evt_forged' } });
const said = (message: string) => lines.filter(({ msg }) => msg === message);
/** Without the short lines about each request. */
const troubles = () => lines.filter(({ level }) => Number(level) > 30);

test.each(['/', '/api/config', '/livez', '/nowhere'])(
  'two Host headers are refused: %s',
  async (url) => {
    const address = new URL(
      t.app.server.listening
        ? `http://127.0.0.1:${(t.app.server.address() as { port: number }).port}`
        : await t.app.listen({ port: 0, host: '127.0.0.1' }),
    );
    const ask = async (hosts: string) => {
      const socket = connect(Number(address.port), '127.0.0.1');
      socket.end(`GET ${url} HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`);
      return text(socket);
    };
    const refused = await ask('Host: meals.example\r\nhost: evil.example\r\n');
    expect(refused).toMatch(/^HTTP\/1.1 400 /);
    expect(refused).toContain('more than one Host header');
    expect(await ask('Host: meals.example\r\n')).not.toMatch(/^HTTP\/1.1 400 /);
  },
);

test('a connection that asks 3,600 times without reading is closed after a few answers', async () => {
  const app = await buildApp(t.context, { ...OPTIONS, sandbox: null });
  let asked = 0;
  app.addHook('preHandler', async () => void (asked += 1));
  await app.inject('/api/openapi.json');
  const before = process.memoryUsage();
  asked = 0;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  const closed = once(app.server, 'connection').then(([theirs]) => once(theirs as Socket, 'close'));
  socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: meals.example\r\n\r\n'.repeat(3600));
  await closed;
  expect(asked).toBeLessThanOrEqual(16);
  const { heapUsed, external } = process.memoryUsage();
  const taken = heapUsed + external - before.heapUsed - before.external;
  expect(taken / 1024 / 1024, 'MB').toBeLessThan(20);
  socket.destroy();
  await app.close();
});

test('one that reads may ask as often as it likes', async () => {
  const app = await buildApp(t.context, { ...OPTIONS, sandbox: null });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  for (let count = 0; count < 40; count += 1) {
    socket.write('GET /livez HTTP/1.1\r\nHost: meals.example\r\n\r\n');
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 200 /);
  }
  socket.destroy();
  await app.close();
});

test('webhooks without a signature are throttled, and logged once a minute', async () => {
  const app = await buildApp(t.context, { ...OPTIONS, sandbox: null });
  const { limit } = RATE_LIMITS.unsignedWebhook;
  const statuses = [];
  for (let count = 0; count < limit + 5; count += 1)
    statuses.push((await unsigned(app)).statusCode);
  expect(statuses.filter((status) => status === 400)).toHaveLength(limit);
  expect(statuses.slice(limit)).toEqual(Array(5).fill(429));
  expect(lines).toMatchObject([{ alarm: 'webhook_signature', ip: '127.0.0.1' }]);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(1)).toMatchObject([{ alarm: 'webhook_signature', webhooks: limit + 4 }]);
  vi.advanceTimersByTime(60_000);
  await unsigned(app);
  expect(said('a webhook without a signature that holds')).toHaveLength(2);
  await app.close();
});

test('events of the card provider itself are not throttled', async () => {
  for (let count = 0; count < RATE_LIMITS.unsignedWebhook.limit + 5; count += 1) await unsigned();
  const { checkout } = await anOpenCheckout(t);
  await pay(t, checkout);
  const event = signedEvent(t, { id: 'evt_true', intentId: checkout.paymentIntentId });
  expect((await sendEvent(t, event)).statusCode).toBe(200);
});

test('a lost database is logged with its stack once, and then counted', async () => {
  const db = openDatabase(`postgres://nobody@127.0.0.1:${await findFreePort()}/mealrun`);
  const app = await buildApp({ ...t.context, db }, { ...OPTIONS, sandbox: null });
  const ask = () => app.inject('/api/orders/track/nobody');
  for (let count = 0; count < 30; count += 1) expect((await ask()).statusCode).toBe(503);
  expect(said('the database does not answer')).toHaveLength(1);
  expect(troubles()).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(said('the database still does not answer')).toMatchObject([{ requests: 29 }]);
  expect(troubles()).toHaveLength(2);
  await app.close();
  await db.$client.end();
});
