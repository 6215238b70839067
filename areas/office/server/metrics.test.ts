import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type AppOptions, buildApp } from '#app/server/app.ts';
import { anOpenCheckout } from '#quality/support/an-order.ts';
import { aPaidOrder, aStaffClient } from '#quality/support/a-paid-order.ts';
import { signInWith } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
});
afterAll(() => t.close());

async function scrape(headers: Record<string, string> = {}) {
  return t.app.inject({ url: '/metrics', headers });
}

function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length));
}

test('metrics follow Prometheus conventions: prefix, unit, help and type for each', async () => {
  const { body, headers } = await scrape();
  expect(headers['content-type']).toContain('text/plain; version=0.0.4');
  const types = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]);
  expect(new Set(types.map(([name]) => name)).size).toBe(types.length);
  for (const [name, type] of types) {
    expect(name).toMatch(/^(mealrun|process|nodejs)_[a-z0-9_]+$/);
    if (type === 'counter') expect(name).toMatch(/_total$/);
    expect(body).toContain(`# HELP ${name} `);
  }
  expect(body).not.toMatch(/_(ms|minutes|hours|milliseconds)\b/);
});

test('checkouts, holds, places and emails are counted', async () => {
  await aPaidOrder(t);
  await anOpenCheckout(t);
  const { body } = await scrape();
  expect(valueOf(body, 'mealrun_checkouts_last_day{state="paid"}')).toBe(1);
  expect(valueOf(body, 'mealrun_checkouts_last_day{state="open"}')).toBe(1);
  expect(valueOf(body, 'mealrun_slot_places_held')).toBe(1);
  expect(valueOf(body, 'mealrun_slot_holds')).toBe(1);
  expect(valueOf(body, 'mealrun_slot_places_booked')).toBe(1);
  expect(valueOf(body, 'mealrun_slot_fill_ratio')).toBeGreaterThan(0);
  expect(valueOf(body, 'mealrun_outbox_messages{state="waiting"}')).toBe(1);
  expect(valueOf(body, 'mealrun_refunds_failed')).toBe(0);
  expect(valueOf(body, 'mealrun_database_up')).toBe(1);
  expect(body).toContain('nodejs_eventloop_lag_seconds');
});

test('requests are timed by route, so that no URL is ever a label', async () => {
  await t.app.inject('/api/orders/track/somebody-elses-token');
  const { body } = await scrape();
  const ofTracking = `mealrun_http_request_duration_seconds_count{method="GET",route="/api/orders/track/:token",status="404"}`;
  expect(valueOf(body, ofTracking)).toBe(1);
  expect(body).not.toContain('somebody-elses-token');
});

test('refused sign-ins are counted', async () => {
  const before = valueOf((await scrape()).body, 'mealrun_sign_in_failures_total');
  await signInWith(t, 'nobody@example.com', 'not the password at all');
  expect(valueOf((await scrape()).body, 'mealrun_sign_in_failures_total')).toBe(before + 1);
});

const HERE = '127.0.0.1';
const ELSEWHERE = '203.0.113.7';

async function statusOf(app: FastifyInstance, headers = {}, remoteAddress = HERE) {
  return (await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode;
}

async function anAppWith(options: Pick<AppOptions, 'metricsToken' | 'trustedProxies'>) {
  const app = await buildApp(t.context, {
    log: null,
    isHttps: false,
    isDev: false,
    sandbox: null,
    ...options,
  });
  onTestFinished(() => app.close());
  return app;
}

describe('without a token', () => {
  test('only this machine and staff may read them; a proxy on this machine counts as neither', async () => {
    expect(await statusOf(t.app)).toBe(200);
    expect(await statusOf(t.app, { host: '127.0.0.1:3000' })).toBe(200);
    expect(await statusOf(t.app, { host: '[::1]:3000' }, '::1')).toBe(200);
    expect(await statusOf(t.app, {}, ELSEWHERE)).toBe(401);
    const { cookie } = await aStaffClient(t);
    expect(await statusOf(t.app, { cookie }, ELSEWHERE)).toBe(200);
  });

  test.each([
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'forwarded',
    'via',
  ])('a request with the header %s came through a proxy', async (header) => {
    expect(await statusOf(t.app, { [header]: HERE })).toBe(401);
  });

  test('so did one for a public name, and one in nginx’s older HTTP', async () => {
    expect(await statusOf(t.app, { host: 'meals.example.com' })).toBe(401);
    expect(await statusOf(t.app, { host: 'localhost.meals.example.com' })).toBe(401);
    const { port } = new URL(await t.app.listen({ port: 0, host: HERE }));
    expect(await askInHttp(port, '1.0')).toContain(' 401 ');
    expect(await askInHttp(port, '1.1')).toContain(' 200 ');
  });

  test('with proxies elsewhere to trust, no request is local', async () => {
    const app = await anAppWith({ trustedProxies: ['10.0.0.0/8'] });
    expect(await statusOf(app)).toBe(401);
  });
});

describe('with a token', () => {
  const token = '0123456789abcdef';

  test('anyone who sends it may read them, from anywhere', async () => {
    const app = await anAppWith({ metricsToken: token, trustedProxies: ['10.0.0.0/8'] });
    const authorization = `Bearer ${token}`;
    expect(await statusOf(app, { authorization }, ELSEWHERE)).toBe(200);
    expect(await statusOf(app, { authorization, 'x-forwarded-for': ELSEWHERE })).toBe(200);
  });

  test('nobody else may but staff, not even this machine', async () => {
    const app = await anAppWith({ metricsToken: token });
    for (const authorization of ['', token, `Basic ${token}`, `Bearer ${token}0`, 'Bearer '])
      expect(await statusOf(app, { authorization })).toBe(401);
    const refused = await app.inject({ url: '/metrics' });
    expect(refused.statusCode).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer');
    const { cookie } = await aStaffClient(t);
    expect(await statusOf(app, { cookie }, ELSEWHERE)).toBe(200);
  });
});

/** The first line of the reply. */
async function askInHttp(port: string, version: '1.0' | '1.1'): Promise<string> {
  const socket = connect(Number(port), HERE);
  socket.write(
    `GET /metrics HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
  );
  const reply = await readText(socket);
  return reply.slice(0, reply.indexOf('\r\n'));
}
