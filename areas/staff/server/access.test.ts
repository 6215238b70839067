/** Every route, as a visitor, with an expired session, as disabled staff, and as staff. New routes are included automatically. */
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access } from '#platform/calls/endpoint.ts';
import { buildApp } from '#app/server/app.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { staffSessions } from '#areas/staff/server/tables/staff.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

type Route = { method: string; url: string; access: Access };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD';

let t: TestApp;
let app: FastifyInstance;
const routes: Route[] = [];

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  const onRoute = (route: Route) => routes.push(route);
  app = await buildApp(t.context, {
    log: null,
    isHttps: false,
    isDev: false,
    sandbox: t.sandbox,
    onRoute,
  });
});
afterAll(async () => {
  await app.close();
  await t.close();
});

const staffRoutes = () => routes.filter(({ access }) => access === 'staff');
const isWrite = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Streams never end, so we wait only for the head of a reply. */
async function statusOf({ method, url }: Route, cookie: string): Promise<number> {
  const reply = await app.inject({
    method: method as Method,
    url: url.replaceAll(/:\w+/g, '1').replace('*', 'x'),
    headers: { cookie },
    payloadAsStream: true,
  });
  reply
    .stream()
    .on('error', () => {})
    .destroy();
  return reply.statusCode;
}

async function statusesAs(cookie: string) {
  const seen: Record<string, number> = {};
  for (const route of staffRoutes()) {
    seen[`${route.method} ${route.url}`] = await statusOf(route, cookie);
  }
  return seen;
}

const allRefused = () =>
  Object.fromEntries(staffRoutes().map(({ method, url }) => [`${method} ${url}`, 401]));

test('everything under /api/admin, every change of a meal and the waitlist itself are for staff', () => {
  const mustBe = routes.filter(
    ({ method, url }) =>
      url.startsWith('/api/admin') ||
      (url.startsWith('/api/meals') && isWrite(method)) ||
      (url === '/api/waitlist' && method === 'GET'),
  );
  expect(mustBe.length).toBeGreaterThan(10);
  expect(mustBe.filter(({ access }) => access !== 'staff')).toEqual([]);
});

test('of the account routes, only signing in is public', () => {
  const open = routes.filter(
    ({ method, url, access }) =>
      access === 'public' && method !== 'HEAD' && /^\/api\/(auth|staff)\b/.test(url),
  );
  expect(open.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual([
    'GET /api/auth/callback/oidc',
    'GET /api/auth/oidc',
    'GET /api/auth/options',
    'POST /api/auth/passkey/sign-in',
    'POST /api/auth/passkey/start',
    'POST /api/auth/sign-in/email',
    'POST /api/auth/two-factor/verify-backup-code',
    'POST /api/auth/two-factor/verify-totp',
    'POST /api/staff/accept-invite',
    'POST /api/staff/open-link',
    'POST /api/staff/reset-password',
    'POST /api/staff/setup',
  ]);
});

describe('every route for staff answers 401', () => {
  test('to a visitor', async () => {
    expect(await statusesAs('')).toEqual(allRefused());
  });

  test('to an expired session', async () => {
    const { cookie, staff: who } = await signedInStaff(t);
    await t.context.db
      .update(staffSessions)
      .set({ lastUsedAt: sql`now() - interval '13 hours'` })
      .where(eq(staffSessions.userId, who.id));
    expect(await statusesAs(cookie)).toEqual(allRefused());
  });

  test('to someone who has been disabled', async () => {
    const { cookie, staff: who } = await signedInStaff(t);
    await t.context.db.update(staff).set({ isActive: false }).where(eq(staff.id, who.id));
    expect(await statusesAs(cookie)).toEqual(allRefused());
  });

  test('with the words the portal knows it by', async () => {
    const reply = await app.inject({ method: 'DELETE', url: '/api/admin/sessions/1' });
    expect(reply.json()).toEqual({ message: 'Unauthorized', code: 'unauthorized' });
  });
});

test('no route for staff answers 401, or fails, to staff', async () => {
  const { cookie } = await signedInStaff(t);
  for (const [route, status] of Object.entries(await statusesAs(cookie))) {
    expect(status, route).not.toBe(401);
    expect(status, route).toBeLessThan(500);
  }
});

test('another site cannot make changes as staff', async () => {
  const { cookie } = await signedInStaff(t);
  for (const { method, url } of staffRoutes().filter((route) => isWrite(route.method))) {
    const reply = await app.inject({
      method: method as Method,
      url: url.replaceAll(/:\w+/g, '1'),
      headers: { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect([reply.statusCode, reply.json().code], `${method} ${url}`).toEqual([403, 'cross_site']);
  }
});
