/** The page where a customer changes an order: what it starts from, and that the kitchen's paper follows. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { OrderToChangeReply } from '#areas/order-book/calls/order-change.ts';
import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';
import { mealDays } from '#areas/order-book/server/tables/slots.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

let t: TestApp;
let staffClient: StaffClient;
let lunches: MealReply[];

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
  lunches = (await menuOf(t)).filter(({ mealType }) => mealType === 'lunch');
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});
afterEach(() => checkInvariants(t.context.db));

async function aDailyOrder() {
  const orderItems = [0, 1, 2, 3, 4, 5].map((index) =>
    anItem(lunches[index % 2]!, { mealDate: day(index), deliveryDate: day(index) }),
  );
  const order = await aPaidOrder(t, { orderItems, deliveryType: 'daily' });
  return { ...order, token: await trackingTokenOf(t, order.id) };
}

async function toChange(token: string): Promise<OrderToChangeReply> {
  const reply = await t.app.inject(`/api/orders/track/${token}/change`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<OrderToChangeReply>();
}

const change = (token: string, body: object) =>
  t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/change`, body });

async function setDelivery(orderId: number, index: number, status: string): Promise<void> {
  const { deliveries } = await staffClient.order(orderId);
  const set = { deliveries: [{ id: deliveries[index]?.id }], status, confirm: CONFIRMED };
  const reply = await staffClient.post('/api/admin/deliveries/status', set);
  expect(reply.statusCode, reply.body).toBe(200);
}

async function cancelDelivery(orderId: number, index: number): Promise<void> {
  const { deliveries } = await staffClient.order(orderId);
  const body = { ids: [deliveries[index]?.id], reason: 'The kitchen is closed' };
  const reply = await staffClient.post('/api/admin/deliveries/refund', body);
  expect(reply.statusCode, reply.body).toBe(200);
}

describe('what the page starts from', () => {
  test('is the order with its ids, and neither the phone number nor the whole email address', async () => {
    const { token } = await aDailyOrder();
    const order = await toChange(token);
    expect(order).toMatchObject({
      closed: null,
      deliveryType: 'daily',
      customer: {
        lastName: 'Nguyễn',
        phoneEnd: '678',
        email: 'm…@example.com',
        suburb: 'Cleveland',
      },
      people: [{ name: 'Mia', allergens: [] }],
    });
    expect(order.items).toHaveLength(6);
    expect(order.items.every(({ isOpen, id }) => isOpen && id > 0)).toBe(true);
    expect(JSON.stringify(order)).not.toMatch(/412|mia@/);
  });

  test('locks a delivery that is cooked, and leaves out one that is cancelled', async () => {
    const { id, token } = await aDailyOrder();
    await setDelivery(id, 0, 'cooked');
    await cancelDelivery(id, 1);
    const order = await toChange(token);
    expect(order.deliveries.map(({ date }) => date)).not.toContain(day(1));
    expect(order.deliveries[0]?.whyLocked).toMatch(/is cooked/);
    expect(order.items.map(({ isOpen }) => isOpen)).toEqual([false, true, true, true, true]);
    expect(order.closed).toBeNull();
  });

  test('says why nothing can be changed after the cutoff, and of a cancelled order', async () => {
    const { id, token } = await aDailyOrder();
    t.setNow('2026-01-11T07:00:00Z');
    expect((await toChange(token)).closed).toMatch(/closed on Sun 11 Jan 2026 at 5pm/);
    t.setNow(AN_ORDINARY_WEDNESDAY);
    await staffClient.delete(`/api/admin/orders/${id}`);
    expect((await toChange(token)).closed).toBe('This order is already cancelled.');
  });

  test('has the meals that have left the menu since, and is unknown by another link', async () => {
    const { token } = await aDailyOrder();
    const gone = lunches[0]!.id;
    await t.context.db.update(meals).set({ isActive: false }).where(eq(meals.id, gone));
    t.context.site.renew();
    const { mealsOffMenu } = await toChange(token);
    await t.context.db.update(meals).set({ isActive: true }).where(eq(meals.id, gone));
    t.context.site.renew();
    expect(mealsOffMenu.map(({ id }) => id)).toEqual([gone]);
    expect((await t.app.inject('/api/orders/track/somebody-elses/change')).statusCode).toBe(404);
  });
});

describe('once the owner has moved the ordering week and its cutoff', () => {
  const FRIDAYS = { orderWeekStart: 5, cutoff: { weekday: 3, minuteOfDay: 720 } };
  /** After the new cutoff, and before the one that was promised: Sunday, 5pm. */
  const THURSDAY = '2026-01-08T02:00:00Z';

  async function saveSettings(facts: object): Promise<void> {
    const { version, ...current } = (await staffClient.get('/api/admin/settings')).json();
    const body = { ...current, version, ...facts };
    const reply = await staffClient.put('/api/admin/settings', body);
    expect(reply.statusCode, reply.body).toBe(200);
  }
  beforeEach(() => saveSettings({}));
  afterEach(() =>
    saveSettings({ orderWeekStart: 2, cutoff: { weekday: 0, minuteOfDay: 17 * 60 } }),
  );

  test('what is sold is changed, added to and cancelled until the time that was promised', async () => {
    const { id, token } = await aDailyOrder();
    await saveSettings(FRIDAYS);
    t.setNow(THURSDAY);
    const order = await toChange(token);
    const until = '2026-01-11T07:00:00.000Z';
    expect(order).toMatchObject({ closed: null, changeUntil: until });
    expect(order.week).toMatchObject({ weekStart: day(0), weekEnd: day(6) });
    expect(order.deliveries.map(({ whyLocked }) => whyLocked)).toEqual(Array(6).fill(null));
    const dinner = (await menuOf(t)).find(({ mealType }) => mealType === 'dinner')!;
    const items = order.items.map(({ isOpen: _isOpen, mealName: _name, ...item }) => item);
    const more = { ...items[0]!, id: null, mealId: dinner.id, mealType: 'dinner' };
    const sent = { orderItems: [...items, more], deliveryType: 'daily', version: order.version };
    const asked = await change(token, { ...sent, expectedTotal: undefined });
    expect(asked.statusCode, asked.body).toBe(402);
    const elsewhere = { ...more, mealDate: day(-1), deliveryDate: day(-1) };
    expect((await change(token, { ...sent, orderItems: [...items, elsewhere] })).statusCode).toBe(
      409,
    );
    t.setNow('2026-01-11T06:59:59Z');
    const cancelled = await t.app.inject({
      method: 'POST',
      url: `/api/orders/track/${token}/cancel`,
    });
    expect(cancelled.statusCode, cancelled.body).toBe(200);
    expect((await staffClient.order(id)).status).toBe('cancelled');
  });

  test('a limit of portions for a week stays with the day on which that week began', async () => {
    const { id, date } = { id: lunches[0]!.id, date: day(0) };
    const url = `/api/admin/meals/${id}/limits`;
    const limits = [{ date, scope: 'week', portions: 40 }];
    const set = await staffClient.put(url, { limits });
    expect(set.statusCode, set.body).toBe(200);
    await saveSettings(FRIDAYS);
    const rows = await t.context.db.select().from(mealDays).where(eq(mealDays.scope, 'week'));
    expect(rows.filter(({ mealId }) => mealId === id)).toMatchObject([
      { date: '2026-01-09', portions: 40 },
    ]);
    await t.context.db.update(mealDays).set({ portions: null });
  });

  test('a new date closes with the week that it is in today, another window when it did', async () => {
    const { id, token } = await aDailyOrder();
    await saveSettings(FRIDAYS);
    t.setNow(THURSDAY);
    const { deliveries } = await staffClient.order(id);
    const moveTo = async (index: number, to: object) => {
      const body = { ids: [deliveries[index]!.id], sameBag: false, notify: false, ...to };
      const reply = await staffClient.post('/api/admin/deliveries/move', body);
      expect(reply.statusCode, reply.body).toBe(200);
    };
    await moveTo(0, { date: day(0), timeSlot: '16:00-18:00' });
    await moveTo(5, { date: day(8), timeSlot: '11:00-13:00' });
    const loaded = await getOrder(t.context.db, { token });
    const untils = loaded.deliveries.map(({ changeableUntil }) => changeableUntil.toISOString());
    expect(untils).toEqual([
      ...Array(5).fill('2026-01-11T07:00:00.000Z'),
      '2026-01-14T02:00:00.000Z',
    ]);
  });
});

test('a meal is swapped although staff cancelled a day and left too few for daily delivery', async () => {
  const { id, token } = await aDailyOrder();
  await cancelDelivery(id, 1);
  await cancelDelivery(id, 2);
  const { items, version } = await toChange(token);
  const orderItems = items.map(({ isOpen: _isOpen, mealName: _name, ...item }, index) =>
    index === 0 ? { ...item, mealId: lunches[2]!.id } : item,
  );
  const quote = await t.app.inject({
    method: 'POST',
    url: `/api/orders/track/${token}/quote`,
    body: { orderItems, deliveryType: 'daily', version },
  });
  expect(quote.statusCode, quote.body).toBe(200);
  expect(quote.json()).toMatchObject({
    what: [`Mia, Tue 13 Jan lunch: ${lunches[0]!.name} → ${lunches[2]!.name}`],
  });
});

test('the kitchen’s printed sheet is out of date after a customer’s change, and a slip says what', async () => {
  const order = await aPaidOrder(t, { orderItems: [anItem(lunches[0]!)] });
  const token = await trackingTokenOf(t, order.id);
  const printouts = async () =>
    (await staffClient.get(`/api/admin/papers?date=${day(0)}`)).json<PrintoutReply[]>();
  await staffClient.get(`/api/admin/prep-sheet?date=${day(0)}`);
  const [before] = await printouts();
  expect(before).toMatchObject({ isStale: false });
  const { items } = await toChange(token);
  const cheapest = lunches.toSorted((a, b) => Number(a.price) - Number(b.price))[0]!;
  const other = cheapest.id === lunches[0]!.id ? lunches[1]! : cheapest;
  const orderItems = items.map(({ isOpen: _isOpen, mealName: _name, ...item }) => ({
    ...item,
    mealId: other.id,
  }));
  const made = await change(token, { orderItems });
  expect(made.statusCode, made.body).toBe(200);
  const [after] = await printouts();
  expect(after).toMatchObject({
    isStale: true,
    orders: [{ kind: 'changed', orderId: order.id }],
  });
  const slip = await staffClient.get(`/api/admin/papers/${after!.id}/change-slip`);
  expect(slip.statusCode).toBe(200);
  expect(slip.headers['content-type']).toBe('application/pdf');
  expect((await printouts())[0]).toMatchObject({ isStale: false });
});
