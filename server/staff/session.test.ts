import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedInStaff } from '#testing/staff-session.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('signing in says who one is, with a cookie that scripts cannot read', async () => {
  const { cookie, staff } = await signedInStaff(t);
  const reply = await t.app.inject({ url: '/api/auth/user', headers: { cookie } });
  expect(reply.json()).toEqual(staff);
  const nobody = await t.app.inject('/api/auth/user');
  expect([nobody.statusCode, nobody.json()]).toEqual([
    401,
    { message: 'Unauthorized', code: 'unauthorized' },
  ]);
});
