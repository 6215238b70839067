import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { kilojoules } from '#areas/menu/rules/meal-plan.ts';
import { buildApp } from '#app/server/app.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp({ business: { dailyFeeCents: 350 } });
});
afterAll(() => t.close());

describe('the menu', () => {
  test('has every field of the spec and matches what the site advertises', async () => {
    const menu = (await t.app.inject('/api/meals')).json();
    expect(menu.length).toBeGreaterThanOrEqual(24);
    for (const meal of menu) {
      expect(meal).toMatchObject({
        id: expect.any(Number),
        name: expect.any(String),
        description: expect.any(String),
        imageUrl: null,
        calories: expect.any(Number),
        protein: expect.any(Number),
        carbs: expect.any(Number),
        fat: expect.any(Number),
        price: expect.stringMatching(/^\d+\.\d\d$/),
        mealType: expect.stringMatching(/^(lunch|dinner)$/),
        isActive: true,
        prepTime: expect.any(Number),
      });
      expect(kilojoules(meal.calories)).toBeGreaterThanOrEqual(kilojoules(320));
    }
  });

  test('is sent compressed, and as 304 to clients that have it', async () => {
    const full = await t.app.inject({ url: '/api/meals', headers: { 'accept-encoding': 'br' } });
    expect(full.headers['content-encoding']).toBe('br');
    const again = await t.app.inject({
      url: '/api/meals',
      headers: { 'if-none-match': String(full.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

test('the business has launched from the first minute of the launch date, by the kitchen’s clock', async () => {
  const hasLaunched = async (instant: string) => {
    t.setNow(instant);
    return (await t.app.inject('/api/config')).json().hasLaunched;
  };
  expect(await hasLaunched('2025-07-14T13:59:59Z')).toBe(false);
  expect(await hasLaunched('2025-07-14T14:00:00Z')).toBe(true);
  t.setNow(AN_ORDINARY_WEDNESDAY);
});

test('business facts may be overridden in the database, and the rest stay as they are', async () => {
  const config = (await t.app.inject('/api/config')).json();
  expect(config.business).toEqual({ ...defaultBusiness, dailyFeeCents: 350 });
  expect(config.payments).toEqual({ mode: 'sandbox', publishableKey: t.sandbox.publishableKey });
  expect(JSON.stringify(config)).not.toContain(t.sandbox.secretKey);
});

test('the ordering week follows the server clock and lists what is open on each day', async () => {
  const week = (await t.app.inject('/api/ordering-week')).json();
  expect(week).toMatchObject({
    timeZone: 'Australia/Brisbane',
    now: '2026-01-07T02:00:00.000Z',
    cutoff: '2026-01-11T07:00:00.000Z',
    pastDeadline: false,
    sale: { state: 'open' },
    weekStart: '2026-01-13',
    weekEnd: '2026-01-19',
  });
  expect(week.days).toHaveLength(7);
  expect(week.days[0].windows).toEqual([
    { timeSlot: '11:00-13:00', open: true, placesLeft: null },
    { timeSlot: '16:00-18:00', open: true, placesLeft: null },
  ]);
});

test('every call is described in openapi.json, and unknown ones are a JSON 404', async () => {
  const { paths } = (await t.app.inject('/api/openapi.json')).json();
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      '/api/meals',
      '/api/quote',
      '/api/create-payment-intent',
      '/api/orders',
      '/api/orders/track/{token}',
    ]),
  );
  const unknown = await t.app.inject({ method: 'PATCH', url: '/api/nothing' });
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found']);
});

test('a route without an access rule stops the app from starting', async () => {
  const options = { log: null, isHttps: false, isDev: false, sandbox: null };
  const careless = buildApp(t.context, {
    ...options,
    serveSite: async (app) => {
      app.get('/careless', () => 'open to all');
    },
  });
  await expect(careless).rejects.toThrow('GET /careless has no access rule');
});

test('only the sandbox calls that a browser may make are reachable', async () => {
  for (const url of [
    '/sandbox/v1/refunds',
    '/sandbox/_sandbox/ledger',
    '/sandbox/v1/events',
    '/sandbox/../v1/events',
  ]) {
    expect((await t.app.inject(url)).statusCode, url).toBe(404);
  }
});

test('replies carry strict headers', async () => {
  const { headers } = await t.app.inject('/livez');
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(headers['content-security-policy']).toContain("object-src 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
});
