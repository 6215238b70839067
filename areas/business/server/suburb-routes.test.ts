import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});

afterAll(() => testApp.close());

test.each([
  ['suburb=Cleveland', '/order'],
  ['suburb=4165', '/order'],
  ['suburb=Russell+Island', '/waitlist?suburb=Russell+Island'],
  ['suburb=%3Cscript%3E', '/waitlist?suburb=%3Cscript%3E'],
  ['suburb=//evil.example', '/waitlist?suburb=%2F%2Fevil.example'],
  ['suburb=a&suburb=b', '/waitlist'],
  ['suburb=+', '/waitlist'],
  ['', '/waitlist'],
])('for "%s", a browser without scripts is redirected to %s', async (query, to) => {
  const reply = await testApp.app.inject({ url: `/suburb?${query}` });
  expect(reply.statusCode).toBe(303);
  expect(reply.headers.location).toBe(to);
});

test('a suburb of 10 KB is cut short', async () => {
  const reply = await testApp.app.inject({ url: `/suburb?suburb=${'x'.repeat(10_000)}` });
  expect(String(reply.headers.location).length).toBeLessThan(200);
});
