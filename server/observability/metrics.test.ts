import { afterAll, beforeAll, expect, test } from 'vitest';
import { anOpenCheckout } from '#quality/support/an-order.ts';
import { aPaidOrder, aStaffClient } from '#quality/support/a-paid-order.ts';
import { signInWith } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
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

test('only this machine and staff may read them; a proxy on this machine counts as neither', async () => {
  expect((await scrape()).statusCode).toBe(200);
  for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']) {
    expect((await scrape({ [header]: '127.0.0.1' })).statusCode).toBe(401);
  }
  const elsewhere = await t.app.inject({ url: '/metrics', remoteAddress: '203.0.113.7' });
  expect(elsewhere.statusCode).toBe(401);
  const { cookie } = await aStaffClient(t);
  const staff = await t.app.inject({
    url: '/metrics',
    remoteAddress: '203.0.113.7',
    headers: { cookie },
  });
  expect(staff.statusCode).toBe(200);
});
