import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staff } from '#platform/server/db/tables/staff.ts';
import { softAuthenticator } from '#quality/support/soft-authenticator.ts';
import { cookiesOf, signedInStaff } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

function post(url: string, cookie: string, body?: object) {
  return t.app.inject({ method: 'POST', url, headers: { cookie }, ...(body && { body }) });
}

type Device = ReturnType<typeof softAuthenticator>;
type Ceremony = { origin?: string; userVerified?: boolean };

async function add(device: Device, cookie: string, ceremony: Ceremony = {}) {
  const started = await post('/api/auth/passkeys/start', cookie);
  const { challenge } = started.json();
  const response = device.create({ challenge, ...ceremony });
  const cookies = `${cookie}; ${cookiesOf(started)}`;
  return post('/api/auth/passkeys', cookies, { name: 'Kitchen tablet', response });
}

async function signIn(device: Device, ceremony: Ceremony = {}) {
  const started = await post('/api/auth/passkey/start', '');
  const response = device.get({ challenge: started.json().challenge, ...ceremony });
  return post('/api/auth/passkey/sign-in', cookiesOf(started), { response });
}

const WRONG = [401, 'wrong_passkey'];

test('a passkey alone signs in, until it is removed', async () => {
  const device = softAuthenticator();
  const { cookie, staff: me } = await signedInStaff(t);
  const added = await add(device, cookie);
  expect(added.statusCode, added.body).toBe(201);
  const security = await t.app.inject({ url: '/api/auth/security', headers: { cookie } });
  expect(security.json()).toMatchObject({
    hasPassword: true,
    twoFactorEnabled: false,
    passkeys: [{ id: added.json().id, name: 'Kitchen tablet' }],
  });

  const signedIn = await signIn(device);
  expect(signedIn.json()).toEqual({
    user: { id: me.id, email: me.email, firstName: 'Noah', lastName: 'Chef' },
  });
  const seen = await t.app.inject({
    url: '/api/auth/user',
    headers: { cookie: cookiesOf(signedIn) },
  });
  expect(seen.json()).toMatchObject(me);

  const url = `/api/auth/passkeys/${added.json().id}`;
  const other = await signedInStaff(t);
  const remove = (as: string) => t.app.inject({ method: 'DELETE', url, headers: { cookie: as } });
  expect((await remove(other.cookie)).statusCode).toBe(404);
  expect((await remove(cookie)).statusCode).toBe(204);
  const late = await signIn(device);
  expect([late.statusCode, late.json().code, cookiesOf(late)]).toEqual([...WRONG, '']);
});

test('a device that did not verify its user is not enough, for adding or signing in', async () => {
  const { cookie } = await signedInStaff(t);
  const careless = await add(softAuthenticator(), cookie, { userVerified: false });
  expect(careless.statusCode).toBe(400);
  const device = softAuthenticator();
  await add(device, cookie);
  const reply = await signIn(device, { userVerified: false });
  expect([reply.statusCode, reply.json().code]).toEqual(WRONG);
});

test('a passkey used on a site that looks like ours is refused', async () => {
  const { cookie } = await signedInStaff(t);
  const device = softAuthenticator();
  expect((await add(device, cookie, { origin: 'https://evil.example' })).statusCode).toBe(400);
  expect((await add(device, cookie)).statusCode).toBe(201);
  const reply = await signIn(device, { origin: 'https://evil.example' });
  expect([reply.statusCode, reply.json().code]).toEqual(WRONG);
});

test('a challenge works once, and only for the person it was given to', async () => {
  const { cookie } = await signedInStaff(t);
  const device = softAuthenticator();
  await add(device, cookie);
  const started = await post('/api/auth/passkey/start', '');
  const { challenge } = started.json();
  const send = (as: string) =>
    post('/api/auth/passkey/sign-in', as, { response: device.get({ challenge }) });
  expect((await send('')).statusCode).toBe(401);
  expect((await send(cookiesOf(started))).statusCode).toBe(200);
  expect((await send(cookiesOf(started))).statusCode).toBe(401);
});

test('disabled staff cannot use theirs', async () => {
  const { cookie, staff: me } = await signedInStaff(t);
  const device = softAuthenticator();
  await add(device, cookie);
  await t.context.db.update(staff).set({ isActive: false }).where(eq(staff.id, me.id));
  const reply = await signIn(device);
  expect([reply.statusCode, reply.json().code, cookiesOf(reply)]).toEqual([...WRONG, '']);
});

test('nonsense is a clear 4xx', async () => {
  for (const response of [
    undefined,
    7,
    {},
    { id: 'x' },
    { ...softAuthenticator().get({ challenge: 'x' }), id: 7 },
  ]) {
    const reply = await post('/api/auth/passkey/sign-in', '', { response });
    expect(reply.statusCode, JSON.stringify(response)).toBe(400);
  }
  const started = await post('/api/auth/passkey/start', '');
  const garbled = softAuthenticator().get({ challenge: started.json().challenge });
  garbled.response['authenticatorData'] = 'AAAA';
  const reply = await post('/api/auth/passkey/sign-in', cookiesOf(started), { response: garbled });
  expect(reply.statusCode).toBe(401);
});
