/** Windows and closed days are the owner's: new bookings follow them, and what is booked stays as it is. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import type { SettingsPreview, SettingsReply } from '#areas/business/calls/settings.ts';
import { type BusinessFacts, defaultBusiness } from '#areas/business/rules/facts.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { settingsVersions } from '#areas/business/server/tables/settings-versions.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { settleIncidents } from '#areas/delivery/server/work-incident.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, anOrder, checkOut, day, menuOf } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const URL = '/api/admin/settings';
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const SATURDAY = day(4);

const eveningOnly: Partial<BusinessFacts> = {
  deliveryWindows: defaultBusiness.deliveryWindows.slice(1),
  defaultWindow: '16:00-18:00',
};
const closedOnFirst = { closures: [{ from: day(0), until: day(0), reason: 'Regatta Day' }] };
const withSaturdayMorning: Partial<BusinessFacts> = {
  deliveryWindows: [
    ...defaultBusiness.deliveryWindows,
    { timeSlot: '08:00-10:00', label: 'Breakfast', weekdays: [6] },
  ],
};

let t: TestApp;
let owner: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  owner = await aStaffClient(t);
});
afterAll(() => t.close());

afterEach(async () => {
  await t.clearOrders();
  await t.context.db.delete(settings).where(eq(settings.key, 'business'));
  await t.context.db.delete(settingsVersions);
  t.context.site.renew();
});

const read = async () => (await owner.get(URL)).json<SettingsReply>();
const effectsOf = async (change: Partial<BusinessFacts>) => {
  const reply = await owner.put(URL, { ...(await read()), ...change, dryRun: true });
  const { preview } = reply.json<{ preview: SettingsPreview }>();
  return preview;
};
async function save(change: Partial<BusinessFacts>): Promise<void> {
  const { previewHash } = await effectsOf(change);
  const reply = await owner.put(URL, { ...(await read()), ...change, previewHash });
  expect(reply.statusCode, reply.body).toBe(200);
}
const lunch = async () => {
  const found = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch');
  if (!found) throw new Error('the menu has no lunch');
  return found;
};
const windowsOfWeek = async () => {
  const { days } = (await t.app.inject('/api/ordering-week')).json<OrderingWeekReply>();
  return Object.fromEntries(
    days.map(({ date, windows }) => [date, windows.map(({ timeSlot }) => timeSlot)]),
  );
};
const fieldsOf = (reply: { body: string }) =>
  (JSON.parse(reply.body) as { fields: Record<string, string> }).fields;
const order = async (change: Parameters<typeof anItem>[1]) =>
  checkOut(t, anOrder(await menuOf(t), { orderItems: [anItem(await lunch(), change)] }), 1);

test('a removed window names the deliveries in it and their dates before it is saved', async () => {
  await aPaidOrder(t);
  await aPaidOrder(t);
  expect(await effectsOf(eveningOnly)).toMatchObject({
    effects: [
      {
        field: 'deliveryWindows',
        deliveries: 2,
        message:
          '2 deliveries are booked in 11am-1pm, which you remove: Tue 13 Jan 2026. They stay booked until you move or refund them.',
      },
      { field: 'defaultWindow', deliveries: 0 },
    ],
  });
  const refused = await owner.put(URL, { ...(await read()), ...eveningOnly });
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'preview_needed' });
  expect((await read()).version).toBe(1);
});

test('a window that loses a weekday names the deliveries of that weekday alone', async () => {
  await aPaidOrder(t);
  const [noon, evening] = defaultBusiness.deliveryWindows;
  const without = (weekday: number) => ({
    deliveryWindows: [
      { ...noon!, weekdays: EVERY_DAY.filter((each) => each !== weekday) },
      evening!,
    ],
  });
  expect(await effectsOf(without(2))).toMatchObject({
    effects: [
      {
        deliveries: 1,
        message: expect.stringMatching(
          /^1 delivery is booked in 11am-1pm, on days that you take off it: Tue 13 Jan 2026/,
        ) as string,
      },
    ],
  });
  expect(await effectsOf(without(3))).toMatchObject({ effects: [{ deliveries: 0 }] });
});

test('a closed day names the deliveries on it', async () => {
  await aPaidOrder(t);
  expect(await effectsOf(closedOnFirst)).toMatchObject({
    effects: [
      {
        field: 'closures',
        deliveries: 1,
        message:
          '1 delivery is booked on Tue 13 Jan 2026, which you close. It stays booked until you move or refund it.',
      },
    ],
  });
});

test('deliveries that have ended, or were before today, are named by no preview', async () => {
  await aPaidOrder(t);
  const affected = async () => {
    const { effects } = await effectsOf({ ...eveningOnly, ...closedOnFirst });
    return (effects as { deliveries: number }[]).reduce((sum, each) => sum + each.deliveries, 0);
  };
  expect(await affected()).toBe(2);
  const yesterday = { date: '2026-01-06', window: '11:00-13:00' } as const;
  await t.context.db.insert(deliverySlots).values({ ...yesterday, maxDeliveries: 5 });
  await t.context.db.update(deliveries).set({ date: yesterday.date });
  expect(await affected(), 'yesterday').toBe(0);
  await t.context.db.update(deliveries).set({ date: day(0), status: 'delivered' });
  expect(await affected(), 'delivered already').toBe(0);
});

test('the preview lists whose deliveries and meals are concerned, and one way settles all of a day', async () => {
  const dinner = (await menuOf(t)).find(({ mealType }) => mealType === 'dinner')!;
  const evening = { deliveryWindow: '16:00-18:00', mealType: 'dinner' } as const;
  const [one, other] = [
    await aPaidOrder(t),
    await aPaidOrder(t, { orderItems: [anItem(dinner, evening)] }),
  ];
  expect((await effectsOf(closedOnFirst)).lost).toEqual([
    {
      date: day(0),
      windows: ['11:00-13:00', '16:00-18:00'],
      deliveries: 2,
      meals: 2,
      orders: [
        {
          orderNumber: one.orderNumber,
          customer: 'Mia Nguyễn',
          window: '11:00-13:00',
          meals: 1,
        },
        {
          orderNumber: other.orderNumber,
          customer: 'Mia Nguyễn',
          window: '16:00-18:00',
          meals: 1,
        },
      ],
    },
  ]);
  expect((await effectsOf(withSaturdayMorning)).lost).toEqual([]);
  await save(closedOnFirst);
  const listed = () => owner.today('not_offered');
  expect(await listed()).toMatchObject([
    {
      title: 'Tue 13 Jan 2026: 2 deliveries booked when you don’t deliver',
      detail: 'Regatta Day',
      about: 2,
      action: { opens: `/admin?tab=close&date=${day(0)}&window=11%3A00-13%3A00%2C16%3A00-18%3A00` },
    },
  ]);
  const asked = {
    from: day(0),
    until: day(0),
    windows: ['11:00-13:00', '16:00-18:00'],
    cause: 'the regatta',
    notify: true,
  };
  const seen = (await owner.post('/api/admin/closures', { ...asked, dryRun: true })).json<{
    previewHash: string;
    rows: { choice: string; to: { date: string } | null }[];
  }>();
  expect(seen.rows).toMatchObject([
    { choice: 'move', to: { date: day(1) } },
    { choice: 'move', to: { date: day(1) } },
  ]);
  const { previewHash } = seen;
  expect((await owner.post('/api/admin/closures', { ...asked, previewHash })).statusCode).toBe(200);
  await settleIncidents(t.context);
  expect(await t.context.db.select().from(deliveries)).toMatchObject([
    { date: day(1) },
    { date: day(1) },
  ]);
  expect(await listed()).toEqual([]);
});

test('what is booked in a removed window or on a closed day stays, on every list and paper', async () => {
  const paid = await aPaidOrder(t);
  const before = await t.context.db.select().from(deliveries);
  await save({ ...eveningOnly, ...closedOnFirst });
  expect(await t.context.db.select().from(deliveries)).toEqual(before);
  for (const url of [
    `/api/bench?date=${day(0)}`,
    `/api/admin/prep-sheet?date=${day(0)}&format=csv`,
    `/api/admin/run-sheet?date=${day(0)}&format=csv`,
    `/api/admin/deliveries?date=${day(0)}`,
    `/api/admin/delivery-slots?from=${day(0)}&to=${day(0)}`,
    `/api/admin/orders/${paid.id}`,
  ]) {
    const reply = await owner.get(url);
    expect(reply.statusCode, url).toBe(200);
    expect(reply.body, url).toMatch(/11:00-13:00|11am-1pm|,11:00,13:00,/);
  }
});

test('customers are offered the windows of each weekday, and none of a closed day', async () => {
  await save({ ...withSaturdayMorning, ...closedOnFirst });
  const windows = await windowsOfWeek();
  expect(windows[day(0)]).toEqual([]);
  expect(windows[day(1)]).toEqual(['11:00-13:00', '16:00-18:00']);
  expect(windows[SATURDAY]).toEqual(['08:00-10:00', '11:00-13:00', '16:00-18:00']);
});

test('a checkout for anything else is refused at its field, and takes no place', async () => {
  await save({ ...withSaturdayMorning, ...closedOnFirst });
  await t.context.db.delete(deliverySlots);
  const closed = await order({});
  expect(closed.statusCode).toBe(400);
  expect(fieldsOf(closed)['orderData.orderItems.0.deliveryDate']).toContain('Regatta Day');
  const wrongDay = await order({
    deliveryDate: day(1),
    mealDate: day(1),
    deliveryWindow: '08:00-10:00',
  });
  expect(wrongDay.statusCode).toBe(400);
  expect(fieldsOf(wrongDay)['orderData.orderItems.0.deliveryWindow']).toContain(
    '11am-1pm or 4pm-6pm',
  );
  expect(await t.context.db.select().from(deliverySlots)).toEqual([]);
});

test('an order for the new window is paid and delivered in it', async () => {
  await save(withSaturdayMorning);
  const item = anItem(await lunch(), {
    deliveryDate: SATURDAY,
    mealDate: SATURDAY,
    deliveryWindow: '08:00-10:00',
  });
  await aPaidOrder(t, { orderItems: [item] });
  const rows = await t.context.db.select().from(deliveries);
  expect(rows).toMatchObject([{ date: SATURDAY, window: '08:00-10:00' }]);
  const sheet = await owner.get(`/api/admin/run-sheet?date=${SATURDAY}`);
  expect(sheet.headers['content-type']).toBe('application/pdf');
});

test('staff can keep a delivery where it is, but can move none to what is not offered', async () => {
  const paid = await aPaidOrder(t);
  await save(eveningOnly);
  const asItIs = (await owner.get(`/api/admin/orders/${paid.id}`)).json<AdminOrderReply>();
  const [item] = asItIs.orderItems;
  const edit = (change: object) =>
    owner.put(`/api/admin/orders/${paid.id}`, {
      version: asItIs.version,
      customer: asItIs.customer,
      orderItems: [
        {
          id: item!.id,
          mealId: item!.mealId,
          mealType: item!.mealType,
          deliveryDate: item!.deliveryDate,
          mealDate: item!.mealDate,
          deliveryWindow: item!.deliveryWindow,
          ...change,
        },
      ],
    });
  const [delivery] = await t.context.db.select().from(deliveries);
  const move = (timeSlot: string) =>
    owner.post('/api/admin/deliveries/move', {
      ids: [delivery!.id],
      date: day(1),
      timeSlot,
      dryRun: true,
    });
  expect((await move('11:00-13:00')).json()).toMatchObject({
    results: [{ ok: false, message: expect.stringContaining('4pm-6pm') as string }],
  });
  expect((await move('16:00-18:00')).json()).toMatchObject({ results: [{ ok: true }] });
  const elsewhere = await edit({ deliveryDate: day(1), mealDate: day(1) });
  expect(elsewhere.statusCode, elsewhere.body).toBe(400);
  expect(elsewhere.json()).toHaveProperty(['fields', 'orderItems.0.deliveryWindow']);
  expect((await edit({ personName: 'Ben' })).statusCode).toBe(200);
});

test('places are set for the windows of a date alone', async () => {
  await save(closedOnFirst);
  const set = (date: string, timeSlot: string) =>
    owner.post('/api/admin/delivery-slots', { date, timeSlot, maxDeliveries: 5 });
  for (const refused of [await set(day(0), '11:00-13:00'), await set(day(1), '08:00-10:00')]) {
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toHaveProperty('fields.timeSlot');
  }
  expect((await set(day(1), '11:00-13:00')).statusCode).toBeLessThan(300);
});

test('wrong windows and days are refused at their fields', async () => {
  const reply = await owner.put(URL, {
    ...(await read()),
    deliveryWindows: [
      { timeSlot: '13:00-11:00', label: null, weekdays: EVERY_DAY },
      { timeSlot: '12:00-13:00', label: null, weekdays: [] },
    ],
    closures: [{ from: '2027-02-29', until: '2027-02-29', reason: 'Leap' }],
  });
  expect(reply.statusCode).toBe(400);
  expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual(
    expect.arrayContaining([
      'deliveryWindows.0.timeSlot',
      'deliveryWindows.1.weekdays',
      'closures.0.from',
    ]),
  );
});

test.each(['13:00-11:00', '11:00-24:00', 'lunch'])(
  'the database keeps no slot of the window %s',
  async (timeSlot) => {
    const insert = sql`insert into delivery_slots (date, time_slot, max_deliveries) values (${day(0)}, ${timeSlot}, 5)`;
    await expect(t.context.db.execute(insert)).rejects.toMatchObject({
      cause: { constraint: 'delivery_slots_time_slot' },
    });
  },
);
