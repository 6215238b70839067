/** Calls with a personal API token, and everything that ends or narrows it. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiTokenReply, NewApiTokenReply } from '#areas/staff/calls/api-tokens.ts';
import { MOST_TOKENS } from '#platform/rules/api-tokens.ts';
import type { StaffRight, StaffRole } from '#platform/rules/roles.ts';
import { buildApp, type RegisteredRoute } from '#app/server/app.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { apiTokens } from '#areas/staff/server/tables/webhooks.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';
import { staffSessions } from '#areas/staff/server/tables/staff.ts';
import { createLog } from '#platform/server/log.ts';
import { purgeOldSignIns } from './manage-tokens.ts';
import { isWholeToken, newTokenText } from '#areas/staff/server/token-holder.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_PASSWORD } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let log = '';
let orderId: number;

beforeAll(async () => {
  t = await startTestApp({
    throttle: true,
    log: createLog({ write: (line: string) => (log += line) }),
  });
  orderId = (await aPaidOrder(t)).id;
});
afterAll(() => t.close());

type Made = NewApiTokenReply & { who: StaffClient };

async function aToken(
  rights: StaffRight[],
  { role = 'manager', days = 30 }: { role?: StaffRole; days?: number } = {},
): Promise<Made> {
  const who = await aStaffClient(t, { role });
  const reply = await who.post('/api/admin/tokens', { name: 'Reports', rights, days });
  expect(reply.statusCode, reply.body).toBe(201);
  return { ...reply.json<NewApiTokenReply>(), who };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

function withToken(token: string, url: string, method: Method = 'GET', body?: object) {
  const headers = { authorization: `Bearer ${token}` };
  return t.app.inject({ method, url, headers, ...(body && { body }) });
}

const WRONG = 'Bearer realm="mealrun", error="invalid_token"';

async function expectRefused(token: string) {
  const reply = await withToken(token, '/api/admin/orders');
  expect([reply.statusCode, reply.json().code, reply.headers['www-authenticate']]).toEqual([
    401,
    'bad_token',
    WRONG,
  ]);
}

describe('a call with a token', () => {
  test('needs no cookie, reads and changes, and is recorded under the token’s name', async () => {
    const { token, made, who } = await aToken(['seeOrders', 'setOrderStatus']);
    expect(token).toMatch(/^mr_[0-9A-Za-z]{49}$/);
    expect(made).toMatchObject({ name: 'Reports', lastFour: token.slice(-4), lastUsedOn: null });
    const read = await withToken(token, `/api/admin/orders/${orderId}`);
    expect(read.json()).toMatchObject({ id: orderId });
    const { version } = read.json<{ version: number }>();
    const changed = await withToken(token, `/api/admin/orders/${orderId}/status`, 'PUT', {
      status: 'delivered',
      version,
    });
    expect(changed.statusCode, changed.body).toBe(200);
    const [entry] = await t.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.staffId, who.staff.id))
      .orderBy(sql`id desc`)
      .limit(1);
    expect(entry).toMatchObject({ action: 'order.set_status', tokenName: 'Reports' });
    const [listed] = (await who.get('/api/admin/tokens')).json<ApiTokenReply[]>();
    expect(listed?.lastUsedOn).toBe(new Date().toISOString().slice(0, 10));
  });

  test('may come from anywhere: no page can make a browser send a token', async () => {
    const { token } = await aToken(['manageWaitlist']);
    const reply = await t.app.inject({
      method: 'DELETE',
      url: '/api/admin/waitlist/999',
      headers: { authorization: `Bearer ${token}`, origin: 'https://evil.example' },
    });
    expect(reply.statusCode).not.toBe(403);
  });

  test('is refused beyond the token’s rights, though the person has more', async () => {
    const { token } = await aToken(['seeSlots']);
    const reply = await withToken(token, '/api/admin/orders');
    expect([reply.statusCode, reply.json()]).toMatchObject([
      403,
      { code: 'token_lacks_right', right: 'seeOrders' },
    ]);
    expect(reply.headers['www-authenticate']).toContain('error="insufficient_scope"');
  });

  test('sees within a reply no more than the token’s rights', async () => {
    const { token } = await aToken(['seeHistory', 'seeMeals'], { role: 'owner' });
    const reply = await withToken(token, '/api/admin/audit?limit=200');
    const entities = reply.json<{ changes: { entity: string }[] }>().changes;
    expect(entities.filter(({ entity }) => entity !== 'meal')).toEqual([]);
    expect((await withToken(token, '/api/admin/audit?what=staff')).statusCode).toBe(403);
  });

  test('counts the token alone, whatever the cookie beside it', async () => {
    const { token } = await aToken(['seeSlots']);
    const owner = await aStaffClient(t);
    const as = (authorization: string, url: string) =>
      t.app.inject({ url, headers: { authorization, cookie: owner.cookie } });
    expect((await as(`Bearer ${token}`, '/api/admin/orders')).statusCode).toBe(403);
    expect((await as(`Bearer ${newTokenText()}`, '/api/admin/orders')).statusCode).toBe(401);
    // Some other program's, in front of us.
    expect((await as('Basic abc', '/api/admin/orders')).statusCode).toBe(200);
  });

  test('is limited per token', async () => {
    const { token } = await aToken(['seeSlots']);
    const statuses = new Set<number>();
    for (let call = 0; call < 301; call += 1) {
      statuses.add((await withToken(token, '/api/admin/orders')).statusCode);
    }
    expect([...statuses]).toEqual([403, 429]);
  });
});

describe('what no token may do', () => {
  test('every call of accounts, tokens, settings and webhooks, and whatever asks for the password', async () => {
    const routes: RegisteredRoute[] = [];
    const app = await buildApp(t.context, {
      log: null,
      isHttps: false,
      isDev: false,
      sandbox: t.sandbox,
      onRoute: (route) => routes.push(route),
    });
    await app.close();
    const { token } = await aToken(['manageSystem', 'seeOrders', 'seeCustomers'], {
      role: 'owner',
    });
    // The strictest test: the row has every right, as no call could give it.
    const all = routes.flatMap(({ right }) => right ?? []);
    await t.context.db
      .update(apiTokens)
      .set({ rights: [...new Set(all)] })
      .where(eq(apiTokens.lastFour, token.slice(-4)));
    const never = routes.filter(
      ({ method, url, right }) =>
        method !== 'HEAD' &&
        (/^\/api\/(admin\/)?(staff|sessions|tokens|settings|webhooks)/.test(url) ||
          right === 'ownAccount' ||
          [
            '/api/admin/export',
            '/api/admin/audit.csv',
            '/api/admin/orders.csv',
            '/api/admin/live',
          ].includes(url)),
    );
    const staffOnly = never.filter(({ access }) => access === 'staff');
    expect(staffOnly.length).toBeGreaterThan(25);
    for (const { method, url } of staffOnly) {
      const path = url.replaceAll(/:\w+/g, '1').replace(/orders\.csv$/, '$&?orderId=1');
      const reply = await withToken(token, path, method as Method);
      expect([reply.statusCode, reply.json().code], `${method} ${url}`).toEqual([
        403,
        'not_for_tokens',
      ]);
    }
  });
});

describe('a token ends', () => {
  test('when it is revoked', async () => {
    const { token, made, who } = await aToken(['seeOrders']);
    expect((await withToken(token, '/api/admin/orders')).statusCode).toBe(200);
    expect((await who.delete(`/api/admin/tokens/${made.id}`)).statusCode).toBe(204);
    await expectRefused(token);
    expect((await who.get('/api/admin/tokens')).json()).toMatchObject([{ state: 'revoked' }]);
  });

  test('when its owner changes their password', async () => {
    const { token, who } = await aToken(['seeOrders']);
    const body = { currentPassword: A_PASSWORD, newPassword: 'winter soup with barley' };
    expect((await who.put('/api/auth/password', body)).statusCode).toBe(204);
    await expectRefused(token);
  });

  test('when its time is over, and is forgotten 90 days later', async () => {
    const { token, made, who } = await aToken(['seeOrders']);
    const setAge = (days: number) =>
      t.context.db
        .update(apiTokens)
        .set({
          createdAt: sql`now() - interval '200 days'`,
          expiresAt: sql`now() - make_interval(days => ${days}::int)`,
        })
        .where(eq(apiTokens.id, made.id));
    await setAge(0);
    await expectRefused(token);
    expect((await who.get('/api/admin/tokens')).json()).toMatchObject([{ state: 'expired' }]);
    await purgeOldSignIns(t.context);
    expect((await who.get('/api/admin/tokens')).json()).toHaveLength(1);
    await setAge(91);
    await purgeOldSignIns(t.context);
    expect((await who.get('/api/admin/tokens')).json()).toEqual([]);
  });

  test('when its owner is disabled, and does not come back with them', async () => {
    const { token, who } = await aToken(['seeOrders']);
    const owner = await aStaffClient(t);
    for (const isActive of [false, true]) {
      const url = `/api/admin/staff/${who.staff.id}`;
      expect((await owner.put(url, { isActive })).statusCode).toBe(200);
      await expectRefused(token);
    }
  });

  test('when an owner signs the person out everywhere', async () => {
    const { token, who } = await aToken(['seeOrders']);
    const owner = await aStaffClient(t);
    await owner.delete(`/api/admin/staff/${who.staff.id}/sessions`);
    await expectRefused(token);
  });

  test('at disabling by hand in the database too', async () => {
    const { token, who } = await aToken(['seeOrders']);
    await t.context.db
      .update(staffTable)
      .set({ isActive: false })
      .where(eq(staffTable.id, who.staff.id));
    await expectRefused(token);
  });
});

test('another role of the person counts at the next call', async () => {
  const { token, who } = await aToken(['seeOrders', 'seeMeals']);
  const owner = await aStaffClient(t);
  await owner.put(`/api/admin/staff/${who.staff.id}`, { role: 'kitchen' });
  const orders = await withToken(token, '/api/admin/orders');
  expect([orders.statusCode, orders.json().code]).toEqual([403, 'not_allowed']);
  expect((await withToken(token, '/api/admin/meals')).statusCode).toBe(200);
});

test('wrong tokens are refused, and too many of them from one address slowed', async () => {
  const whole = newTokenText();
  expect(isWholeToken(whole)).toBe(true);
  const mistyped = `${whole.slice(0, -1)}${whole.endsWith('a') ? 'b' : 'a'}`;
  expect(isWholeToken(mistyped)).toBe(false);
  for (const token of [whole, mistyped, 'mr_', `mr_${'x'.repeat(5000)}`])
    await expectRefused(token);
  const elsewhere = await t.app.inject({
    url: '/api/admin/orders',
    headers: { authorization: 'Bearer something-else' },
  });
  expect([elsewhere.statusCode, elsewhere.headers['www-authenticate']]).toEqual([401, WRONG]);
  for (let call = 0; call < 60; call += 1) await withToken(whole, '/api/admin/orders');
  expect((await withToken(whole, '/api/admin/orders')).statusCode).toBe(429);
});

describe('making one', () => {
  test('asks for the password again', async () => {
    const who = await aStaffClient(t, { role: 'manager' });
    await t.context.db
      .update(staffSessions)
      .set({ confirmedAt: sql`now() - interval '11 minutes'` })
      .where(eq(staffSessions.userId, who.staff.id));
    const body = { name: 'Reports', rights: ['seeOrders'], days: 30 };
    const reply = await who.post('/api/admin/tokens', body);
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'confirm_first']);
  });

  test('stops at the most a person can have, also when many are made at once', async () => {
    const who = await aStaffClient(t, { role: 'manager' });
    const body = { name: 'Reports', rights: ['seeOrders'], days: 30 };
    const replies = await Promise.all(
      Array.from({ length: MOST_TOKENS + 3 }, () => who.post('/api/admin/tokens', body)),
    );
    const made = replies.filter(({ statusCode }) => statusCode === 201);
    const refused = replies.filter(({ statusCode }) => statusCode !== 201);
    expect(refused.map((reply) => [reply.statusCode, reply.json().code])).toEqual(
      Array.from({ length: 3 }, () => [409, 'too_many_tokens']),
    );
    const { id } = made[0]!.json<NewApiTokenReply>().made;
    await who.delete(`/api/admin/tokens/${id}`);
    expect((await who.post('/api/admin/tokens', body)).statusCode).toBe(201);
  });

  test.each([
    [{ name: ' ', rights: ['seeOrders'], days: 30 }, 'name'],
    [{ name: 'A', rights: [], days: 30 }, 'rights'],
    [{ name: 'A', rights: ['manageSystem'], days: 30 }, 'rights'],
    [{ name: 'A', rights: ['manageStaff'], days: 30 }, 'rights.0'],
    [{ name: 'A', rights: ['seeOrders'], days: 366 }, 'days'],
  ])('with %j is refused at the field %s', async (body, field) => {
    const who = await aStaffClient(t, { role: 'manager' });
    const reply = await who.post('/api/admin/tokens', body);
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
  });

  test('is for owners and managers, who see their own; an owner sees and revokes all', async () => {
    const { made, who } = await aToken(['seeOrders']);
    const [other, owner] = [await aStaffClient(t, { role: 'manager' }), await aStaffClient(t)];
    expect((await other.get('/api/admin/tokens')).json()).toEqual([]);
    expect((await other.delete(`/api/admin/tokens/${made.id}`)).statusCode).toBe(404);
    const seen = (await owner.get('/api/admin/tokens')).json<ApiTokenReply[]>();
    expect(seen.map(({ owner: { email } }) => email)).toContain(who.staff.email);
    expect((await owner.delete(`/api/admin/tokens/${made.id}`)).statusCode).toBe(204);
  });
});

test('neither token nor hash is in the log or in a reply but the first', async () => {
  const { token, who } = await aToken(['seeOrders']);
  t.context.log.info({ line: `a program printed ${token}` }, 'careless');
  await withToken(token, '/api/admin/orders');
  await withToken(`${token}x`, '/api/admin/orders');
  expect(log).toContain('careless');
  expect(log).not.toContain(token.slice(3, 30));
  const listed = (await who.get('/api/admin/tokens')).body;
  const [row] = await t.context.db
    .select({ hash: apiTokens.tokenHash })
    .from(apiTokens)
    .where(eq(apiTokens.staffId, who.staff.id));
  expect(listed).not.toContain(row!.hash);
  expect(listed).not.toContain(token.slice(0, -4));
});
