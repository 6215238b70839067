import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const open = (url: string) => t.app.inject({ url });

test('the reference page and all it loads come from our own files', async () => {
  const page = await open('/api/docs');
  expect([page.statusCode, page.headers['content-type']]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
  expect(loaded).toContain('/api/docs/swagger-ui-bundle.js');
  for (const url of loaded) {
    expect(url).toMatch(/^\/api\//);
    const { statusCode, body } = await open(url);
    expect([url, statusCode]).toEqual([url, 200]);
    expect(body.length, url).toBeGreaterThan(100);
  }
});

test('its policy lets nothing run or load from elsewhere', async () => {
  const policy = String((await open('/api/docs')).headers['content-security-policy']).split(';');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
    ]),
  );
  expect(policy.join(' ')).not.toMatch(/unsafe|https?:|\*/);
});

test('calls cannot be sent from it, and it tells no validator of us', async () => {
  const { body } = await open('/api/docs/start.js');
  expect(body).toContain('supportedSubmitMethods: []');
  expect(body).toContain('validatorUrl: null');
});

test('other files of the package are not served', async () => {
  expect((await open('/api/docs/package.json')).statusCode).toBe(404);
  expect((await open('/api/docs/..%2Fpackage.json')).statusCode).toBe(404);
});
