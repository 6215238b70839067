/** A kitchen that is closed does not sell: every call says so by the same rule, and what was begun before goes on. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { settingsVersions } from '#areas/business/server/tables/settings-versions.ts';
import { ringBells } from '#areas/checkout/server/bell-routes.ts';
import { setReminder, remindToOrder } from './order-again.ts';
import { deliverySlots, slotBells } from '#areas/order-book/server/tables/slots.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import {
  anItem,
  anOpenCheckout,
  anOrder,
  checkOut,
  day,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

const NOON = '11:00-13:00';
const CLOSED_WEEK = [{ from: day(0), until: day(6), reason: 'Works' }];
const HOUR = 3_600_000;

let t: TestApp;
let clerk: StaffClient;
let lunch: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  clerk = await aStaffClient(t, { role: 'phone' });
  lunch = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch')!;
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await t.context.db.execute(sql`truncate messages cascade`);
});
afterEach(async () => {
  await checkInvariants(t.context.db);
  await setFacts({});
});

async function setFacts(value: Partial<BusinessFacts>): Promise<void> {
  await t.context.db.delete(settings).where(eq(settings.key, 'business'));
  await t.context.db.delete(settingsVersions);
  await t.context.db.insert(settings).values({ key: 'business', value });
  t.context.site.renew();
}

const get = async <Reply>(url: string) => (await t.app.inject(url)).json<Reply>();
const post = (url: string, body: object) => t.app.inject({ method: 'POST', url, body });
const week = () => get<OrderingWeekReply>('/api/ordering-week');
const orderFor = (date: string) =>
  anOrder([lunch], { orderItems: [anItem(lunch, { mealDate: date, deliveryDate: date })] });
const codeOf = (reply: { statusCode: number; json: () => unknown }) => {
  const { code } = reply.json() as { code?: string };
  return reply.statusCode === 200 ? 'sold' : code;
};

test('from three weeks before the launch to a week after it, every call says the same at every hour', async () => {
  await setFacts({ launchDate: '2026-01-28' });
  const launch = Date.parse('2026-01-28T00:00:00+10:00');
  const hours = [-21 * 24, -14 * 24, -81, -80, -24, -1, 0, 1, 24, 90, 7 * 24];
  for (const hour of hours) {
    t.setNow(new Date(launch + hour * HOUR).toISOString());
    await t.clearOrders();
    const isOpen = hour >= 0;
    const sale = isOpen ? { state: 'open' } : { state: 'before', opensOn: '2026-01-28' };
    const { days, weekStart, sale: told } = await week();
    expect(told, `${hour}`).toEqual(sale);
    expect(await get<ConfigReply>('/api/config')).toMatchObject({ sale, hasLaunched: isOpen });
    for (const window of days.flatMap(({ windows }) => windows))
      expect(window).toMatchObject(isOpen ? { open: true } : { open: false, reason: 'before' });
    const order = orderFor(weekStart);
    const answers = [
      await post('/api/quote', { orderData: order }),
      isOpen ? await checkOut(t, await priced(t, order)) : await checkOut(t, order, 1),
      await post('/api/slot-bells', { date: weekStart, window: NOON, email: 'a@example.com' }),
    ];
    expect(answers.map(codeOf), `${hour}`).toEqual(
      isOpen ? ['sold', 'sold', 'invalid'] : ['sale_closed', 'sale_closed', 'sale_closed'],
    );
    if (isOpen) continue;
    expect(answers[0]?.json()).toMatchObject({
      message:
        'We open on Wednesday 28 January 2026. Join the waitlist and we’ll email you when you can order.',
      sale,
    });
  }
});

/** By facts and cards; `reason`: of each window, null where the week has none. */
const STATES: readonly {
  state: ConfigReply['sale']['state'];
  what: string;
  value: Partial<BusinessFacts>;
  bar?: 'none' | 'test';
  reason: string | null;
}[] = [
  { what: 'a kitchen that sells', value: {}, state: 'open', reason: null },
  { what: 'the switch', value: { ordersOpen: false }, state: 'before', reason: 'before' },
  { what: 'the date', value: { launchDate: '2026-01-28' }, state: 'before', reason: 'before' },
  { what: 'no card keys', value: {}, bar: 'none', state: 'before', reason: 'before' },
  { what: 'test keys', value: {}, bar: 'test', state: 'before', reason: 'before' },
  { what: 'a break', value: { closures: CLOSED_WEEK }, state: 'break', reason: null },
  {
    what: 'the last day over',
    value: { lastOrderDate: '2026-01-06' },
    state: 'ended',
    reason: 'ended',
  },
];

test.each(STATES)(
  'every door agrees in each state: $what',
  async ({ value, bar, state, reason }) => {
    const { id } = await aPaidOrder(t, { orderItems: orderFor(day(0)).orderItems });
    const token = await trackingTokenOf(t, id);
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout);
    await setFacts(value);
    const { gateway } = t.context;
    if (bar) t.context.gateway = { ...gateway, bar };
    try {
      // What sells asks one rule.
      const { sale, hasLaunched } = await get<ConfigReply>('/api/config');
      const { sale: ofWeek, days } = await week();
      expect([sale.state, hasLaunched, ofWeek]).toEqual([state, state !== 'before', sale]);
      const isOpen = state === 'open';
      for (const window of days.flatMap(({ windows }) => windows))
        expect(window).toMatchObject(isOpen ? { open: true } : { open: false, reason });
      expect(days.flatMap(({ windows }) => windows).length === 0).toBe(state === 'break');
      const order = orderFor(day(0));
      const sold = [
        await post('/api/quote', { orderData: order }),
        await checkOut(t, isOpen ? await priced(t, order) : order, isOpen ? undefined : 1),
      ];
      for (const reply of sold)
        if (isOpen) expect(codeOf(reply)).toBe('sold');
        else expect(reply.json()).toMatchObject({ code: 'sale_closed', sale });
      const bell = await post('/api/slot-bells', {
        date: day(0),
        window: NOON,
        email: 'a@example.com',
      });
      // There are places: nobody need wait for one.
      expect(codeOf(bell)).toBe(isOpen ? 'invalid' : 'sale_closed');
      // What was begun, and what is no sale, goes on.
      const going = {
        paid: await place(t, checkout.paymentIntentId),
        tracked: await t.app.inject(`/api/orders/track/${token}`),
        menu: await t.app.inject('/api/meals'),
        waitlist: await post('/api/waitlist', { email: 'w@example.com', suburb: 'Cleveland' }),
        find: await post('/api/orders/find', {
          orderNumber: 'RT-7K3F-9Q2X',
          email: 'a@example.com',
        }),
      };
      expect(Object.values(going).filter(({ statusCode }) => statusCode >= 300)).toEqual([]);
    } finally {
      t.context.gateway = gateway;
    }
  },
);

test('a break ends by itself', async () => {
  await setFacts({ closures: CLOSED_WEEK });
  const { sale, days } = await week();
  expect(sale).toEqual({
    state: 'break',
    reason: 'Works',
    backOn: day(7),
    ordersFrom: '2026-01-11T07:00:00.000Z',
  });
  expect(days.flatMap(({ windows }) => windows)).toEqual([]);
  expect(codeOf(await post('/api/quote', { orderData: orderFor(day(0)) }))).toBe('sale_closed');
  t.setNow('2026-01-11T07:00:00Z');
  expect((await week()).sale).toEqual({ state: 'open' });
  expect(codeOf(await post('/api/quote', { orderData: orderFor(day(7)) }))).toBe('sold');
});

describe('a kitchen that closes in the middle of a checkout', () => {
  test.each<[string, Partial<BusinessFacts>]>([
    ['for a break', { closures: CLOSED_WEEK }],
    ['until further notice', { closures: [{ from: day(0), until: null, reason: 'Works' }] }],
    ['for good', { lastOrderDate: '2026-01-06' }],
    ['to launch later', { launchDate: '2026-03-01' }],
  ])('%s takes its payment, and opens no other', async (_how, facts) => {
    const { checkout, orderData } = await anOpenCheckout(t);
    await setFacts(facts);
    // A page that is loaded again finds the payment that is open.
    const again = await checkOut(t, orderData);
    expect(again.statusCode, again.body).toBe(200);
    expect(again.json()).toMatchObject({ paymentIntentId: checkout.paymentIntentId });
    const changed = { ...orderData, customer: { ...orderData.customer, firstName: 'Ana' } };
    expect(codeOf(await checkOut(t, changed))).toBe('sale_closed');
    await pay(t, checkout);
    const placed = await place(t, checkout.paymentIntentId);
    expect(placed.statusCode, placed.body).toBe(200);
  });
});

describe('a paid order while the kitchen is closed', () => {
  const change = (token: string, body: object) => post(`/api/orders/track/${token}/change`, body);
  const quoted = (token: string, body: object) => post(`/api/orders/track/${token}/quote`, body);
  async function anOrderOf(...items: ReturnType<typeof anItem>[]): Promise<string> {
    return trackingTokenOf(t, (await aPaidOrder(t, { orderItems: items })).id);
  }
  const item = (index: number, personName = 'Mia') =>
    anItem(lunch, { personName, mealDate: day(index), deliveryDate: day(index) });

  test.each<[string, Partial<BusinessFacts>]>([
    ['for a break', { closures: CLOSED_WEEK }],
    ['for good', { lastOrderDate: '2026-01-06' }],
  ])('%s: no delivery is added, the rest can be changed', async (_how, facts) => {
    const token = await anOrderOf(item(0), item(0, 'Ben'));
    await setFacts(facts);
    const added = await quoted(token, { orderItems: [item(0), item(0, 'Ben'), item(1)] });
    expect(added.json()).toMatchObject({ blocked: { code: 'sale_closed' } });
    const refused = await change(token, { orderItems: [item(0), item(0, 'Ben'), item(1)] });
    expect(codeOf(refused)).toBe('sale_closed');
    const moved = await change(token, { orderItems: [item(1), item(1, 'Ben')] });
    expect(codeOf(moved)).toBe('sale_closed');
    // To a delivery that stands, more can be added until its cut-off.
    const more = await quoted(token, { orderItems: [item(0), item(0, 'Ben'), item(0, 'Cy')] });
    expect([more.statusCode, more.json().blocked]).toEqual([200, undefined]);
    for (const body of [
      { customer: { specialInstructions: 'The blue door' } },
      { customer: { address: '9 Bloomfield Street, Cleveland' } },
      { orderItems: [item(0)] },
      { orderItems: [] },
    ]) {
      const reply = await change(token, body);
      expect(reply.statusCode, reply.body).toBe(200);
    }
  });
});

test('bells of a closed kitchen wait, and ring once it sells again', async () => {
  await t.context.db.insert(deliverySlots).values({ date: day(0), window: NOON, maxDeliveries: 1 });
  const { checkout } = await anOpenCheckout(t);
  await pay(t, checkout);
  await place(t, checkout.paymentIntentId);
  await post('/api/slot-bells', { date: day(0), window: NOON, email: 'ana@example.com' });
  await t.context.db.update(slotBells).set({ state: 'confirmed' });
  await t.context.db.update(deliverySlots).set({ maxDeliveries: 5 });
  for (const closed of [{ closures: CLOSED_WEEK }, { lastOrderDate: '2026-01-06' }]) {
    await setFacts(closed);
    expect((await ringBells(t.context)).told).toBe(0);
  }
  await setFacts({});
  expect((await ringBells(t.context)).told).toBe(1);
});

test('nobody is reminded of ordering again while they cannot, nor promised it', async () => {
  const { id } = await aPaidOrder(t);
  const token = await trackingTokenOf(t, id);
  expect(await setReminder(t.context, token, true)).toMatchObject({ isAsked: true });
  const nextWeek = [{ from: day(7), until: day(13), reason: 'Works' }];
  await setFacts({ closures: nextWeek });
  await expect(setReminder(t.context, token, true)).rejects.toMatchObject({
    code: 'reminder_over',
  });
  t.setNow('2026-01-14T02:00:00Z');
  expect(await remindToOrder(t.context)).toBe(0);
  await setFacts({});
  expect(await remindToOrder(t.context)).toBe(1);
});

describe('a caller while the kitchen is closed', () => {
  test.each<[string, Partial<BusinessFacts>]>([
    ['on a break', { closures: CLOSED_WEEK }],
    ['before the launch', { launchDate: '2026-03-01' }],
  ])('%s is sold to by staff who say so, and by nobody else', async (when, facts) => {
    const order = await priced(t, orderFor(day(0)));
    await setFacts(facts);
    const quote = { orderData: order, evenIfClosed: true };
    expect(codeOf(await post('/api/quote', quote))).toBe('sale_closed');
    // Before the launch staff see the site as it will be (`preview-links.test.ts`); a break is one for them too.
    const asCustomers = when === 'on a break' ? 'sale_closed' : 'sold';
    expect(codeOf(await clerk.post('/api/quote', { orderData: order }))).toBe(asCustomers);
    expect(codeOf(await clerk.post('/api/quote', quote))).toBe('sold');
    const packer = await aStaffClient(t, { role: 'packer' });
    expect(codeOf(await packer.post('/api/quote', quote))).toBe(asCustomers);
    const phone = { orderData: order, sendBy: 'email' };
    expect(codeOf(await clerk.post('/api/admin/phone-orders', phone))).toBe('sale_closed');
    const taken = await clerk.post('/api/admin/phone-orders', { ...phone, evenIfClosed: true });
    expect(taken.statusCode, taken.body).toBe(200);
  });

  test('a day that is closed in a week that is sold is sold to nobody', async () => {
    const order = await priced(t, orderFor(day(0)));
    await setFacts({ closures: [{ from: day(0), until: day(0), reason: 'Off' }] });
    const phone = { orderData: order, sendBy: 'email', evenIfClosed: true };
    const reply = await clerk.post('/api/admin/phone-orders', phone);
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([
      'orderData.orderItems.0.deliveryDate',
    ]);
  });
});
