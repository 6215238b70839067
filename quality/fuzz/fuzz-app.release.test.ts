import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzzApp } from '#quality/fuzz/fuzz-app.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
});
afterAll(() => t.close());

test('3,000 hostile requests get replies that are not server errors and match openapi.json', async () => {
  const url = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const report = await fuzzApp({
    url,
    requests: 3000,
    seed: 20_260_107,
    hands: 4,
    limitMs: 10_000,
    signIn: async () => (await signedInStaff(t)).cookie,
  });
  expect(report.faults).toEqual([]);
  expect(Object.keys(report.statuses)).toEqual(
    expect.arrayContaining(['200', '201', '400', '404']),
  );
}, 240_000);
