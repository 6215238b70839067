/** Replies to roles that see no money and no email addresses, searched as text: every GET that such a role may call. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasRight, rolesWith, type StaffRole } from '#platform/rules/roles.ts';
import { buildApp, type RegisteredRoute } from '#app/server/app.ts';
import { seedSampleRecipes } from '#areas/menu/server/seed-sample-menu.ts';
import { aPaidOrder } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const ROLES = ['kitchen', 'packer', 'driver'] as const satisfies StaffRole[];

const EMAIL = /[\w.+-]+@[\w-]+\.[\w.]+/g;
const MONEY = /\$\s?\d|"\d+\.\d\d"/;

/** The menu's prices are for everyone: they say nothing of what someone paid. */
const SHOWS_THE_MENU = '/api/admin/meals';
/** Never ends, and carries an order's id and number (`areas/order-book/calls/admin-orders.ts`). */
const STREAM = '/api/admin/live';

let t: TestApp;
let app: FastifyInstance;
let orderId: number;
let labelled: string;
const routes: RegisteredRoute[] = [];

beforeAll(async () => {
  t = await startTestApp();
  app = await buildApp(t.context, {
    log: null,
    isHttps: false,
    isDev: false,
    sandbox: t.sandbox,
    onRoute: (route) => routes.push(route),
  });
  const menu = await menuOf(t);
  const meal = menu.find(({ allergens }) => allergens && !allergens.includes('almond'))!;
  const order = await aPaidOrder(t, {
    customer: { ...A_CUSTOMER, specialInstructions: 'Mia carries an EpiPen, please ring' },
    people: [{ name: 'Mia', calorieTarget: 1200, allergens: ['almond'] }],
    orderItems: [anItem(meal)],
  });
  orderId = order.id;
  labelled = order.orderNumber;
  const { cookie } = await signedInStaff(t);
  const { id, ...facts } = meal;
  const saved = await app.inject({
    method: 'PUT',
    url: `/api/meals/${id}`,
    headers: { cookie },
    body: {
      ...facts,
      allergens: ['almond', ...meal.allergens!],
      ingredients: `${meal.ingredients}, almond meal (almond)`,
    },
  });
  expect(saved.statusCode, saved.body).toBe(200);
  const printed = await app.inject({
    url: `/api/admin/prep-sheet?date=${day(0)}`,
    headers: { cookie },
  });
  expect(printed.statusCode).toBe(200);
  // Suppliers with email addresses and prices.
  await seedSampleRecipes(t.context.db, t.context.clock());
});
afterAll(async () => {
  await app.close();
  await t.close();
});

const getsFor = (role: StaffRole) =>
  routes
    .filter(({ method, url }) => method === 'GET' && url !== STREAM)
    .filter(({ right }) => right !== null && hasRight(role, right))
    .map(({ url }) => url);

/** Calls about a period, whose query names its first and its last day. */
const OF_A_PERIOD =
  /(menu-weeks|limits|temperatures|temperature-record|production\/(plan|shopping)(\.\w+|\/printouts)?)$/;
const OF_A_DAY = /(bench|papers|deliveries|gift-cards)$/;
const IN_TWO_FORMATS = /(prep-sheet|run-sheet|temperature-record)$/;

/** As a page would ask, for the day of the order. */
function asked(route: string): string[] {
  if (route === '/api/admin/labels')
    return [`${route}?date=${day(0)}&kind=all`, `${route}?orderId=${orderId}`];
  if (route === '/api/admin/deliveries/run') return [`${route}?date=${day(0)}&window=11:00-13:00`];
  if (route === '/api/admin/meal-traces') return [`${route}?mealId=1&date=${day(0)}`];
  if (route.endsWith('/:key')) return [route.replace(':key', randomUUID())];
  const url = route.replaceAll(/:\w+/g, '1');
  const query = OF_A_PERIOD.test(url) ? `from=${day(0)}&to=${day(0)}` : `date=${day(0)}`;
  if (IN_TWO_FORMATS.test(url))
    return ['pdf', 'csv'].map((format) => `${url}?${query}&format=${format}`);
  return [OF_A_PERIOD.test(url) || OF_A_DAY.test(url) ? `${url}?${query}` : url];
}

async function textOf(url: string, cookie: string): Promise<string> {
  const reply = await app.inject({ url, headers: { cookie } });
  expect([200, 404], `${url}: ${reply.body}`).toContain(reply.statusCode);
  if (reply.headers['content-type'] !== 'application/pdf') return reply.body;
  return (await pdfPages(reply.rawPayload)).join('\n');
}

test.each(ROLES)('no reply to %s holds an email address or what someone paid', async (role) => {
  const { cookie, staff } = await signedInStaff(t, { role });
  const texts: Record<string, string> = {};
  for (const url of getsFor(role).flatMap(asked)) texts[url] = await textOf(url, cookie);
  for (const [url, text] of Object.entries(texts)) {
    const others = (text.match(EMAIL) ?? []).filter((email) => email !== staff.email);
    expect(others, url).toEqual([]);
    if (url !== SHOWS_THE_MENU) expect(text, url).not.toMatch(MONEY);
  }
  // So that the search is not of empty replies.
  const isSearched = Object.values(texts).filter((text) => text.includes(labelled)).length;
  expect(isSearched > 0).toBe(role === 'kitchen');
});

test('the same search finds both in what an owner sees', async () => {
  const { cookie } = await signedInStaff(t);
  for (const url of ['/api/admin/orders', '/api/admin/recipe-alerts']) {
    const text = await textOf(url, cookie);
    expect(text, url).toMatch(MONEY);
    expect(text.match(EMAIL), url).not.toBeNull();
  }
});

test('no right that shows money or email addresses is held by these roles', () => {
  for (const right of ['seeOrders', 'seeEmails', 'seeHistory', 'seeCustomers'] as const) {
    expect(rolesWith(right).filter((role) => ROLES.some((each) => each === role))).toEqual([]);
  }
});

test('an invitation, whose link makes an account, is read by owners alone', async () => {
  const owner = await signedInStaff(t);
  await app.inject({
    method: 'POST',
    url: '/api/staff/invites',
    headers: { cookie: owner.cookie },
    body: { email: 'new-owner@example.com', role: 'owner' },
  });
  const listed = async (cookie: string) => {
    const reply = await app.inject({ url: '/api/admin/messages', headers: { cookie } });
    return reply.json<{ messages: { id: number; kind: string }[] }>().messages;
  };
  const invitation = (await listed(owner.cookie)).find(({ kind }) => kind === 'staff_invite')!;
  for (const role of ['manager', 'phone'] as const) {
    const { cookie } = await signedInStaff(t, { role });
    expect((await listed(cookie)).map(({ kind }) => kind)).not.toContain('staff_invite');
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/page'],
      ['POST', '/retry'],
    ] as const) {
      const url = `/api/admin/messages/${invitation.id}${path}`;
      expect((await app.inject({ method, url, headers: { cookie } })).statusCode).toBe(404);
    }
  }
});
