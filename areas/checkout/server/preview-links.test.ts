/** Before the kitchen is open to the public, a browser with a preview finds every door open, and nobody else does. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { settingsVersions } from '#areas/business/server/tables/settings-versions.ts';
import type { PreviewLinkReply } from '#areas/order-book/calls/preview-links.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { OrderingWeekReply, QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { previewLinks } from '#areas/order-book/server/tables/checkouts.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, anOrder, day, menuOf, pay, place } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

const NOON = '11:00-13:00';
const BEFORE = { launchDate: '2026-03-01' };
const DAY_MS = 86_400_000;

let t: TestApp;
let owner: StaffClient;
let lunch: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  owner = await aStaffClient(t);
  lunch = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch')!;
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await setFacts(BEFORE);
});
afterEach(async () => {
  await checkInvariants(t.context.db);
  await t.clearOrders();
  await t.context.db.delete(previewLinks);
  await setFacts({});
});

async function setFacts(value: object): Promise<void> {
  await t.context.db.delete(settings).where(eq(settings.key, 'business'));
  await t.context.db.delete(settingsVersions);
  await t.context.db.insert(settings).values({ key: 'business', value });
  t.context.site.renew();
}

const LINKS = '/api/admin/going-live/previews';
const listed = async () => (await owner.get(LINKS)).json<PreviewLinkReply[]>();

async function aLink(change: object = {}) {
  const body = { name: 'Ana and friends', endsOn: '2026-01-20', mostOrders: 5, ...change };
  const reply = await owner.post(LINKS, body);
  expect(reply.statusCode, reply.body).toBe(201);
  const { url, made } = reply.json<{ url: string; made: PreviewLinkReply }>();
  return { id: made.id, path: new URL(url).pathname, made };
}

/** Opens the link as a browser does; null: it gave no cookie. */
async function cookieOf(path: string): Promise<string | null> {
  const reply = await t.app.inject(path);
  expect([reply.statusCode, reply.headers['location']]).toEqual([303, '/']);
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  const set = reply.headers['set-cookie'];
  return typeof set === 'string' ? (set.split(';')[0] ?? null) : null;
}

const anOrderFor = (firstDay = day(0)) =>
  anOrder([lunch], { orderItems: [anItem(lunch, { mealDate: firstDay, deliveryDate: firstDay })] });

/** The doors of one browser. */
function browser(cookie: string | null) {
  const headers = cookie === null ? {} : { cookie };
  const get = (url: string) => t.app.inject({ url, headers });
  const post = (url: string, body: object) => t.app.inject({ method: 'POST', url, headers, body });
  const quote = () => post('/api/quote', { orderData: anOrderFor() });
  /** Such an order, as its quote says. */
  async function priceOne() {
    // Nothing, when the quote was refused.
    const priced = (await quote()).json<Partial<QuoteReply>>();
    const { subtotal = '0', deliveryFee = '0', tax = '0', total = '0' } = priced;
    return { ...anOrderFor(), subtotal, deliveryFee, tax, total };
  }
  const send = (orderData: Awaited<ReturnType<typeof priceOne>>) =>
    post('/api/create-payment-intent', { amount: Number(orderData.total) || 1, orderData });
  const checkOut = async () => send(await priceOne());
  const bell = () =>
    post('/api/slot-bells', { date: day(0), window: NOON, email: 'ana@example.com' });
  return {
    get,
    quote,
    priceOne,
    send,
    checkOut,
    /** What each door says: the sale state it tells, or the code of its refusal. */
    async doors() {
      const config = (await get('/api/config')).json<ConfigReply>();
      const week = (await get('/api/ordering-week')).json<OrderingWeekReply>();
      const refusals = [await quote(), await checkOut(), await bell()];
      return {
        config: config.sale.state,
        hasLaunched: config.hasLaunched,
        week: week.sale.state,
        windows: new Set(week.days.flatMap(({ windows }) => windows.map(({ open }) => open))),
        answers: refusals.map((reply) =>
          reply.statusCode === 200 ? 'sold' : reply.json<{ code: string }>().code,
        ),
      };
    },
  };
}

const OPEN = {
  config: 'open',
  hasLaunched: true,
  week: 'open',
  windows: new Set([true]),
  // A bell is only of a full window, and this one has places.
  answers: ['sold', 'sold', 'invalid'],
};
const CLOSED = {
  config: 'before',
  hasLaunched: false,
  week: 'before',
  windows: new Set([false]),
  answers: ['sale_closed', 'sale_closed', 'sale_closed'],
};

describe('before the kitchen is open to the public', () => {
  test('every door is open to a preview and to staff, and shut to everyone else', async () => {
    const { path } = await aLink();
    expect(await browser(await cookieOf(path)).doors()).toEqual(OPEN);
    await t.clearOrders();
    const packer = await aStaffClient(t, { role: 'packer' });
    expect(await browser(packer.cookie).doors()).toEqual(OPEN);
    for (const cookie of [null, 'mealrun.preview=', 'mealrun.preview=guessed', 'other=1'])
      expect(await browser(cookie).doors(), String(cookie)).toEqual(CLOSED);
  });

  test('pages are told that it is a preview, and that its orders are tests', async () => {
    const { get } = browser(await cookieOf((await aLink()).path));
    const config = await get('/api/config');
    expect(config.json<ConfigReply>().sale).toEqual({ state: 'open', preview: 'tests' });
    expect(config.headers['cache-control']).toBe('no-store');
  });

  test('the cookie is for this host alone, out of reach of scripts, and ends with the link', async () => {
    const { path } = await aLink({ endsOn: '2026-01-07' });
    const set = String((await t.app.inject(path)).headers['set-cookie']);
    expect(set).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    expect(set).not.toContain('Domain');
    const seconds = Number(/Max-Age=(\d+)/.exec(set)?.[1]);
    expect(seconds).toBe((Date.parse('2026-01-08T00:00:00+10:00') - t.context.clock()) / 1000);
  });

  test('once it is open, a preview changes nothing', async () => {
    const cookie = await cookieOf((await aLink()).path);
    await setFacts({});
    const { sale } = (await browser(cookie).get('/api/config')).json<ConfigReply>();
    expect(sale).toEqual({ state: 'open' });
  });
});

describe('a preview link', () => {
  test('ends at the end of its day, for those who opened it too', async () => {
    const { path } = await aLink({ endsOn: '2026-01-07' });
    const cookie = await cookieOf(path);
    t.setNow(new Date(Date.parse('2026-01-08T00:00:00+10:00') - 1).toISOString());
    expect((await browser(cookie).quote()).statusCode).toBe(200);
    t.setNow('2026-01-08T00:00:00+10:00');
    expect(await browser(cookie).doors()).toEqual(CLOSED);
    expect(await cookieOf(path)).toBeNull();
    expect(await listed()).toEqual([]);
  });

  test('ends when an owner ends it, once', async () => {
    const { id, path } = await aLink();
    const cookie = await cookieOf(path);
    for (const _time of [1, 2]) {
      const reply = await owner.delete(`${LINKS}/${id}`);
      expect([reply.statusCode, reply.json()]).toEqual([200, []]);
    }
    expect(await browser(cookie).doors()).toEqual(CLOSED);
    expect(await cookieOf(path)).toBeNull();
    const ended = eq(auditLog.action, 'settings.end_preview');
    expect(await t.context.db.$count(auditLog, ended)).toBe(1);
    expect((await owner.delete(`${LINKS}/999999`)).statusCode).toBe(404);
  });

  test('that has one order left takes a basket that is sent twice at once, as one', async () => {
    const { priceOne, send } = browser(await cookieOf((await aLink({ mostOrders: 1 })).path));
    const order = await priceOne();
    const replies = await Promise.all([send(order), send(order), send(order)]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const intents = replies.map((reply) => reply.json<CheckoutReply>().paymentIntentId);
    expect(new Set(intents).size).toBe(1);
  });

  test('sells as often as it may, no matter who holds it, counting what is being paid', async () => {
    const cookie = await cookieOf((await aLink({ mostOrders: 2 })).path);
    const { priceOne, send, checkOut } = browser(cookie);
    const first = (await checkOut()).json<CheckoutReply>();
    const order = await priceOne();
    const others = await Promise.all(
      Array.from({ length: 6 }, () => send({ ...order, cartKey: randomUUID() })),
    );
    expect(others.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    const refused = others.filter(({ statusCode }) => statusCode === 409);
    for (const reply of refused) expect(reply.json()).toMatchObject({ code: 'preview_used_up' });
    const second = others.find(({ statusCode }) => statusCode === 200)?.json<CheckoutReply>();
    for (const checkout of [first, second!]) {
      await pay(t, checkout);
      const placed = await place(t, checkout.paymentIntentId);
      expect(placed.statusCode, placed.body).toBe(200);
    }
    expect((await listed())[0]).toMatchObject({ orders: 2, mostOrders: 2 });
    // Then its site is shut again, and each door says why.
    expect(await browser(cookie).doors()).toEqual({
      ...CLOSED,
      answers: ['preview_used_up', 'preview_used_up', 'preview_used_up'],
    });
    // Staff and other links are not concerned.
    expect((await browser(owner.cookie).quote()).statusCode).toBe(200);
    const other = await cookieOf((await aLink()).path);
    expect((await browser(other).quote()).statusCode).toBe(200);
  });

  test('is one of five at most, also when many are made at once', async () => {
    const body = { name: 'Ana', endsOn: '2026-01-20', mostOrders: 5 };
    const replies = await Promise.all(Array.from({ length: 7 }, () => owner.post(LINKS, body)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      201, 201, 201, 201, 201, 409, 409,
    ]);
    const [{ id }] = (await listed()) as [PreviewLinkReply];
    await owner.delete(`${LINKS}/${id}`);
    expect((await owner.post(LINKS, body)).statusCode).toBe(201);
    expect((await owner.post(LINKS, body)).json()).toMatchObject({ code: 'too_many_previews' });
    // One that is over makes room.
    t.setNow(new Date(Date.parse(AN_ORDINARY_WEDNESDAY) + 20 * DAY_MS).toISOString());
    const later = await owner.post(LINKS, { ...body, endsOn: '2026-02-01' });
    expect(later.statusCode, later.body).toBe(201);
  });

  test.each([
    ['nobody’s name', { name: ' ' }, 'name'],
    ['a day that is over', { endsOn: '2026-01-06' }, 'endsOn'],
    ['a day after 30 days', { endsOn: '2026-02-06' }, 'endsOn'],
    ['no order', { mostOrders: 0 }, 'mostOrders'],
    ['half an order', { mostOrders: 1.5 }, 'mostOrders'],
    ['no end of orders', { mostOrders: 101 }, 'mostOrders'],
  ])('for %s is refused at its field', async (_what, change, field) => {
    const body = { name: 'Ana', endsOn: '2026-02-05', mostOrders: 1 };
    const reply = await owner.post(LINKS, { ...body, ...change });
    expect([reply.statusCode, Object.keys(reply.json<{ fields: object }>().fields)]).toEqual([
      400,
      [field],
    ]);
    expect((await owner.post(LINKS, body)).statusCode).toBe(201);
  });

  test('is told once: neither database, list nor audit trail has its secret', async () => {
    const { path } = await aLink();
    const token = path.split('/').at(-1)!;
    const kept = [
      await t.context.db.select().from(previewLinks),
      await t.context.db.select().from(auditLog),
      await listed(),
    ];
    expect(JSON.stringify(kept)).toContain('Ana and friends');
    expect(JSON.stringify(kept)).not.toContain(token);
  });
});
