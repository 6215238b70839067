import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { CLIENT_ADDRESS_HEADER } from './sign-in-hooks.ts';
import {
  A_PASSWORD,
  aStaffAccount,
  cookiesOf,
  signedInStaff,
} from '#quality/support/staff-session.ts';
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
async function signIn(email: string, password: string, from = '203.0.113.9', cookie = '') {
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { 'x-forwarded-for': from, cookie },
    body: { email, password },
  });
  const wait = reply.headers['retry-after'];
  return { status: reply.statusCode, wait, body: reply.json(), cookie: cookiesOf(reply) };
}

async function attempt(times: number, email: string, from?: (index: number) => string) {
  const attempts = Array.from({ length: times }, (_, index) =>
    signIn(email, `wrong guess ${index}`, from?.(index)),
  );
  return (await Promise.all(attempts)).map(({ status }) => status).toSorted();
}

/** As if everything that was counted so far had happened so many times: each password costs a tenth of a second. */
async function asIf(times: number) {
  await t.context.db
    .update(throttleCounters)
    .set({ count: sql`${throttleCounters.count} * ${times}` });
}

const oneNetwork = (index: number) => `198.51.100.${index + 1}`;

test('after five wrong passwords from one network an account is locked there for a while, even with the right one', async () => {
  const { email } = await aStaffAccount(t);
  expect(await attempt(8, email, oneNetwork)).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  const refused = await signIn(email, A_PASSWORD, '198.51.100.200');
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: 'too_many_requests',
      message:
        'Too many wrong passwords for this account from your network. Try again in 15 minutes, or use a browser you have signed in with before.',
    },
  });
  expect(Number(refused.wait)).toBeGreaterThan(0);
  expect(Number(refused.wait)).toBeLessThanOrEqual(900);
  t.advanceMinutes(16);
  expect(await signIn(email, A_PASSWORD, '198.51.100.200')).toMatchObject({ status: 200 });
});

test('strangers cannot lock its owner out of a network of their own', async () => {
  const { email } = await aStaffAccount(t);
  await attempt(20, email, oneNetwork);
  expect(await signIn(email, A_PASSWORD)).toMatchObject({ status: 200 });
});

test('a browser that signed in before is let through, however many strangers guess from its own address', async () => {
  const { email } = await aStaffAccount(t);
  const { cookie } = await signIn(email, A_PASSWORD, '192.0.2.1');
  await signIn(email, 'wrong', '198.51.100.1');
  await asIf(25);
  expect(await signIn(email, A_PASSWORD, '198.51.100.1')).toMatchObject({
    status: 429,
    body: {
      message:
        'Too many wrong attempts from your network. Try again in 15 minutes, or use a browser you have signed in with before.',
    },
  });
  const another = await signIn((await aStaffAccount(t)).email, A_PASSWORD, '192.0.2.1');
  const forged = cookie.replace(/(mealrun\.device_[\w-]+=[\w-]+\.)[\w-]+/, `$1${'A'.repeat(43)}`);
  for (const useless of [another.cookie, forged])
    expect((await signIn(email, A_PASSWORD, '198.51.100.1', useless)).status).toBe(429);
  expect((await signIn(email, A_PASSWORD, '198.51.100.1', cookie)).status).toBe(200);
});

test('a known browser may not guess for ever either', async () => {
  const { email } = await aStaffAccount(t);
  const { cookie } = await signIn(email, A_PASSWORD, '192.0.2.1');
  const statuses = [];
  for (let index = 0; index < 6; index++)
    statuses.push((await signIn(email, 'wrong', '192.0.2.1', cookie)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test('its owner can still sign in from an address used before, also without the cookie', async () => {
  const { email } = await aStaffAccount(t);
  expect(await signIn(email, A_PASSWORD, '192.0.2.1')).toMatchObject({ status: 200 });
  await attempt(10, email, (index) => `192.0.2.${100 + index}`);
  expect(await signIn(email, A_PASSWORD, '192.0.2.2')).toMatchObject({ status: 429 });
  expect(await signIn(email, A_PASSWORD, '192.0.2.1')).toMatchObject({ status: 200 });
});

test('a hundred guesses from everywhere lock an account to all but known browsers', async () => {
  const { email } = await aStaffAccount(t);
  const { cookie } = await signIn(email, A_PASSWORD, '192.0.2.1');
  await attempt(2, email, (network) => `198.18.${network}.1`);
  await asIf(49);
  expect(await attempt(2, email, (network) => `198.19.${network}.1`)).toEqual([401, 401]);
  expect(await signIn(email, A_PASSWORD, '198.18.99.1')).toMatchObject({
    status: 429,
    body: {
      message:
        'Too many wrong passwords for this account. Try again in 15 minutes, or use a browser you have signed in with before.',
    },
  });
  expect((await signIn(email, A_PASSWORD, '198.18.99.1', cookie)).status).toBe(200);
});

test('unknown accounts are throttled the same way, so that the throttle reveals nothing', async () => {
  expect(await attempt(6, 'nobody@example.com', oneNetwork)).toEqual([
    401, 401, 401, 401, 401, 429,
  ]);
});

test('after twenty wrong passwords an address is refused, whatever accounts it tries', async () => {
  const guessAt = async (name: string) => (await signIn(`${name}@example.com`, 'wrong')).status;
  await guessAt('nobody');
  await asIf(19);
  expect([await guessAt('somebody'), await guessAt('anybody')]).toEqual([401, 429]);
  const { email } = await aStaffAccount(t);
  expect(await signIn(email, A_PASSWORD)).toMatchObject({ status: 429 });
  expect(await signIn(email, A_PASSWORD, '192.0.2.7')).toMatchObject({ status: 200 });
});

test('an IPv6 network counts as one address', async () => {
  const guessFrom = async (part: number) =>
    (await signIn(`nobody-${part}@example.com`, 'wrong', `2001:db8:1:${part}::1`)).status;
  await guessFrom(1);
  await asIf(19);
  expect([await guessFrom(2), await guessFrom(3)]).toEqual([401, 429]);
});

test('right passwords do not count', async () => {
  const { email } = await aStaffAccount(t);
  for (let index = 0; index < 3; index++) {
    expect(await signIn(email, A_PASSWORD)).toMatchObject({ status: 200 });
    await asIf(25);
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
  await spoof(1);
  await asIf(20);
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
    await send();
    await asIf(20);
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
