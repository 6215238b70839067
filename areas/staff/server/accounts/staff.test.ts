import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffAccountReply } from '#areas/staff/calls/staff.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { staffLinks, staffSessions } from '#areas/staff/server/tables/staff.ts';
import { makeResetLink } from '#areas/staff/server/accounts/reset-password.ts';
import { findStaffById } from '#areas/staff/server/accounts/staff-queries.ts';
import {
  A_PASSWORD,
  aStaffAccount,
  signedInStaff,
  signInWith,
} from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let me: Awaited<ReturnType<typeof signedInStaff>>;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.context.db.execute(sql`truncate ${staff}, ${staffLinks} cascade`);
  me = await signedInStaff(t);
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(method: Method, url: string, body?: object, cookie = me.cookie) {
  const reply = await t.app.inject({ method, url, headers: { cookie }, ...(body && { body }) });
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() };
}

const visitor = (url: string, body: object) => call('POST', url, body, '');

function tokenOf({ body }: { body: { url: string } }): string {
  return new URL(body.url).hash.slice(1);
}

async function changesOf(action: string) {
  return t.context.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'staff'), eq(auditLog.action, action)))
    .orderBy(auditLog.id);
}

describe('an invitation', () => {
  const ANSWER = { firstName: 'Tom', lastName: 'Cook', password: 'fresh barramundi daily' };

  test('is a link for one email address, valid for a day and for one account', async () => {
    const invited = await call('POST', '/api/staff/invites', { email: 'Tom@Example.com' });
    expect(invited).toMatchObject({ status: 201, body: { email: 'tom@example.com' } });
    expect(invited.body.url).toMatch(/^http:\/\/localhost\/invite#[\w-]{43}$/);
    const hours = (Date.parse(invited.body.expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 0);
    const token = tokenOf(invited);
    expect(await visitor('/api/staff/open-link', { token })).toMatchObject({
      body: { purpose: 'invite', email: 'tom@example.com' },
    });

    const accepted = await visitor('/api/staff/accept-invite', { token, ...ANSWER });
    expect(accepted).toEqual({ status: 201, body: { email: 'tom@example.com' } });
    expect((await signInWith(t, 'tom@example.com', ANSWER.password)).statusCode).toBe(200);
    expect(await visitor('/api/staff/accept-invite', { token, ...ANSWER })).toMatchObject({
      status: 410,
    });
    expect(await changesOf('staff.invite')).toMatchObject([
      { staffEmail: me.staff.email, ip: '127.0.0.1', after: { email: 'tom@example.com' } },
    ]);
  });

  test.each([
    [{}, 'manager'],
    [{ role: 'driver' }, 'driver'],
    [{ role: 'owner' }, 'owner'],
  ])('with %j makes an account of a %s', async (asked, role) => {
    const email = 'tom@example.com';
    const invited = await call('POST', '/api/staff/invites', { email, ...asked });
    const { body } = await call('GET', '/api/admin/staff');
    expect(body.invites).toMatchObject([{ email, role }]);
    await visitor('/api/staff/accept-invite', { token: tokenOf(invited), ...ANSWER });
    const [account] = await t.context.db.select().from(staff).where(eq(staff.email, email));
    expect(account).toMatchObject({ role });
  });

  test('names a role that exists', async () => {
    const asked = { email: 'tom@example.com', role: 'chef' };
    expect(await call('POST', '/api/staff/invites', asked)).toMatchObject({
      status: 400,
      body: { fields: { role: expect.any(String) } },
    });
  });

  test('creates one account when accepted ten times concurrently', async () => {
    const token = tokenOf(await call('POST', '/api/staff/invites', { email: 'tom@example.com' }));
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => visitor('/api/staff/accept-invite', { token, ...ANSWER })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 410)).toHaveLength(9);
  });

  test('cannot be changed to another email address, nor used for anything else', async () => {
    const token = tokenOf(await call('POST', '/api/staff/invites', { email: 'tom@example.com' }));
    const other = { token, ...ANSWER, email: 'eve@example.com' };
    expect(await visitor('/api/staff/accept-invite', other)).toMatchObject({
      status: 400,
      body: { fields: { email: expect.any(String) } },
    });
    const reset = { token, password: ANSWER.password };
    expect(await visitor('/api/staff/reset-password', reset)).toMatchObject({ status: 410 });
  });

  test('is useless when expired, replaced or withdrawn', async () => {
    const invite = async () =>
      tokenOf(await call('POST', '/api/staff/invites', { email: 'tom@example.com' }));
    const replaced = await invite();
    const takenBack = await invite();
    expect((await call('GET', '/api/admin/staff')).body.invites).toMatchObject([
      { email: 'tom@example.com' },
    ]);
    const withdraw = '/api/staff/invites/tom%40example.com';
    expect((await call('DELETE', withdraw)).status).toBe(204);
    expect((await call('DELETE', withdraw)).status).toBe(404);
    const old = await invite();
    await t.context.db.update(staffLinks).set({ expiresAt: sql`now()` });
    for (const token of [replaced, takenBack, old]) {
      expect(await visitor('/api/staff/accept-invite', { token, ...ANSWER })).toMatchObject({
        status: 410,
        body: { code: 'link_gone' },
      });
    }
    expect((await call('GET', '/api/admin/staff')).body.invites).toEqual([]);
  });

  test('is refused for someone who has an account, disabled or not', async () => {
    const invite = () => call('POST', '/api/staff/invites', { email: me.staff.email });
    expect(await invite()).toMatchObject({ status: 409, body: { code: 'already_staff' } });
  });

  test('names the field that is wrong', async () => {
    for (const body of [
      {},
      { email: 5 },
      { email: 'nobody' },
      { email: `${'x'.repeat(300)}@a.au` },
    ]) {
      expect(await call('POST', '/api/staff/invites', body)).toMatchObject({
        status: 400,
        body: { fields: { email: expect.any(String) } },
      });
    }
  });
});

describe('an account', () => {
  const url = (id: string) => `/api/admin/staff/${id}`;

  test('is listed with its status, active ones first, without anything secret', async () => {
    const other = await aStaffAccount(t, { email: 'a-former-cook@example.com' });
    await call('PUT', url(other.id), { isActive: false });
    const { body } = await call('GET', '/api/admin/staff');
    expect(body.staff.map((each: StaffAccountReply) => [each.email, each.isActive])).toEqual([
      [me.staff.email, true],
      [other.email, false],
    ]);
    expect(Object.keys(body.staff[0])).toEqual([
      'id',
      'email',
      'firstName',
      'lastName',
      'role',
      'isActive',
      'twoFactorEnabled',
      'createdAt',
      'lastUsedAt',
    ]);
  });

  test('can be renamed, disabled and enabled, and each change is recorded', async () => {
    const { id } = await aStaffAccount(t);
    expect(await call('PUT', url(id), { firstName: 'Ava' })).toMatchObject({
      status: 200,
      body: { firstName: 'Ava', lastName: 'Chef', isActive: true },
    });
    await call('PUT', url(id), { isActive: false });
    await call('PUT', url(id), { isActive: true });
    const trail = (await call('GET', `/api/admin/audit?entity=staff&entityId=${id}`)).body.changes;
    expect(trail.map((change: { action: string }) => change.action)).toEqual([
      'staff.enable',
      'staff.disable',
      'staff.rename',
      'staff.create',
    ]);
    expect(trail[1]).toMatchObject({
      staffEmail: me.staff.email,
      before: { isActive: true },
      after: { isActive: false },
    });
  });

  test('is not disabled when it is the last active one, even when two people disable each other', async () => {
    expect(await call('PUT', url(me.staff.id), { isActive: false })).toMatchObject({
      status: 409,
      body: { code: 'last_active' },
    });
    const other = await signedInStaff(t);
    const replies = await Promise.all([
      call('PUT', url(other.staff.id), { isActive: false }),
      call('PUT', url(me.staff.id), { isActive: false }, other.cookie),
    ]);
    expect(replies.map(({ status }) => status)).toContain(200);
    expect(await t.context.db.$count(staff, eq(staff.isActive, true))).toBe(1);
  });

  test('the last active owner stays one, even when two owners demote each other', async () => {
    await aStaffAccount(t, { role: 'manager' });
    for (const change of [{ role: 'manager' }, { isActive: false }]) {
      expect(await call('PUT', url(me.staff.id), change)).toMatchObject({
        status: 409,
        body: {
          code: 'last_active',
          message: 'This is the last active owner. Make someone else an owner first.',
        },
      });
    }
    const other = await signedInStaff(t);
    const replies = await Promise.all([
      call('PUT', url(other.staff.id), { role: 'kitchen' }),
      call('PUT', url(me.staff.id), { role: 'kitchen' }, other.cookie),
    ]);
    expect(replies.map(({ status }) => status)).toContain(200);
    const owners = and(eq(staff.role, 'owner'), eq(staff.isActive, true));
    expect(await t.context.db.$count(staff, owners)).toBe(1);
  });

  test('gets another role, which the trail tells and which signs no one out', async () => {
    const other = await signedInStaff(t, { role: 'driver' });
    expect(await call('PUT', url(other.staff.id), { role: 'packer' })).toMatchObject({
      status: 200,
      body: { role: 'packer', lastUsedAt: expect.any(String) },
    });
    const trail = (await call('GET', `/api/admin/audit?entity=staff&entityId=${other.staff.id}`))
      .body.changes;
    expect(trail[0]).toMatchObject({
      action: 'staff.change_role',
      staffEmail: me.staff.email,
      before: { role: 'driver' },
      after: { role: 'packer' },
    });
    expect(await call('GET', '/api/auth/user', undefined, other.cookie)).toMatchObject({
      status: 200,
      body: { role: 'packer' },
    });
  });

  test('anyone may change their own name, whatever their role, and nothing else', async () => {
    const driver = await signedInStaff(t, { role: 'driver' });
    const change = (body: object) => call('PUT', '/api/auth/user', body, driver.cookie);
    expect(await change({ firstName: 'Sam' })).toMatchObject({
      status: 200,
      body: { firstName: 'Sam', role: 'driver' },
    });
    expect(await change({ role: 'owner' })).toMatchObject({ status: 400 });
  });

  test('can be changed only in its listed fields', async () => {
    const { id } = await aStaffAccount(t);
    for (const [body, field] of [
      [{ email: 'x@example.com' }, 'email'],
      [{ isActive: 'no' }, 'isActive'],
      [{ firstName: '' }, 'firstName'],
      [{ twoFactorEnabled: true }, 'twoFactorEnabled'],
      [{}, 'body'],
    ] as const) {
      expect(await call('PUT', url(id), body), field).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      });
    }
    expect(
      await call('PUT', url('4f1b2c33-0000-4000-8000-000000000000'), { isActive: true }),
    ).toMatchObject({ status: 404 });
    expect(await call('PUT', url('1'), { isActive: true })).toMatchObject({ status: 400 });
  });
});

describe('a reset link', () => {
  const NEW = 'a brand new long one';

  test('sets a new password once, ends every session and unlocks a locked account', async () => {
    const her = await signedInStaff(t);
    const made = await call('POST', `/api/admin/staff/${her.staff.id}/reset-link`);
    expect(made.body.url).toMatch(/^http:\/\/localhost\/reset-password#/);
    const token = tokenOf(made);
    const weak = await visitor('/api/staff/reset-password', { token, password: 'password12345' });
    expect(weak).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } });
    const done = await visitor('/api/staff/reset-password', { token, password: NEW });
    expect(done).toEqual({ status: 200, body: { email: her.staff.email } });
    expect((await call('GET', '/api/auth/user', undefined, her.cookie)).status).toBe(401);
    expect((await signInWith(t, her.staff.email, A_PASSWORD)).statusCode).toBe(401);
    expect((await signInWith(t, her.staff.email, NEW)).statusCode).toBe(200);
    expect(await visitor('/api/staff/reset-password', { token, password: NEW })).toMatchObject({
      status: 410,
    });
  });

  test('removes a second factor only when made on the host', async () => {
    const { id, email } = await aStaffAccount(t);
    const turnOn = () =>
      t.context.db.update(staff).set({ twoFactorEnabled: true }).where(eq(staff.id, id));
    await turnOn();
    const account = await findStaffById(t.context.db, id);
    for (const by of [me.staff, null]) {
      const { url } = await makeResetLink(t.context, by, account);
      await visitor('/api/staff/reset-password', {
        token: new URL(url).hash.slice(1),
        password: NEW,
      });
      const after = await findStaffById(t.context.db, id);
      expect(after?.twoFactorEnabled, email).toBe(by !== null);
    }
  });

  test('is neither made nor accepted for disabled staff', async () => {
    const { id } = await aStaffAccount(t);
    const token = tokenOf(await call('POST', `/api/admin/staff/${id}/reset-link`));
    await call('PUT', `/api/admin/staff/${id}`, { isActive: false });
    const used = await visitor('/api/staff/reset-password', { token, password: NEW });
    expect(used.status).toBe(410);
    expect((await call('POST', `/api/admin/staff/${id}/reset-link`)).status).toBe(404);
  });
});

test('changing staff accounts requires the password again after ten minutes', async () => {
  await t.context.db.update(staffSessions).set({ confirmedAt: sql`now() - interval '11 minutes'` });
  const { id } = await aStaffAccount(t);
  const calls: [Method, string, object?][] = [
    ['POST', '/api/staff/invites', { email: 'tom@example.com' }],
    ['PUT', `/api/admin/staff/${id}`, { firstName: 'Ava' }],
    ['POST', `/api/admin/staff/${id}/reset-link`],
    ['POST', '/api/auth/passkeys/start'],
  ];
  for (const each of calls) {
    expect(await call(...each), each[1]).toMatchObject({
      status: 403,
      body: { code: 'confirm_first' },
    });
  }
  const wrong = await call('POST', '/api/auth/confirm', { password: 'not the right one' });
  expect(wrong).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } });
  expect((await call('POST', '/api/auth/confirm', { password: A_PASSWORD })).status).toBe(204);
  for (const each of calls) expect((await call(...each)).status, each[1]).toBeLessThan(300);
});
