/** Every call for staff, as each of the six roles: by its right, and by whose the things are that it names. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasRight, STAFF_ROLES, type StaffRole } from '#platform/rules/roles.ts';
import { buildApp, type RegisteredRoute } from '#app/server/app.ts';
import { setDriver } from '#areas/order-book/server/delivery-drivers.ts';
import { deliveries, driverNotices } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { apiTokens } from '#areas/staff/server/tables/webhooks.ts';
import { staffPasskeys, staffSessions } from '#areas/staff/server/tables/staff.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';
import { A_PASSWORD, signedInStaff } from '#quality/support/staff-session.ts';
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
  'DELETE /api/auth/passkeys/:passkeyId': EVERYONE,
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
  'DELETE /api/admin/tokens/:tokenId': MANAGERS,
  'GET /api/admin/sessions': EVERYONE,
  'DELETE /api/admin/sessions/:sessionId': EVERYONE,

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
  'GET /api/admin/page-texts': MANAGERS,
  'PUT /api/admin/page-texts/:key': MANAGERS,
  'GET /api/admin/page-texts/:key/history': MANAGERS,
  'POST /api/admin/page-texts/preview': MANAGERS,
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
  'POST /api/admin/meals-by-recipe': MANAGERS,
  'POST /api/admin/components/:id/replace': MANAGERS,
  'GET /api/admin/components/:id/versions': KITCHEN,
  'GET /api/admin/meals/:id/recipe/versions': KITCHEN,
  'POST /api/admin/food-table/preview': MANAGERS,
  'POST /api/admin/food-table/find': MANAGERS,
  'POST /api/admin/food-table/take': MANAGERS,

  'GET /api/admin/today': NOT_ON_THE_ROAD,
  'POST /api/admin/search': NOT_ON_THE_ROAD,
  'POST /api/admin/today/waits': NOT_ON_THE_ROAD,
  'POST /api/admin/today/week-notes': MANAGERS,
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
  'POST /api/admin/closures': MANAGERS,
  'GET /api/admin/incidents/:id': OFFICE,
  'POST /api/admin/incidents/:id/retry': OFFICE,
  'POST /api/admin/incidents/:id/settle': OFFICE,
  'GET /api/admin/incidents/:id/result.csv': OFFICE,
  'GET /api/admin/deliveries/photos/:key': NOT_ON_THE_ROAD,
  'GET /api/drive/day': DRIVERS,
  'POST /api/drive/reports': DRIVERS,
  'POST /api/drive/undo': DRIVERS,
  'POST /api/drive/notices': DRIVERS,
  'PUT /api/drive/photos/:reportKey': DRIVERS,
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
  'POST /api/admin/delivery-slots/open-days': MANAGERS,

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
  'POST /api/admin/meals/many': MANAGERS,
  'GET /api/admin/sample-menu': MANAGERS,
  'POST /api/admin/sample-menu/remove': MANAGERS,
  'POST /api/admin/sample-menu/bring-back': MANAGERS,
  'POST /api/admin/imports/read': MANAGERS,
  'GET /api/admin/import-files/:fileId': MANAGERS,
  'POST /api/admin/imports/preview': MANAGERS,
  'POST /api/admin/imports': MANAGERS,
  'POST /api/admin/imports/refused': MANAGERS,
  'GET /api/admin/imports/template': MANAGERS,
  'GET /api/admin/imports': MANAGERS,
  'POST /api/admin/imports/:id/undo': MANAGERS,
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
  'GET /api/admin/meals/:id/label': NOT_ON_THE_ROAD,
  'PUT /api/admin/meals/:id/limits': MANAGERS,
  'GET /api/admin/limits': NOT_ON_THE_ROAD,

  'POST /api/admin/deliveries/flag-seen/:id': MANAGERS,
  'GET /api/bench': KITCHEN,
  'POST /api/bench/words': KITCHEN,
  'GET /api/admin/production/plan': KITCHEN,
  'GET /api/admin/production/plan.csv': KITCHEN,
  'POST /api/admin/production/cookings/move': KITCHEN,
  'POST /api/admin/production/cookings/release': KITCHEN,
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
  'GET /api/admin/goods-in': KITCHEN,
  'POST /api/admin/goods-in': KITCHEN,
  'GET /api/admin/goods-lots': KITCHEN,
  'POST /api/admin/goods-lots/:id/used-up': KITCHEN,
  'GET /api/admin/goods-lots/:id/recall': KITCHEN,
  'GET /api/admin/goods-lots/:id/recall.csv': KITCHEN,
  'POST /api/admin/goods-lots/:id/recall': KITCHEN,
  'GET /api/admin/recall-runs': KITCHEN,
  'GET /api/admin/meal-traces': KITCHEN,
  'GET /api/admin/prep-sheet': KITCHEN,
  'GET /api/admin/run-sheet': KITCHEN,
  'GET /api/admin/day-papers': KITCHEN,
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
  'GET /api/admin/system/recovery-sheet': OWNER,
  'POST /api/admin/system/recovery-sheet/proofs': OWNER,
  'POST /api/admin/system/examinations': OWNER,
  'GET /api/admin/export': OWNER,

  'GET /api/admin/settings': OWNER,
  'PUT /api/admin/settings': OWNER,
  'POST /api/admin/settings/logo': OWNER,
  'GET /api/admin/settings/unlisted-suburbs': OWNER,
  'GET /api/admin/settings/versions': OWNER,
  'GET /api/admin/settings/versions/:version': OWNER,

  'GET /api/admin/going-live': OWNER,
  'PUT /api/admin/going-live/:step': OWNER,
  'POST /api/admin/going-live/address/checks': OWNER,
  'POST /api/admin/going-live/email/tests': OWNER,
  'POST /api/admin/going-live/codes': OWNER,
  'GET /api/admin/going-live/label': OWNER,
  'DELETE /api/admin/going-live/test-orders': OWNER,
  'GET /api/admin/going-live/previews': OWNER,
  'POST /api/admin/going-live/previews': OWNER,
  'DELETE /api/admin/going-live/previews/:linkId': OWNER,
  'GET /api/admin/connections': OWNER,
  'PUT /api/admin/connections/:kind': OWNER,
  'POST /api/admin/connections/:kind/check': OWNER,
  'DELETE /api/admin/connections/:kind': OWNER,
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
  routes.filter(({ access, method }) => access === 'staff' && method !== 'HEAD');

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
  const calls = staffCalls().map(({ method, url }) => `${method} ${url}`);
  expect(Object.keys(ALLOWED).toSorted()).toEqual(calls.toSorted());
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

/** What a request about someone's things names. */
type Named = { deliveryId: number; reportKey: string; noticeId: number; ownId: string };

const NOBODYS: Named = {
  deliveryId: 999_999,
  reportKey: randomUUID(),
  noticeId: 999_999,
  ownId: randomUUID(),
};
const at = () => new Date(t.context.clock()).toISOString();
const A_KEY = randomUUID();

type Request = { url?: string; body?: object; isSilent?: true };

/** A request of each such call. Silent: its reply is the same for what is theirs. */
const REQUESTS: Record<string, (it: Named, staffId: string) => Request> = {
  'POST /api/drive/reports': ({ deliveryId }, staffId) => ({
    body: {
      deviceId: A_KEY,
      staffId,
      reports: [{ key: A_KEY, deliveryId, status: 'delivered', at: at() }],
    },
  }),
  'POST /api/drive/undo': ({ reportKey }, staffId) => ({ body: { staffId, keys: [reportKey] } }),
  'POST /api/drive/notices': ({ noticeId }, staffId) => ({
    body: { staffId, notices: [{ id: noticeId, shownAt: at(), readAt: at() }] },
    isSilent: true,
  }),
  'PUT /api/drive/photos/:reportKey': ({ reportKey }) => ({
    url: `/api/drive/photos/${reportKey}`,
    body: {},
  }),
  'POST /api/pack/ticks': ({ deliveryId }) => ({
    body: { deliveryId, itemId: 1, state: 'ticked', key: A_KEY },
  }),
  'POST /api/pack/checks': ({ deliveryId }) => ({ body: { deliveryId, personId: null, food: '' } }),
  'POST /api/pack/claims': ({ deliveryId }) => ({ body: { deliveryId } }),
  'POST /api/pack/bags': ({ deliveryId }) => ({
    body: { deliveryId, status: 'packed', key: A_KEY },
  }),
  'POST /api/pack/undo': ({ deliveryId }) => ({ body: { deliveryId, key: A_KEY }, isSilent: true }),
  'GET /api/admin/labels': ({ deliveryId }) => ({
    url: `/api/admin/labels?deliveryId=${deliveryId}`,
  }),
  'GET /api/admin/gift-cards': ({ deliveryId }) => ({
    url: `/api/admin/gift-cards?deliveryId=${deliveryId}`,
    isSilent: true,
  }),
  'DELETE /api/auth/passkeys/:passkeyId': ({ ownId }) => ({ url: `/api/auth/passkeys/${ownId}` }),
  'DELETE /api/admin/sessions/:sessionId': ({ ownId }) => ({ url: `/api/admin/sessions/${ownId}` }),
  'DELETE /api/admin/tokens/:tokenId': ({ ownId }) => ({ url: `/api/admin/tokens/${ownId}` }),
};

type Case = 'own' | 'others' | 'otherDay' | 'unknown';

/** A delivery of today that this driver has, one of today and one of Thursday that another has, and what is said of each. */
async function deliveriesOf(me: StaffClient, other: StaffClient) {
  const { db } = t.context;
  const menu = await menuOf(t);
  async function named(by: StaffClient, date: string): Promise<Named> {
    t.setNow('2026-01-07T02:00:00Z');
    const item = anItem(menu[0]!, { deliveryDate: date, mealDate: date });
    const { id } = await aPaidOrder(t, { orderItems: [item] });
    const [delivery] = await db.select().from(deliveries).where(eq(deliveries.orderId, id));
    const { id: deliveryId } = delivery!;
    const give = { driverId: by.staff.id, at: 0, staffId: null };
    await db.transaction((tx) => setDriver(tx, [deliveryId], give));
    const notice = { deliveryId, kind: 'address' as const, at: new Date(), driverId: by.staff.id };
    const [{ id: noticeId } = { id: 0 }] = await db
      .insert(driverNotices)
      .values(notice)
      .returning({ id: driverNotices.id });
    t.setNow(`${date}T02:00:00Z`);
    const reportKey = randomUUID();
    const out = { key: reportKey, deliveryId, status: 'out', at: at(), confirm: CONFIRMED };
    const sent = { deviceId: A_KEY, staffId: by.staff.id, reports: [out] };
    const reply = await by.post('/api/drive/reports', sent);
    expect(reply.json(), reply.body).toMatchObject({ results: [{ ok: true }] });
    return { deliveryId, reportKey, noticeId, ownId: '' };
  }
  const [otherDay, others] = [await named(other, day(2)), await named(other, day(0))];
  return { otherDay, others, own: await named(me, day(0)), unknown: NOBODYS };
}

/** For each kind, by what their paths are called. */
async function accountOf({ staff: { id: staffId } }: StaffClient): Promise<Record<string, string>> {
  const { db } = t.context;
  const expiresAt = new Date(Date.now() + 86_400_000);
  const secret = randomUUID();
  const token = { staffId, name: 'A', tokenHash: secret, lastFour: 'abcd', rights: [], expiresAt };
  const key = { userId: staffId, publicKey: 'k', credentialID: secret, counter: 0 };
  const [sessions, tokens, passkeys] = [
    await db
      .insert(staffSessions)
      .values({ token: secret, userId: staffId, expiresAt })
      .returning(),
    await db.insert(apiTokens).values(token).returning(),
    await db
      .insert(staffPasskeys)
      .values({ ...key, deviceType: 'a', backedUp: false })
      .returning(),
  ];
  return { sessionId: sessions[0]!.id, tokenId: tokens[0]!.id, passkeyId: passkeys[0]!.id };
}

describe('what a call names', () => {
  const aboutOwn = () =>
    routes.filter(
      ({ about, method }) => method !== 'HEAD' && !['any', 'token', null].includes(about),
    );

  test('has its request here, if the call is about one’s own', () => {
    expect(Object.keys(REQUESTS).toSorted()).toEqual(
      aboutOwn()
        .map(({ method, url }) => `${method} ${url}`)
        .toSorted(),
    );
  });

  test.each(STAFF_ROLES)(
    'as %s: another’s and another day’s is as unknown as none',
    async (role) => {
      const me = await aStaffClient(t, { role });
      const other = await aStaffClient(t, { role: 'driver' });
      const driver = hasRight(role, 'drive') ? me : await aStaffClient(t, { role: 'driver' });
      const named = await deliveriesOf(driver, other);
      const accounts = { own: await accountOf(me), others: await accountOf(other) };
      for (const { method, url, about, right } of aboutOwn()) {
        if (right === null || !hasRight(role, right)) continue;
        // Who makes printouts prints any bag's labels, and who manages staff sees all tokens.
        if (about === 'todaysBags' && right === 'printLabels' && role !== 'packer') continue;
        const [, idName = ''] = /:(\w+)/.exec(url) ?? [];
        if (idName === 'tokenId' && hasRight(role, 'manageStaff')) continue;
        const call = `${method} ${url}`;
        async function answer(which: Case): Promise<{ reply: unknown; isSilent: boolean }> {
          const account = accounts[which as 'own'] ?? {};
          const it = { ...named[which], ownId: account[idName] ?? NOBODYS.ownId };
          const { url: path = url, body, isSilent = false } = REQUESTS[call]!(it, me.staff.id);
          const { statusCode, body: said } = await t.app.inject({
            method: method as Method,
            url: path,
            headers: { cookie: me.cookie },
            ...(body && { body }),
          });
          return { reply: { statusCode, said }, isSilent };
        }
        const none = await answer('unknown');
        // Whose bag it is is nobody's matter at the bench.
        const foreign: Case[] = about === 'todaysBags' ? ['otherDay'] : ['others', 'otherDay'];
        for (const which of foreign)
          expect((await answer(which)).reply, `${call} ${which}`).toEqual(none.reply);
        if (!none.isSilent) expect((await answer('own')).reply, call).not.toEqual(none.reply);
      }
    },
  );
});

/** What is sent with a secret, where more is asked for. */
const WITH_SECRET: Record<string, object> = {
  'PUT /api/orders/track/:token/reminder': { isAsked: true },
  'POST /api/orders/track/:token/quote': { version: 1 },
  'POST /api/orders/track/:token/change': { version: 1 },
  'POST /api/orders/track/:token/problems': { itemIds: [1], kind: 'missing' },
  'POST /api/orders/track/:token/ratings': { ratings: [{ mealId: 1, stars: 5 }] },
  'PUT /api/orders/track/:token/instructions': { specialInstructions: 'Side gate' },
  'POST /api/orders/track/:token/choices/:id': { mealId: null },
  'POST /api/orders/track/:token/missed/:id': { choice: 'call' },
  'POST /api/staff/setup': {
    email: 'a@example.com',
    firstName: 'A',
    lastName: 'B',
    password: A_PASSWORD,
  },
  'POST /api/staff/accept-invite': { firstName: 'A', lastName: 'B', password: A_PASSWORD },
  'POST /api/staff/reset-password': { password: A_PASSWORD },
  'POST /api/slot-bells': { date: day(0), window: '11:00-13:00', email: 'a@example.com' },
};

/** They prove a checkout, an intent or a person, beside its id: `payments` and `sign-in` tests. */
const WITH_PROOF = [
  'POST /api/checkouts/:id/windows',
  'POST /api/checkouts/:id/let-go',
  'POST /api/extend-hold',
  'POST /api/orders',
  'POST /api/auth/passkey/sign-in',
];

describe('a secret link', () => {
  test('of another kind or an erased order is as unknown as one that never was', async () => {
    const office = await aStaffClient(t);
    t.setNow('2026-01-07T02:00:00Z');
    const her = { ...A_CUSTOMER, email: 'erased@example.com', phone: '0499 888 777' };
    const erased = await aPaidOrder(t, { customer: her });
    const live = await aPaidOrder(t);
    const cancelled = await aPaidOrder(t);
    await office.delete(`/api/admin/orders/${cancelled.id}`);
    const tokens = {
      live: await trackingTokenOf(t, live.id),
      cancelled: await trackingTokenOf(t, cancelled.id),
      erased: await trackingTokenOf(t, erased.id),
      none: 'n'.repeat(43),
    };
    await office.put(`/api/admin/orders/${erased.id}/status`, { status: 'cancelled' });
    const gone = await office.post('/api/admin/customers/erase', { email: her.email });
    expect(gone.statusCode, gone.body).toBe(200);
    const [entry] = await t.context.db
      .insert(waitlistEntries)
      .values({ email: 'w@example.com', suburb: 'Cleveland' })
      .returning();
    const waitlist = linkTokenFor('unsubscribe', entry!.id, t.context.trackingSecret);
    let caller = 0;
    const calls = routes.filter(({ about, method }) => about === 'token' && method !== 'HEAD');
    for (const { method, url } of calls) {
      const call = `${method} ${url}`;
      if (WITH_PROOF.includes(call)) continue;
      const opens = url.includes('/track/')
        ? 'orders'
        : url.includes('waitlist')
          ? 'waitlist'
          : null;
      async function answer(secret: string) {
        const isInPath = url.includes(':token');
        const path = url.replace(':token', secret).replace(':id', '1').replace(':key', A_KEY);
        const isInQuery = !isInPath && (method === 'GET' || url.includes('unsubscribe'));
        const body = { ...WITH_SECRET[call], ...(!isInPath && !isInQuery && { token: secret }) };
        if (url === '/api/slot-bells' && method === 'POST')
          Object.assign(body, { token: undefined, trackingToken: secret });
        caller += 1;
        const reply = await t.app.inject({
          method: method as Method,
          url: isInQuery ? `${path}?token=${secret}` : path,
          remoteAddress: `10.0.${caller >> 8}.${caller & 255}`,
          ...(method !== 'GET' && !isInQuery && Object.keys(body).length > 0 && { body }),
        });
        return { status: reply.statusCode, body: reply.body };
      }
      const none = await answer(tokens.none);
      const foreign = [
        tokens.erased,
        ...(opens === 'orders' ? [] : [tokens.live, tokens.cancelled]),
        ...(opens === 'waitlist' ? [] : [waitlist]),
      ];
      for (const secret of foreign) expect(await answer(secret), call).toEqual(none);
      if (opens === 'orders' && method === 'GET' && !url.includes(':key'))
        for (const secret of [tokens.live, tokens.cancelled])
          expect(await answer(secret), call).not.toEqual(none);
    }
  });
});

test('a secret link opens nothing of another order, though its number is right', async () => {
  const [menu, own, other] = [await menuOf(t), await aPaidOrder(t), await aPaidOrder(t)];
  const { db } = t.context;
  const [theirs] = await db.select().from(orderItems).where(eq(orderItems.orderId, other.id));
  const { id: itemId, deliveryId } = theirs!;
  const link = `/api/orders/track/${await trackingTokenOf(t, own.id)}`;
  const meal = menu[0]!;
  const aLunch = { mealId: meal.id, mealType: meal.mealType, deliveryDate: day(0) };
  for (const [url, bodyOf] of [
    [(id: number) => `missed/${id}`, () => ({ choice: 'call' })],
    [(id: number) => `choices/${id}`, () => ({ mealId: null })],
    [() => 'problems', (id: number) => ({ itemIds: [id], kind: 'missing' })],
    [() => 'quote', (id: number) => ({ orderItems: [{ ...aLunch, id }] })],
    [() => 'change', (id: number) => ({ orderItems: [{ ...aLunch, id }] })],
  ] as const)
    for (const foreign of [itemId, deliveryId!]) {
      const answer = async (id: number) => {
        const reply = await t.app.inject({
          method: 'POST',
          url: `${link}/${url(id)}`,
          body: bodyOf(id),
        });
        return { status: reply.statusCode, body: reply.body.replaceAll(String(id), 'ID') };
      };
      const none = await answer(999_999);
      expect(none.status, url(0)).toBeGreaterThanOrEqual(400);
      expect(await answer(foreign), url(0)).toEqual(none);
    }
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
