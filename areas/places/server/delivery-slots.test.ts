import { and, asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settings } from '#areas/business/server/tables/settings.ts';
import { settingsVersions } from '#areas/business/server/tables/settings-versions.ts';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import type { Closure } from '#areas/business/rules/delivery-windows.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import {
  anOpenCheckout,
  checkOut,
  anOrder,
  day,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let cookie: string;
let staffEmail: string;

beforeAll(async () => {
  t = await startTestApp();
  const signedIn = await signedInStaff(t);
  ({ cookie } = signedIn);
  staffEmail = signedIn.staff.email;
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});

const PATH = '/api/admin/delivery-slots';
const NOON = '11:00-13:00';
const EVENING = '16:00-18:00';
/** The Monday of the week with the open Tuesday. */
const MONDAY = addDays(day(0), -1);

const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown) =>
  t.app.inject({
    method,
    url,
    headers: { cookie },
    ...(body !== undefined && { body: body as object }),
  });

/** As the spec sends it. */
const aSlot = (change: object = {}) => ({
  date: day(0),
  timeSlot: NOON,
  maxDeliveries: 20,
  currentDeliveries: 0,
  isActive: true,
  ...change,
});

async function set(change: object = {}): Promise<SlotReply> {
  const reply = await call('POST', PATH, aSlot(change));
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json();
}

const list = async (query = '') => (await call('GET', PATH + query)).json<SlotReply[]>();
const stored = () => t.context.db.select().from(deliverySlots);
const trailOf = (id: number) =>
  t.context.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'delivery_slot'), eq(auditLog.entityId, String(id))))
    .orderBy(asc(auditLog.id));
const openingOf = async (date: string, timeSlot: string) => {
  const week = (await t.app.inject('/api/ordering-week')).json<OrderingWeekReply>();
  return week.days
    .find((shown) => shown.date === date)
    ?.windows.find((window) => window.timeSlot === timeSlot);
};

describe('setting a slot', () => {
  test('accepts the spec’s payload, but never the number of deliveries, and is recorded in the audit trail', async () => {
    const reply = await call('POST', PATH, aSlot({ currentDeliveries: 19 }));
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.json()).toEqual({
      id: expect.any(Number),
      date: day(0),
      timeSlot: NOON,
      maxDeliveries: 20,
      currentDeliveries: 0,
      held: 0,
      booked: 0,
      isActive: true,
    });
    expect(await list()).toEqual([reply.json()]);
    expect(await trailOf(reply.json().id)).toMatchObject([
      { action: 'delivery_slot.create', staffEmail, before: null, after: { maxDeliveries: 20 } },
    ]);
  });

  test('needs only date and window, which may be its label', async () => {
    const reply = await call('POST', PATH, { date: day(0), timeSlot: '4pm-6pm' });
    expect(reply.json()).toMatchObject({ timeSlot: EVENING, maxDeliveries: 20, isActive: true });
  });

  test.each([
    ['abc', 20],
    ['', 20],
    [null, 20],
    ['35', 35],
    ['0', 0],
    [0, 0],
    [100, 100],
  ])('with the capacity %j makes it %d', async (maxDeliveries, expected) => {
    expect((await set({ maxDeliveries })).maxDeliveries).toBe(expected);
  });

  test('twice is refused with the current slot; of many at once, one succeeds', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => call('POST', PATH, aSlot({ maxDeliveries: index }))),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([
      201,
      ...Array(7).fill(409),
    ]);
    const created = replies.find((reply) => reply.statusCode === 201)?.json();
    const refused = replies.find((reply) => reply.statusCode === 409)?.json();
    expect(refused).toMatchObject({ code: 'slot_exists', slot: created });
    expect(await trailOf(created.id)).toHaveLength(1);
  });
});

describe('changing a slot', () => {
  test('sets capacity, open or closed, or both, and customers see it immediately', async () => {
    const { id } = await set();
    const change = async (body: object) => (await call('PUT', `${PATH}/${id}`, body)).json();
    expect(await change({ maxDeliveries: 3 })).toMatchObject({ maxDeliveries: 3, isActive: true });
    expect(await openingOf(day(0), NOON)).toMatchObject({ open: true, placesLeft: 3 });
    expect(await change({ isActive: false })).toMatchObject({ maxDeliveries: 3, isActive: false });
    expect(await openingOf(day(0), NOON)).toMatchObject({ open: false });
    expect(
      await change({ maxDeliveries: 'x', isActive: true, currentDeliveries: 9 }),
    ).toMatchObject({
      maxDeliveries: 20,
      currentDeliveries: 0,
      isActive: true,
    });
    const trail = await trailOf(id);
    expect(trail.map((entry) => entry.action)).toEqual([
      'delivery_slot.create',
      ...Array<string>(3).fill('delivery_slot.update'),
    ]);
    expect(trail[1]).toMatchObject({ before: { maxDeliveries: 20 }, after: { maxDeliveries: 3 } });
  });

  test('sets nothing else of it, whatever is sent', async () => {
    const slot = await set({ id: 99, booked: 7 });
    expect(slot).toMatchObject({ booked: 0, currentDeliveries: 0 });
    const sent = { ...slot, id: 99, date: day(1), timeSlot: EVENING, booked: 7, isActive: false };
    const reply = await call('PUT', `${PATH}/${slot.id}`, sent);
    expect([reply.statusCode, reply.json()]).toEqual([200, { ...slot, isActive: false }]);
  });

  test('to its current values is not recorded', async () => {
    const { id } = await set();
    expect((await call('PUT', `${PATH}/${id}`, { maxDeliveries: 20 })).statusCode).toBe(200);
    expect(await trailOf(id)).toHaveLength(1);
  });

  test('below the number booked cancels nothing, shows the slot as over capacity, and accepts no more', async () => {
    for (let order = 0; order < 2; order += 1) {
      const { checkout } = await anOpenCheckout(t);
      await pay(t, checkout);
      await place(t, checkout.paymentIntentId);
    }
    await anOpenCheckout(t);
    const [slot] = await list();
    expect(slot).toMatchObject({ currentDeliveries: 3, held: 1, booked: 2, maxDeliveries: 20 });
    const reply = await call('PUT', `${PATH}/${slot?.id}`, { maxDeliveries: 1 });
    expect(reply.json()).toMatchObject({ maxDeliveries: 1, currentDeliveries: 3, booked: 2 });
    const refused = await checkOut(t, await priced(t, anOrder(await menuOf(t))));
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'slot_full']);
  });

  test('while customers take places loses neither change', async () => {
    const { id } = await set();
    const orders = await Promise.all(
      Array.from({ length: 8 }, async () => priced(t, anOrder(await menuOf(t)))),
    );
    const [checkouts] = await Promise.all([
      Promise.all(orders.map((order) => checkOut(t, order))),
      ...[30, 40, 50, 60].map((maxDeliveries) => call('PUT', `${PATH}/${id}`, { maxDeliveries })),
      call('POST', `${PATH}/open-days`, { from: day(0), until: day(0), windows: [NOON, EVENING] }),
    ]);
    expect(checkouts.map((reply) => reply.statusCode)).toEqual(Array(8).fill(200));
    expect((await stored()).find((slot) => slot.id === id)).toMatchObject({ held: 8, booked: 0 });
  });
});

const WRONG_CAPACITY: [string, string, unknown][] = [
  ['maxDeliveries', 'is negative', -1],
  ['maxDeliveries', 'is above 100', 101],
  ['maxDeliveries', 'is enormous', 1e300],
  ['maxDeliveries', 'is enormous text', '9'.repeat(5000)],
  ['maxDeliveries', 'is a fraction', 3.5],
  ['maxDeliveries', 'is a list', [20]],
  ['maxDeliveries', 'is true', true],
];

describe('a slot is refused when its', () => {
  test.each<[string, string, object]>([
    ['date', 'is missing', { date: undefined }],
    ['date', 'is not a day', { date: '2026-02-30' }],
    ['date', 'is before the year 1', { date: '0000-01-01' }],
    ['date', 'is of the wrong type', { date: 20260113 }],
    ['date', 'is a script', { date: '<script>' }],
    ['timeSlot', 'is missing', { timeSlot: undefined }],
    ['timeSlot', 'is unknown', { timeSlot: '09:00-11:00' }],
    ['timeSlot', 'is of the wrong type', { timeSlot: 11 }],
    ['isActive', 'is text', { isActive: 'yes' }],
    ...WRONG_CAPACITY.map(([field, what, maxDeliveries]): [string, string, object] => [
      field,
      what,
      { maxDeliveries },
    ]),
  ])('%s %s', async (field, _what, change) => {
    const reply = await call('POST', PATH, aSlot(change));
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([field]);
    expect(await stored()).toEqual([]);
  });
});

describe('a change is refused when its', () => {
  test.each<[string, string, unknown]>([
    ['body', 'is empty', {}],
    ['body', 'has only what is ignored', { currentDeliveries: 5 }],
    ['body', 'is a list', []],
    ['isActive', 'is null', { isActive: null }],
    ...WRONG_CAPACITY.map(([field, what, maxDeliveries]): [string, string, unknown] => [
      field,
      what,
      { maxDeliveries },
    ]),
  ])('%s %s', async (field, _what, body) => {
    const slot = await set();
    const reply = await call('PUT', `${PATH}/${slot.id}`, body);
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([field]);
    expect(await list()).toEqual([slot]);
    expect(await trailOf(slot.id)).toHaveLength(1);
  });

  test.each([
    ['999999', 404],
    ['2147483648', 400],
    ['0', 400],
    ['-1', 400],
    ['abc', 400],
  ])('id is %s', async (id, status) => {
    expect((await call('PUT', `${PATH}/${id}`, { isActive: true })).statusCode).toBe(status);
  });
});

describe('the list', () => {
  test('starts four weeks back and has no end by default; a requested range is respected', async () => {
    const today = '2026-01-07';
    for (const date of [-29, -28, 0, 400].map((days) => addDays(today, days))) await set({ date });
    await set({ date: today, timeSlot: EVENING });
    const dates = async (query?: string) => (await list(query)).map((slot) => slot.date);
    expect(await dates()).toEqual(['2025-12-10', today, today, '2027-02-11']);
    expect(await dates('?from=2026-01-01&to=2026-01-31')).toEqual([today, today]);
    expect(await dates('?to=2025-12-09')).toEqual(['2025-12-09']);
    expect((await list('?from=2026-01-07&to=2026-01-07')).map((slot) => slot.timeSlot)).toEqual([
      NOON,
      EVENING,
    ]);
  });

  test.each(['?from=soon', '?to=2026-13-01', '?week=1', '?from=2026-01-01&from=2026-01-02'])(
    'is refused for %s',
    async (query) => {
      expect((await call('GET', PATH + query)).statusCode).toBe(400);
    },
  );
});

describe('copying a week', () => {
  const copy = (from: unknown, to: unknown) => call('POST', `${PATH}/copy-week`, { from, to });
  const nextMonday = addDays(MONDAY, 7);

  test('gives the other week the same capacities and open or closed settings, and leaves the rest as it is', async () => {
    await set({ date: MONDAY, maxDeliveries: 5 });
    await set({ date: addDays(MONDAY, 6), timeSlot: EVENING, maxDeliveries: 7, isActive: false });
    await set({ date: addDays(MONDAY, 7 + 6), timeSlot: EVENING, maxDeliveries: 30 });
    await set({ date: addDays(MONDAY, 7 + 2), maxDeliveries: 9 });
    const reply = await copy(MONDAY, nextMonday);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject([
      { date: nextMonday, timeSlot: NOON, maxDeliveries: 5, isActive: true },
      { date: addDays(nextMonday, 2), timeSlot: NOON, maxDeliveries: 9, isActive: true },
      { date: addDays(nextMonday, 6), timeSlot: EVENING, maxDeliveries: 7, isActive: false },
    ]);
    const [added, , changed] = reply.json<SlotReply[]>();
    expect((await trailOf(added?.id ?? 0)).map((entry) => entry.action)).toEqual([
      'delivery_slot.create',
    ]);
    expect((await trailOf(changed?.id ?? 0)).at(-1)).toMatchObject({
      action: 'delivery_slot.update',
      before: { maxDeliveries: 30 },
      after: { maxDeliveries: 7, isActive: false },
    });
  });

  test('copies settings, not bookings', async () => {
    await anOpenCheckout(t);
    const reply = await copy(MONDAY, nextMonday);
    expect(reply.json()).toMatchObject([{ date: addDays(day(0), 7), held: 0, booked: 0 }]);
  });

  test('without any settings is refused', async () => {
    const reply = await copy(MONDAY, nextMonday);
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      {
        code: 'nothing_to_copy',
        message: 'No delivery slots are set in the week of Mon 12 Jan 2026',
      },
    ]);
  });

  test.each<[string, unknown, unknown]>([
    ['from', addDays(MONDAY, 1), nextMonday],
    ['to', MONDAY, addDays(MONDAY, 8)],
    ['to', MONDAY, MONDAY],
    ['to', MONDAY, '9999-12-27'],
    ['from', undefined, nextMonday],
    ['to', MONDAY, null],
    ['from', '<script>', nextMonday],
  ])('is refused by %s for %j to %j', async (field, from, to) => {
    await set({ date: MONDAY });
    const reply = await copy(from, to);
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([field]);
    expect(await stored()).toHaveLength(1);
  });
});

describe('opening a closed day', () => {
  const open = (body: unknown) => call('POST', `${PATH}/open-days`, body);
  const closedFor = async (closure: Closure) => {
    const value = { closures: [closure] };
    await t.context.db
      .insert(settings)
      .values({ key: 'business', value })
      .onConflictDoUpdate({ target: settings.key, set: { value } });
    t.context.site.renew();
  };

  afterEach(async () => {
    await t.context.db.delete(settings).where(eq(settings.key, 'business'));
    await t.context.db.delete(settingsVersions);
    t.context.site.renew();
  });

  test('takes its closure back, of which the settings know who and when, and opens its windows', async () => {
    await set({ timeSlot: EVENING, maxDeliveries: 7, isActive: false });
    const order = await priced(t, anOrder(await menuOf(t)));
    await closedFor({ from: day(0), until: day(0), reason: 'Day off' });
    expect(await openingOf(day(0), NOON)).toBeUndefined();
    const refused = await checkOut(t, order);
    expect(Object.keys(refused.json().fields)).toEqual(['orderData.orderItems.0.deliveryDate']);
    const opened = await open({ from: day(0), until: day(0), windows: [NOON, EVENING] });
    expect(opened.json()).toMatchObject({
      slots: [{ maxDeliveries: 7, isActive: true }],
      closures: [],
    });
    const versions = await t.context.db
      .select()
      .from(settingsVersions)
      .orderBy(asc(settingsVersions.version));
    expect(versions.at(-1)).toMatchObject({ facts: { closures: [] } });
    expect(versions.at(-1)?.changedBy).toMatch(/@/);
    expect((await checkOut(t, order)).statusCode).toBe(200);
  });

  test('of a break leaves the days around it closed', async () => {
    await closedFor({ from: day(0), until: day(4), reason: 'Works' });
    expect((await open({ from: day(2), until: day(2) })).json()).toMatchObject({
      closures: [
        { from: day(0), until: day(1), reason: 'Works' },
        { from: day(3), until: day(4), reason: 'Works' },
      ],
    });
  });

  test('leaves windows that were closed by their switch as they are, unless asked', async () => {
    await set({ timeSlot: EVENING, isActive: false });
    await closedFor({ from: day(0), until: null, reason: 'Works' });
    const opened = await open({ from: day(0), until: null });
    expect(opened.json()).toMatchObject({ slots: [{ isActive: false }], closures: [] });
  });

  test.each<[string, unknown]>([
    ['from', { until: null }],
    ['from', { from: 'tomorrow', until: null }],
    ['until', { from: '2026-01-13' }],
    ['window', { from: '2026-01-13', until: null, window: NOON }],
  ])('is refused by %s for %j', async (field, body) => {
    const reply = await open(body);
    expect(reply.statusCode, reply.body).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([field]);
    expect(await stored()).toEqual([]);
  });
});

test('only staff see or change slots', async () => {
  const { id } = await set();
  for (const [method, url] of [
    ['GET', PATH],
    ['POST', PATH],
    ['PUT', `${PATH}/${id}`],
    ['POST', `${PATH}/copy-week`],
    ['POST', `${PATH}/open-days`],
  ] as const) {
    const reply = await t.app.inject({ method, url, ...(method !== 'GET' && { body: {} }) });
    expect([reply.statusCode, reply.json().message], url).toEqual([401, 'Unauthorized']);
  }
});
