/**
 * Every call for staff, as each of the six roles. What each may do is written down here once more, by call, so that a
 * change of the table of rights, or of the right that a call names, shows. A new call fails until it has its line.
 */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STAFF_ROLES, type StaffRole } from '#platform/rules/roles.ts';
import { buildApp, type RegisteredRoute } from '#app/server/app.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const EVERYONE: StaffRole[] = ['owner', 'manager', 'kitchen', 'packer', 'driver', 'phone'];
const OWNER: StaffRole[] = ['owner'];
const MANAGERS: StaffRole[] = ['owner', 'manager'];
const DRIVERS: StaffRole[] = ['owner', 'manager', 'driver'];
const PACKERS: StaffRole[] = ['owner', 'manager', 'packer'];
const KITCHEN: StaffRole[] = ['owner', 'manager', 'kitchen'];
const OFFICE: StaffRole[] = ['owner', 'manager', 'phone'];
const NOT_ON_THE_ROAD: StaffRole[] = ['owner', 'manager', 'kitchen', 'phone'];

const ALLOWED: Record<string, StaffRole[]> = {
  'GET /api/auth/user': EVERYONE,
  'PUT /api/auth/user': EVERYONE,
  'POST /api/auth/confirm': EVERYONE,
  'PUT /api/auth/password': EVERYONE,
  'GET /api/auth/security': EVERYONE,
  'POST /api/auth/two-factor/start': EVERYONE,
  'POST /api/auth/two-factor/confirm': EVERYONE,
  'POST /api/auth/two-factor/end': EVERYONE,
  'POST /api/auth/passkeys/start': EVERYONE,
  'POST /api/auth/passkeys': EVERYONE,
  'DELETE /api/auth/passkeys/:id': EVERYONE,
  'GET /api/admin/webhooks': OWNER,
  'POST /api/admin/webhooks': OWNER,
  'PUT /api/admin/webhooks/:id': OWNER,
  'DELETE /api/admin/webhooks/:id': OWNER,
  'POST /api/admin/webhooks/:id/secret': OWNER,
  'POST /api/admin/webhooks/:id/test': OWNER,
  'GET /api/admin/webhooks/:id/log': OWNER,
  'POST /api/admin/webhooks/:id/log/:messageId/resend': OWNER,
  'GET /api/admin/tokens': MANAGERS,
  'POST /api/admin/tokens': MANAGERS,
  'DELETE /api/admin/tokens/:id': MANAGERS,
  'GET /api/admin/sessions': EVERYONE,
  'DELETE /api/admin/sessions/:id': EVERYONE,

  'GET /api/admin/orders': OFFICE,
  'GET /api/admin/orders/counts': OFFICE,
  'POST /api/admin/orders/status': OFFICE,
  'POST /api/admin/orders/message': OFFICE,
  'GET /api/admin/orders.csv': OWNER,
  'GET /api/admin/orders/:id': OFFICE,
  'GET /api/admin/orders/:id/receipt.pdf': OFFICE,
  'PUT /api/admin/orders/:id': OFFICE,
  'PUT /api/admin/orders/:id/status': OFFICE,
  'DELETE /api/admin/orders/:id': OFFICE,
  'POST /api/admin/orders/:id/preview': OFFICE,
  'GET /api/admin/orders/:id/timeline': OFFICE,
  'POST /api/admin/orders/:id/notes': OFFICE,
  'PUT /api/admin/orders/:id/notes/:noteId': OFFICE,
  'GET /api/admin/problems': OFFICE,
  'GET /api/admin/problems/:id/windows': OFFICE,
  'GET /api/admin/problems/:id/photos/:photo': OFFICE,
  'POST /api/admin/problems/:id/decide': OFFICE,
  'GET /api/admin/ratings': NOT_ON_THE_ROAD,
  'PUT /api/admin/ratings/:id/hidden': MANAGERS,
  'POST /api/admin/phone-orders': OFFICE,
  'GET /api/admin/phone-orders': OFFICE,
  'GET /api/admin/phone-orders/:id': OFFICE,
  'POST /api/admin/phone-orders/:id/send': OFFICE,
  'POST /api/admin/phone-orders/:id/cancel': OFFICE,
  'POST /api/admin/phone-orders/:id/seen': OFFICE,
  'POST /api/admin/orders/:id/pay-link': OFFICE,
  'POST /api/admin/orders/:id/refund': OFFICE,
  'POST /api/admin/orders/:id/refund/quote': OFFICE,
  'GET /api/admin/live': NOT_ON_THE_ROAD,
  'GET /api/admin/audit': OFFICE,
  'GET /api/admin/audit/staff': OFFICE,
  'GET /api/admin/audit.csv': OWNER,
  'GET /api/admin/customers': OFFICE,
  'GET /api/admin/customers/:id': OFFICE,
  'POST /api/admin/customers/:id/erase': MANAGERS,
  'POST /api/admin/customers/file': OFFICE,
  'POST /api/admin/customers/:id/notes': OFFICE,
  'DELETE /api/admin/customers/:id/notes/:noteId': OFFICE,
  'POST /api/admin/customers/:id/merge': MANAGERS,
  'GET /api/admin/customers.csv': OWNER,
  'POST /api/admin/customers/erase': MANAGERS,
  'GET /api/admin/messages': OFFICE,
  'GET /api/admin/messages/:id': OFFICE,
  'GET /api/admin/messages/:id/page': OFFICE,
  'POST /api/admin/messages/:id/retry': OFFICE,
  'POST /api/admin/messages/:id/resend': OFFICE,
  'GET /api/admin/message-texts': MANAGERS,
  'PUT /api/admin/message-texts/:kind': MANAGERS,
  'DELETE /api/admin/message-texts/:kind': MANAGERS,
  'GET /api/waitlist': OFFICE,
  'DELETE /api/admin/waitlist/:id': OFFICE,
  'GET /api/admin/waitlist.csv': OFFICE,
  'PUT /api/admin/waitlist/:id/served': OFFICE,
  'GET /api/admin/waitlist/waves': OFFICE,
  'POST /api/admin/waitlist/waves': OFFICE,
  'POST /api/admin/waitlist/waves/:id/stop': OFFICE,

  'GET /api/admin/recipe-book': KITCHEN,
  'POST /api/admin/ingredients': MANAGERS,
  'PUT /api/admin/ingredients/:id': MANAGERS,
  'POST /api/admin/ingredients/:id/archive': MANAGERS,
  'POST /api/admin/ingredients/:id/replace': MANAGERS,
  'POST /api/admin/components': MANAGERS,
  'PUT /api/admin/components/:id': MANAGERS,
  'POST /api/admin/components/:id/archive': MANAGERS,
  'PUT /api/admin/meals/:id/recipe': MANAGERS,
  'POST /api/admin/components/:id/replace': MANAGERS,
  'GET /api/admin/components/:id/versions': KITCHEN,
  'GET /api/admin/meals/:id/recipe/versions': KITCHEN,
  'POST /api/admin/food-table/preview': MANAGERS,
  'POST /api/admin/food-table/find': MANAGERS,
  'POST /api/admin/food-table/take': MANAGERS,

  'GET /api/admin/today': NOT_ON_THE_ROAD,
  'GET /api/admin/deliveries': NOT_ON_THE_ROAD,
  'GET /api/admin/deliveries/run': NOT_ON_THE_ROAD,
  'POST /api/admin/deliveries/status': MANAGERS,
  'POST /api/admin/deliveries/undo': MANAGERS,
  'POST /api/admin/deliveries/arrange': OFFICE,
  'GET /api/admin/deliveries/drivers': NOT_ON_THE_ROAD,
  'POST /api/admin/deliveries/assign': OFFICE,
  'POST /api/admin/deliveries/hand-over': OFFICE,
  'POST /api/admin/deliveries/move': OFFICE,
  'POST /api/admin/cancel': OFFICE,
  'POST /api/admin/deliveries/refund': OFFICE,
  'POST /api/admin/deliveries/settle': OFFICE,
  'GET /api/admin/incidents': OFFICE,
  'POST /api/admin/incidents': OFFICE,
  'POST /api/admin/incidents/close-sale': MANAGERS,
  'GET /api/admin/incidents/:id': OFFICE,
  'POST /api/admin/incidents/:id/retry': OFFICE,
  'POST /api/admin/incidents/:id/settle': OFFICE,
  'GET /api/admin/incidents/:id/result.csv': OFFICE,
  'GET /api/admin/deliveries/photos/:key': NOT_ON_THE_ROAD,
  'GET /api/drive/day': DRIVERS,
  'POST /api/drive/reports': DRIVERS,
  'POST /api/drive/undo': DRIVERS,
  'POST /api/drive/notices': DRIVERS,
  'PUT /api/drive/photos/:key': DRIVERS,
  'GET /api/pack/day': PACKERS,
  'POST /api/pack/ticks': PACKERS,
  'POST /api/pack/checks': PACKERS,
  'POST /api/pack/claims': PACKERS,
  'POST /api/pack/bags': PACKERS,
  'POST /api/pack/undo': PACKERS,

  'GET /api/admin/delivery-slots': OFFICE,
  'POST /api/admin/delivery-slots': MANAGERS,
  'PUT /api/admin/delivery-slots/:id': MANAGERS,
  'POST /api/admin/delivery-slots/copy-week': MANAGERS,
  'POST /api/admin/delivery-slots/close-day': MANAGERS,

  'GET /api/admin/payments': MANAGERS,
  'GET /api/admin/figures': MANAGERS,
  'GET /api/admin/figures/days.csv': MANAGERS,
  'GET /api/admin/figures/documents.csv': MANAGERS,
  'GET /api/admin/figures/food': MANAGERS,
  'GET /api/admin/figures/food.csv': MANAGERS,
  'GET /api/admin/figures/forecasts.csv': MANAGERS,
  'POST /api/admin/payments/check': MANAGERS,
  'POST /api/admin/payments/orders/:id/keep': MANAGERS,
  'POST /api/admin/payments/orders/:id/refund': MANAGERS,
  'POST /api/admin/payments/refunds/:id/retry': MANAGERS,
  'POST /api/admin/payments/refunds/:id/handled': MANAGERS,
  'POST /api/admin/payments/events/:id/retry': MANAGERS,

  'GET /api/admin/menu-weeks': NOT_ON_THE_ROAD,
  'PUT /api/admin/menu-weeks/:weekStart': MANAGERS,
  'DELETE /api/admin/menu-weeks/:weekStart': MANAGERS,
  'POST /api/admin/menu-weeks/rotate': MANAGERS,
  'GET /api/admin/meals': NOT_ON_THE_ROAD,
  'POST /api/meals': MANAGERS,
  'PUT /api/meals/:id': MANAGERS,
  'DELETE /api/meals/:id': MANAGERS,
  'POST /api/admin/meals/:id/restore': MANAGERS,
  'POST /api/admin/meals/:id/duplicate': MANAGERS,
  'POST /api/admin/meals/:id/recipe-check': MANAGERS,
  'POST /api/admin/meal-images': MANAGERS,
  'GET /api/admin/given-food': KITCHEN,
  'POST /api/admin/given-food/:id/calls': MANAGERS,
  'GET /api/admin/recipe-alerts': KITCHEN,
  'POST /api/admin/recipe-alerts/settle': MANAGERS,
  'POST /api/admin/meals/:id/run-out': MANAGERS,
  'GET /api/admin/meals/:id/limits': NOT_ON_THE_ROAD,
  'PUT /api/admin/meals/:id/limits': MANAGERS,
  'GET /api/admin/limits': NOT_ON_THE_ROAD,

  'POST /api/admin/deliveries/flag-seen/:id': MANAGERS,
  'GET /api/admin/daily-prep': KITCHEN,
  'GET /api/admin/daily-prep/specials': KITCHEN,
  'GET /api/admin/daily-prep/bags': KITCHEN,
  'GET /api/admin/daily-prep/ingredients': KITCHEN,
  'POST /api/admin/daily-prep/ticks': KITCHEN,
  'GET /api/admin/production/plan': KITCHEN,
  'GET /api/admin/production/plan.csv': KITCHEN,
  'GET /api/admin/production/plan.pdf': KITCHEN,
  'GET /api/admin/production/plan/printouts': KITCHEN,
  'GET /api/admin/production/plan/printouts/:id/change-slip': KITCHEN,
  'POST /api/admin/production/cookings/move': KITCHEN,
  'POST /api/admin/production/cookings/release': KITCHEN,
  'POST /api/admin/production/batches': KITCHEN,
  'PUT /api/admin/production/batches/:id': KITCHEN,
  'DELETE /api/admin/production/batches/:id': KITCHEN,
  'GET /api/admin/production/shopping': KITCHEN,
  'GET /api/admin/production/shopping.csv': KITCHEN,
  'GET /api/admin/production/shopping.pdf': KITCHEN,
  'POST /api/admin/production/shopping/orders': KITCHEN,
  'GET /api/admin/production/stock': KITCHEN,
  'POST /api/admin/production/stock/:id/count': KITCHEN,
  'POST /api/admin/production/stock/:id/waste': KITCHEN,
  'GET /api/admin/suppliers': MANAGERS,
  'POST /api/admin/suppliers': MANAGERS,
  'PUT /api/admin/suppliers/:id': MANAGERS,
  'POST /api/admin/suppliers/:id/archive': MANAGERS,
  'POST /api/admin/suppliers/:id/packs': MANAGERS,
  'PUT /api/admin/suppliers/:id/packs/:packId': MANAGERS,
  'POST /api/admin/suppliers/:id/packs/:packId/remove': MANAGERS,
  'GET /api/admin/temperatures': KITCHEN,
  'POST /api/admin/temperatures': KITCHEN,
  'POST /api/admin/temperatures/:id/correct': KITCHEN,
  'POST /api/admin/temperatures/:id/action': KITCHEN,
  'GET /api/admin/temperature-record': KITCHEN,
  'POST /api/admin/food-training': KITCHEN,
  'GET /api/admin/food-safety': KITCHEN,
  'PUT /api/admin/food-safety': KITCHEN,
  'GET /api/admin/receivable-goods': KITCHEN,
  'GET /api/admin/goods-lots': KITCHEN,
  'POST /api/admin/goods-lots': KITCHEN,
  'POST /api/admin/goods-lots/:id/used-up': KITCHEN,
  'GET /api/admin/goods-lots/:id/recall': KITCHEN,
  'GET /api/admin/goods-lots/:id/recall.csv': KITCHEN,
  'POST /api/admin/goods-lots/:id/recall': KITCHEN,
  'GET /api/admin/recall-runs': KITCHEN,
  'GET /api/admin/meal-traces': KITCHEN,
  'GET /api/admin/prep-sheet': KITCHEN,
  'GET /api/admin/run-sheet': KITCHEN,
  'GET /api/admin/labels': ['owner', 'manager', 'kitchen', 'packer'],
  'GET /api/admin/gift-cards': ['owner', 'manager', 'kitchen', 'packer'],
  'GET /api/admin/papers': KITCHEN,
  'GET /api/admin/papers/stale-dates': KITCHEN,
  'GET /api/admin/papers/:id/change-slip': KITCHEN,

  'GET /api/admin/staff': OWNER,
  'PUT /api/admin/staff/:id': OWNER,
  'POST /api/admin/staff/:id/reset-link': OWNER,
  'DELETE /api/admin/staff/:id/sessions': OWNER,
  'GET /api/admin/staff/:id/sessions': OWNER,
  'DELETE /api/admin/staff/:id/sessions/:sessionId': OWNER,
  'POST /api/staff/invites': OWNER,
  'DELETE /api/staff/invites/:email': OWNER,

  'GET /api/admin/system': OWNER,
  'POST /api/admin/system/backups': OWNER,
  'POST /api/admin/system/examinations': OWNER,
  'GET /api/admin/export': OWNER,

  'GET /api/admin/settings': OWNER,
  'PUT /api/admin/settings': OWNER,
  'POST /api/admin/settings/logo': OWNER,
  'GET /api/admin/settings/versions': OWNER,
  'GET /api/admin/settings/versions/:version': OWNER,

  'GET /api/admin/first-hour': OWNER,
  'PUT /api/admin/first-hour/:step': OWNER,
  'POST /api/admin/first-hour/cards/checks': OWNER,
  'POST /api/admin/first-hour/email/tests': OWNER,
  'POST /api/admin/first-hour/codes': OWNER,
  'GET /api/admin/first-hour/label': OWNER,
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

let t: TestApp;
let app: FastifyInstance;
const routes: RegisteredRoute[] = [];

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  app = await buildApp(t.context, {
    log: null,
    isHttps: false,
    isDev: false,
    sandbox: t.sandbox,
    onRoute: (route) => routes.push(route),
  });
});
afterAll(async () => {
  await app.close();
  await t.close();
});

const staffCalls = () =>
  routes
    .filter(({ access, method }) => access === 'staff' && method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url}`);

/** Streams never end, so of a reply that is allowed we read only the head. */
async function answerTo(call: string, cookie: string) {
  const [method, url = ''] = call.split(' ');
  const reply = await app.inject({
    method: method as Method,
    url: url.replaceAll(/:\w+/g, '1'),
    headers: { cookie },
    payloadAsStream: true,
  });
  const body = reply.stream().on('error', () => {});
  if (reply.statusCode !== 403) {
    body.destroy();
    return { status: reply.statusCode, body: null };
  }
  const parts = await body.toArray();
  return { status: 403, body: JSON.parse(Buffer.concat(parts).toString()) as { code: string } };
}

test('the table says of every call for staff who may make it, and of no other', () => {
  expect(Object.keys(ALLOWED).toSorted()).toEqual(staffCalls().toSorted());
});

test('a call that only tells the head of a reply needs the same right', () => {
  const heads = routes.filter(({ method, access }) => method === 'HEAD' && access === 'staff');
  for (const { url, right } of heads) {
    expect(right, url).toBe(routes.find((it) => it.method === 'GET' && it.url === url)?.right);
  }
});

describe.each(STAFF_ROLES)('as %s', (role) => {
  const NOT_ALLOWED = {
    message: 'Your role may not do this. Ask an owner.',
    code: 'not_allowed',
  };

  test('each call is allowed or refused as the table says, and a refusal says nothing else', async () => {
    const { cookie } = await signedInStaff(t, { role });
    for (const [call, allowed] of Object.entries(ALLOWED)) {
      const { status, body } = await answerTo(call, cookie);
      if (allowed.includes(role)) {
        expect([401, 500], call).not.toContain(status);
        expect(body?.code, call).not.toBe('not_allowed');
      } else {
        expect({ status, body }, call).toEqual({ status: 403, body: NOT_ALLOWED });
      }
    }
  });
});

test('another role counts from the next request, in the same session', async () => {
  const { cookie, staff } = await signedInStaff(t, { role: 'driver' });
  const owner = await signedInStaff(t);
  const setRole = (role: StaffRole) =>
    app.inject({
      method: 'PUT',
      url: `/api/admin/staff/${staff.id}`,
      headers: { cookie: owner.cookie },
      body: { role },
    });
  const seesOrders = async () => (await answerTo('GET /api/admin/orders', cookie)).status;
  expect(await seesOrders()).toBe(403);
  expect((await setRole('phone')).json()).toMatchObject({ role: 'phone' });
  expect(await seesOrders()).toBe(200);
  await setRole('packer');
  expect(await seesOrders()).toBe(403);
});

test('the session says its role and the rights of it', async () => {
  const { cookie } = await signedInStaff(t, { role: 'driver' });
  const reply = await app.inject({ url: '/api/auth/user', headers: { cookie } });
  expect(reply.json()).toMatchObject({ role: 'driver', rights: ['ownAccount', 'drive'] });
});

test('the trail is only of what a role may see', async () => {
  const owner = await signedInStaff(t);
  const { cookie } = await signedInStaff(t, { role: 'phone' });
  const trail = (as: string, query = '') =>
    app.inject({ url: `/api/admin/audit${query}`, headers: { cookie: as } });
  const entities = (body: { changes: { entity: string }[] }) =>
    new Set(body.changes.map(({ entity }) => entity));
  expect(entities((await trail(owner.cookie)).json())).toContain('staff');
  expect(entities((await trail(cookie)).json())).not.toContain('staff');
  expect((await trail(cookie, '?entity=staff')).json()).toMatchObject({ code: 'not_allowed' });
  expect((await trail(cookie, '?entity=order')).statusCode).toBe(200);
});

test('openapi.json says which roles may make a call', async () => {
  const { paths } = (await app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { description?: string }>>;
  }>();
  expect(paths['/api/admin/system']?.['get']?.description).toBe(
    'Needs the right manageSystem: owner. Other roles: 403 not_allowed.',
  );
});
