import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rightsOf } from '#platform/rules/roles.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { staffSessions } from '#areas/staff/server/tables/staff.ts';
import { purgeOldSignIns } from './manage-tokens.ts';
import { cookiesOf, signedInStaff, signInWith } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function userSeenBy(cookie: string) {
  const reply = await t.app.inject({ url: '/api/auth/user', headers: { cookie } });
  return { status: reply.statusCode, body: reply.json() };
}

const REFUSED = { status: 401, body: { message: 'Unauthorized', code: 'unauthorized' } };
const sessionsOf = (staffId: string) =>
  t.context.db.select().from(staffSessions).where(eq(staffSessions.userId, staffId));

async function age(staffId: string, change: Partial<Record<'lastUsedAt' | 'createdAt', string>>) {
  const ago = Object.entries(change).map(([column, span]) => [
    column,
    sql`now() - ${span}::interval`,
  ]);
  await t.context.db
    .update(staffSessions)
    .set(Object.fromEntries(ago))
    .where(eq(staffSessions.userId, staffId));
}

test('signed-in staff get their own details; no one else gets anything', async () => {
  const { cookie, staff: me } = await signedInStaff(t);
  expect(await userSeenBy(cookie)).toEqual({
    status: 200,
    body: { ...me, rights: rightsOf('owner') },
  });
  expect(await userSeenBy('')).toEqual(REFUSED);
});

test('the cookie is for this site only, and not for its scripts; the reply does not repeat it', async () => {
  const { staff: me } = await signedInStaff(t);
  const reply = await signInWith(t, me.email);
  expect(reply.cookies).toMatchObject([
    { name: 'mealrun.session_token', httpOnly: true, sameSite: 'Lax', path: '/' },
    {
      name: expect.stringMatching(/^mealrun\.device_/),
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    },
  ]);
  const [token = 'none'] = reply.cookies[0]!.value.split('.');
  expect(reply.body).not.toContain(token);
  expect(reply.headers['cache-control']).toBe('no-store');
});

test('over https the cookie is a secure __Host- cookie', async () => {
  const secure = await startTestApp({ publicUrl: 'https://meals.example.com' });
  try {
    const { staff: me, cookie } = await signedInStaff(secure);
    const reply = await signInWith(secure, me.email);
    expect(reply.cookies).toMatchObject([
      { name: '__Host-mealrun.session_token', httpOnly: true, secure: true, path: '/' },
      {
        name: expect.stringMatching(/^__Host-mealrun\.device_/),
        httpOnly: true,
        secure: true,
        path: '/',
      },
    ]);
    expect(reply.cookies[0]).not.toHaveProperty('domain');
    const user = await secure.app.inject({ url: '/api/auth/user', headers: { cookie } });
    expect(user.statusCode).toBe(200);
  } finally {
    await secure.close();
  }
});

describe('a session ends', () => {
  test('after 12 hours without use', async () => {
    const { cookie, staff: me } = await signedInStaff(t);
    await age(me.id, { lastUsedAt: '11 hours 59 minutes' });
    expect(await userSeenBy(cookie)).toMatchObject({ status: 200 });
    const [used] = await sessionsOf(me.id);
    expect(Date.now() - used!.lastUsedAt.getTime()).toBeLessThan(600_000);
    await age(me.id, { lastUsedAt: '12 hours 1 minute' });
    expect(await userSeenBy(cookie)).toEqual(REFUSED);
  });

  test('after 7 days, however much it is used', async () => {
    const { cookie, staff: me } = await signedInStaff(t);
    await age(me.id, { createdAt: '6 days 23 hours' });
    expect(await userSeenBy(cookie)).toMatchObject({ status: 200 });
    await age(me.id, { createdAt: '7 days 1 minute' });
    expect(await userSeenBy(cookie)).toEqual(REFUSED);
  });

  test.each(['packer', 'driver'] as const)(
    'of a %s after 14 days, however long it lay still, and sooner with another role',
    async (role) => {
      const { cookie, staff: me } = await signedInStaff(t, { role });
      await age(me.id, { createdAt: '13 days 23 hours', lastUsedAt: '6 days' });
      expect(await userSeenBy(cookie)).toMatchObject({ status: 200 });
      await age(me.id, { createdAt: '14 days 1 minute' });
      expect(await userSeenBy(cookie)).toEqual(REFUSED);
      await age(me.id, { createdAt: '8 days' });
      await t.context.db.update(staff).set({ role: 'manager' }).where(eq(staff.id, me.id));
      expect(await userSeenBy(cookie)).toEqual(REFUSED);
    },
  );

  test('immediately when its owner is disabled, and stays ended when they are enabled again', async () => {
    const { cookie: admin } = await signedInStaff(t);
    const { cookie, staff: me } = await signedInStaff(t);
    const set = (isActive: boolean) =>
      t.app.inject({
        method: 'PUT',
        url: `/api/admin/staff/${me.id}`,
        headers: { cookie: admin },
        body: { isActive },
      });
    expect((await set(false)).json()).toMatchObject({ isActive: false, lastUsedAt: null });
    expect(await userSeenBy(cookie)).toEqual(REFUSED);
    expect((await set(true)).json()).toMatchObject({ isActive: true });
    expect(await userSeenBy(cookie)).toEqual(REFUSED);
  });

  test('immediately when the row alone says that its owner is inactive', async () => {
    const { cookie, staff: me } = await signedInStaff(t);
    await t.context.db.update(staff).set({ isActive: false }).where(eq(staff.id, me.id));
    expect(await userSeenBy(cookie)).toEqual(REFUSED);
  });

  test('with signing in again: the token is another one, and the old one is dead', async () => {
    const { cookie, staff: me } = await signedInStaff(t);
    const again = await signInWith(t, me.email, undefined, { cookie });
    const fresh = cookiesOf(again);
    expect(fresh).not.toBe(cookie);
    expect(await userSeenBy(cookie)).toEqual(REFUSED);
    expect(await userSeenBy(fresh)).toMatchObject({ status: 200 });
    expect(await sessionsOf(me.id)).toHaveLength(1);
  });

  test('with signing out, for a kept copy of the cookie too', async () => {
    const { cookie } = await signedInStaff(t);
    const out = await t.app.inject({
      url: '/api/logout',
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    });
    expect([out.statusCode, out.headers.location]).toEqual([302, '/']);
    expect(out.cookies.find(({ name }) => name === 'mealrun.session_token')).toMatchObject({
      value: '',
      maxAge: 0,
    });
    expect(await userSeenBy(cookie)).toEqual(REFUSED);
  });
});

test('a cookie we did not sign grants nothing, even with the token of a live session', async () => {
  const { staff: me } = await signedInStaff(t);
  const [session] = await sessionsOf(me.id);
  const value = (signature: string) =>
    `mealrun.session_token=${encodeURIComponent(`${session!.token}.${signature}`)}`;
  for (const forged of [value(''), value('AAAA'), value('A'.repeat(43) + '='), '%', '%E0%A4%A']) {
    expect(await userSeenBy(forged), forged).toEqual(REFUSED);
  }
  expect(await userSeenBy('mealrun.session_token=%E0%A4%A')).toEqual(REFUSED);
});

test('ended sessions are deleted, live ones stay', async () => {
  const dead = await signedInStaff(t);
  const { cookie } = await signedInStaff(t);
  await age(dead.staff.id, { lastUsedAt: '13 hours' });
  await purgeOldSignIns(t.context);
  expect(await sessionsOf(dead.staff.id)).toEqual([]);
  expect(await userSeenBy(cookie)).toMatchObject({ status: 200 });
});

test('people see where they are signed in, and can end one session or all others', async () => {
  const { cookie, staff: me } = await signedInStaff(t);
  const others = [await signInWith(t, me.email), await signInWith(t, me.email)].map(cookiesOf);
  const call = (method: 'GET' | 'DELETE', url: string, as = cookie) =>
    t.app.inject({ method, url, headers: { cookie: as } });
  const listed = (await call('GET', '/api/admin/sessions')).json();
  expect(listed).toHaveLength(3);
  expect(listed.filter((each: { isCurrent: boolean }) => each.isCurrent)).toHaveLength(1);
  expect(listed[0]).toMatchObject({ ipAddress: '127.0.0.1', userAgent: 'lightMyRequest' });
  expect(JSON.stringify(listed)).not.toContain('token');

  const foreign = await signedInStaff(t);
  const target = listed.find((each: { isCurrent: boolean }) => !each.isCurrent);
  const url = `/api/admin/sessions/${target.id}`;
  expect((await call('DELETE', url, foreign.cookie)).statusCode).toBe(404);
  expect((await call('DELETE', url)).statusCode).toBe(204);
  expect((await call('DELETE', `/api/admin/staff/${me.id}/sessions`)).statusCode).toBe(204);
  for (const other of others) expect(await userSeenBy(other)).toEqual(REFUSED);
  expect(await userSeenBy(cookie)).toMatchObject({ status: 200 });
});
