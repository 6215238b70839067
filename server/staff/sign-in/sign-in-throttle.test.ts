import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { throttleCounters } from '#server/db/schema/operation/throttle-counters.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/staff/sign-in/sign-in-hooks.ts';
import { A_PASSWORD, aStaffAccount, signedInStaff } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp({ throttle: true });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.context.db.delete(throttleCounters);
});

/** By default from an address in the range reserved for documentation. */
async function signIn(email: string, password: string, from = '203.0.113.9') {
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { 'x-forwarded-for': from },
    body: { email, password },
  });
  return { status: reply.statusCode, wait: reply.headers['retry-after'], body: reply.json() };
}

async function attempt(times: number, email: string, from?: (index: number) => string) {
  const attempts = Array.from({ length: times }, (_, index) =>
    signIn(email, `wrong guess ${index}`, from?.(index)),
  );
  return (await Promise.all(attempts)).map(({ status }) => status).toSorted();
}

const manyAddresses = (index: number) => `198.51.100.${index + 1}`;

test('after five wrong passwords an account is locked to strangers for a while, even with the right one', async () => {
  const { email } = await aStaffAccount(t);
  expect(await attempt(8, email, manyAddresses)).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  const refused = await signIn(email, A_PASSWORD);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.wait)).toBeGreaterThan(0);
  expect(Number(refused.wait)).toBeLessThanOrEqual(900);
  t.advanceMinutes(16);
  expect(await signIn(email, A_PASSWORD)).toMatchObject({ status: 200 });
});

test('its owner can still sign in from an address used before', async () => {
  const { email } = await aStaffAccount(t);
  expect(await signIn(email, A_PASSWORD, '192.0.2.1')).toMatchObject({ status: 200 });
  await attempt(10, email, manyAddresses);
  expect(await signIn(email, A_PASSWORD, '192.0.2.2')).toMatchObject({ status: 429 });
  expect(await signIn(email, A_PASSWORD, '192.0.2.1')).toMatchObject({ status: 200 });
});

test('unknown accounts are throttled the same way, so that the throttle reveals nothing', async () => {
  expect(await attempt(6, 'nobody@example.com', manyAddresses)).toEqual([
    401, 401, 401, 401, 401, 429,
  ]);
});

test('after twenty wrong passwords an address is refused, whatever accounts it tries', async () => {
  const statuses = [];
  for (let index = 0; index < 21; index++) {
    statuses.push((await signIn(`nobody-${index}@example.com`, 'wrong')).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
  const { email } = await aStaffAccount(t);
  expect(await signIn(email, A_PASSWORD)).toMatchObject({ status: 429 });
  expect(await signIn(email, A_PASSWORD, '192.0.2.7')).toMatchObject({ status: 200 });
});

test('an IPv6 network counts as one address', async () => {
  const statuses = [];
  for (let index = 0; index < 21; index++) {
    const from = `2001:db8:1:2::${index + 1}`;
    statuses.push((await signIn(`nobody-${index}@example.com`, 'wrong', from)).status);
  }
  expect(statuses.at(-1)).toBe(429);
});

test('right passwords do not count', async () => {
  const { email } = await aStaffAccount(t);
  for (let index = 0; index < 25; index++) {
    expect(await signIn(email, A_PASSWORD)).toMatchObject({ status: 200 });
  }
});

test('calls that do not come by HTTP are counted too', async () => {
  const { email } = await aStaffAccount(t);
  const call = (password: string) =>
    t.context.signIn.auth.api.signInEmail({
      body: { email, password },
      headers: new Headers({ [CLIENT_ADDRESS_HEADER]: '203.0.113.50' }),
    });
  for (let index = 0; index < 5; index++) {
    await expect(call('a wrong password')).rejects.toMatchObject({ status: 'UNAUTHORIZED' });
  }
  await expect(call(A_PASSWORD)).rejects.toMatchObject({ status: 429 });
});

test('an address claimed in a header of ours is not trusted', async () => {
  const { email } = await aStaffAccount(t);
  const spoof = (index: number) =>
    t.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      remoteAddress: '203.0.113.77',
      headers: {
        [CLIENT_ADDRESS_HEADER]: `192.0.2.${index}`,
        'x-forwarded-for': `192.0.2.${index}`,
      },
      body: { email: `nobody-${index}@example.com`, password: 'wrong' },
    });
  for (let index = 0; index < 20; index++) await spoof(index);
  expect((await spoof(21)).statusCode).toBe(429);
  expect(await signIn(email, A_PASSWORD, '192.0.2.21')).toMatchObject({ status: 200 });
});

test('codes, one-time links and repeated password checks are throttled too', async () => {
  const calls = [
    { url: '/api/auth/two-factor/verify-totp', body: { code: '123456' } },
    { url: '/api/auth/two-factor/verify-backup-code', body: { code: 'abcde-fghij' } },
    { url: '/api/staff/open-link', body: { token: 'a guess' } },
    {
      url: '/api/staff/accept-invite',
      body: { token: 'a', firstName: 'A', lastName: 'B', password: A_PASSWORD },
    },
    { url: '/api/staff/reset-password', body: { token: 'a guess', password: A_PASSWORD } },
  ];
  for (const [index, call] of calls.entries()) {
    const send = () =>
      t.app.inject({
        method: 'POST',
        ...call,
        headers: { 'x-forwarded-for': `192.0.2.${50 + index}` },
      });
    for (let attempts = 0; attempts < 20; attempts++) await send();
    expect((await send()).statusCode, call.url).toBe(429);
  }
  const { cookie } = await signedInStaff(t);
  const confirm = (password: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/auth/confirm',
      headers: { cookie },
      body: { password },
    });
  for (let attempts = 0; attempts < 5; attempts++)
    expect((await confirm('wrong')).statusCode).toBe(400);
  expect((await confirm(A_PASSWORD)).statusCode).toBe(429);
});
