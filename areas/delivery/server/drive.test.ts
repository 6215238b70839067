import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DriveDayReply, DriveReportsReply } from '#areas/delivery/calls/drive.ts';
import type { DriverStatus } from '#areas/order-book/rules/delivery.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import {
  deliveries,
  deliveryEvents,
  deliveryPhotos,
} from '#areas/order-book/server/tables/deliveries.ts';
import { purgeDeliveryPhotos } from '#areas/delivery/server/report-deliveries.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

let t: TestApp;
let driver: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  driver = await aStaffClient(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  t.setNow('2026-01-07T02:00:00Z');
});
afterEach(() => checkInvariants(t.context.db));

const TUESDAY = day(0);
const WEDNESDAY = day(1);
const DEVICE = randomUUID();
const inMinutes = (count: number) => new Date(t.context.clock() + count * 60_000).toISOString();

/** Two meals on Tuesday and three on Wednesday. */
async function onTwoDays() {
  const menu = await menuOf(t);
  const places = [
    [TUESDAY, 'lunch'],
    [TUESDAY, 'dinner'],
    [WEDNESDAY, 'lunch'],
    [WEDNESDAY, 'dinner'],
    [WEDNESDAY, 'dinner'],
  ] as const;
  return aPaidOrder(t, {
    deliveryType: 'daily',
    orderItems: places.map(([date, mealType]) =>
      anItem(
        menu.find((meal) => meal.mealType === mealType)!,
        {
          mealDate: date,
          deliveryDate: date,
          mealType,
        },
      ),
    ),
  });
}

async function theDay(): Promise<DriveDayReply> {
  const reply = await driver.get('/api/drive/day');
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<DriveDayReply>();
}

type Report = {
  key: string;
  deliveryId: number;
  status: DriverStatus;
  at: string;
  reason?: string;
  place?: string;
  note?: string;
};

const post = (reports: readonly Report[], staffId = driver.staff.id) =>
  driver.post('/api/drive/reports', {
    deviceId: DEVICE,
    staffId,
    reports: reports.map((one) => ({ ...one, confirm: CONFIRMED, starts: true })),
  });

async function send(reports: readonly Report[]): Promise<DriveReportsReply> {
  const reply = await post(reports);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<DriveReportsReply>();
}

const eventsOf = (id: number) =>
  t.context.db.select().from(deliveryEvents).where(eq(deliveryEvents.deliveryId, id));

describe('the day on a driver’s phone', () => {
  test('has today’s stops in the sequence of the run, and what a door needs', async () => {
    await onTwoDays();
    await onTwoDays();
    t.setNow(`${TUESDAY}T02:00:00Z`);
    const { now, date, until, staffId, stops } = await theDay();
    expect({ now, date, until, staffId }).toEqual({
      now: `${TUESDAY}T02:00:00.000Z`,
      date: TUESDAY,
      until: `${TUESDAY}T14:00:00.000Z`,
      staffId: driver.staff.id,
    });
    expect(stops.map(({ stop }) => stop)).toEqual([1, 2]);
    expect(stops[0]).toMatchObject({ window: '11:00-13:00', status: 'planned', bags: 1 });
  });

  test('says nothing of money, email, meals or another day', async () => {
    const order = await onTwoDays();
    t.setNow(`${TUESDAY}T02:00:00Z`);
    const { body } = await driver.get('/api/drive/day');
    const [{ name: meal } = { name: '' }] = await menuOf(t);
    expect(body).toContain('+61412345678');
    for (const secret of [A_CUSTOMER.email, '@', WEDNESDAY, '$', 'price', meal, order.orderNumber])
      expect(body.toLowerCase(), secret).not.toContain(secret.toLowerCase());
    const ids = await t.context.db.select().from(deliveries).where(eq(deliveries.date, WEDNESDAY));
    const shown = (await theDay()).stops.map(({ id }) => id);
    for (const { id } of ids) expect(shown).not.toContain(id);
  });

  test('has no cancelled stop, and none of yesterday', async () => {
    const order = await onTwoDays();
    await onTwoDays();
    t.setNow(`${TUESDAY}T02:00:00Z`);
    await driver.delete(`/api/admin/orders/${order.id}`);
    expect((await theDay()).stops).toHaveLength(1);
    t.setNow(`${WEDNESDAY}T14:30:00Z`);
    expect((await theDay()).stops).toEqual([]);
  });

  test('is for staff alone', async () => {
    for (const [method, url] of [
      ['GET', '/api/drive/day'],
      ['POST', '/api/drive/reports'],
      ['POST', '/api/drive/undo'],
      ['PUT', `/api/drive/photos/${randomUUID()}`],
      ['GET', `/api/admin/deliveries/photos/${randomUUID()}`],
    ] as const)
      expect((await t.app.inject({ method, url })).statusCode, url).toBe(401);
  });
});

describe('reports from the road', () => {
  test('five times each, shuffled and an hour late, end as if they had come once and in time', async () => {
    for (let count = 0; count < 4; count++) await aPaidOrder(t);
    t.setNow(`${TUESDAY}T02:00:00Z`);
    const { stops } = await theDay();
    const door = stops.map((_, index) => inMinutes(5 * index));
    const reports = stops.flatMap(({ id }, index): Report[] => [
      { key: randomUUID(), deliveryId: id, status: 'out', at: inMinutes(-1) },
      index === 2
        ? {
            key: randomUUID(),
            deliveryId: id,
            status: 'missed',
            at: door[index]!,
            reason: 'Refused',
          }
        : {
            key: randomUUID(),
            deliveryId: id,
            status: 'delivered',
            at: door[index]!,
            place: 'In hand',
          },
    ]);
    t.setNow(inMinutes(60));
    // A fixed shuffle: the later half first, each half backwards.
    const late = [...reports, ...reports, ...reports, ...reports, ...reports]
      .map((report, index) => ({ report, rank: (index * 17) % 40 }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ report }) => report);
    const { results } = await send(late.slice(0, 30));
    expect(results.map(({ key }) => key)).toEqual(late.slice(0, 30).map(({ key }) => key));
    await send(late.slice(30));
    const after = (await theDay()).stops;
    expect(after.map(({ status }) => status)).toEqual([
      'delivered',
      'delivered',
      'missed',
      'delivered',
    ]);
    expect(after.map(({ statusAt }) => statusAt)).toEqual(door);
    expect(after[2]).toMatchObject({ reason: 'Refused' });
    for (const { id } of stops) expect(await eventsOf(id)).toHaveLength(2);
  });

  test('keep the phone, the note and both times', async () => {
    await aPaidOrder(t);
    t.setNow(`${TUESDAY}T02:00:00Z`);
    const [stop] = (await theDay()).stops;
    const report: Report = {
      key: randomUUID(),
      deliveryId: stop!.id,
      status: 'delivered',
      at: inMinutes(-72),
      place: 'Front door',
      note: ' Beside the fern ',
    };
    await send([report]);
    expect(await eventsOf(stop!.id)).toMatchObject([
      {
        at: new Date(inMinutes(-72)),
        receivedAt: new Date(inMinutes(0)),
        deviceId: DEVICE,
        note: 'Beside the fern',
      },
    ]);
    const { results } = await send([{ ...report, note: 'Something else' }]);
    expect(results).toMatchObject([{ key: report.key, ok: false, code: 'key_reused' }]);
  });

  test('of someone who has left the phone to another are not taken as the other’s', async () => {
    await aPaidOrder(t);
    t.setNow(`${TUESDAY}T02:00:00Z`);
    const [stop] = (await theDay()).stops;
    const report: Report = {
      key: randomUUID(),
      deliveryId: stop!.id,
      status: 'delivered',
      at: inMinutes(0),
    };
    const reply = await post([report], randomUUID());
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'other_person']);
    expect(await eventsOf(stop!.id)).toEqual([]);
  });

  test('are at most fifty at a time, and of a driver’s states', async () => {
    await aPaidOrder(t);
    t.setNow(`${TUESDAY}T02:00:00Z`);
    const [stop] = (await theDay()).stops;
    const report = () => ({
      key: randomUUID(),
      deliveryId: stop!.id,
      status: 'out' as DriverStatus,
      at: inMinutes(0),
    });
    expect((await post(Array.from({ length: 51 }, report))).statusCode).toBe(400);
    expect((await post([{ ...report(), status: 'cooked' as DriverStatus }])).statusCode).toBe(400);
    expect(await eventsOf(stop!.id)).toEqual([]);
  });

  test('are taken back by their keys within ten seconds, and by nobody else', async () => {
    await aPaidOrder(t);
    t.setNow(`${TUESDAY}T02:00:00Z`);
    const [stop] = (await theDay()).stops;
    const key = randomUUID();
    await send([{ key, deliveryId: stop!.id, status: 'delivered', at: inMinutes(0) }]);
    const undo = (client: StaffClient) =>
      client.post('/api/drive/undo', { staffId: client.staff.id, keys: [key] });
    const other = await aStaffClient(t);
    expect((await undo(other)).json()).toMatchObject({ results: [] });
    expect((await theDay()).stops).toMatchObject([{ status: 'delivered', reportKey: key }]);
    expect((await undo(driver)).json()).toMatchObject({
      results: [{ ok: true, status: 'planned' }],
    });
    expect((await theDay()).stops).toMatchObject([{ status: 'planned', reportKey: null }]);
  });
});

describe('a photo of the door', () => {
  const put = (key: string, payload: Buffer | string, as = driver) =>
    t.app.inject({
      method: 'PUT',
      url: `/api/drive/photos/${key}`,
      headers: { cookie: as.cookie, 'content-type': 'image/jpeg' },
      payload,
    });

  async function aReport(): Promise<string> {
    await aPaidOrder(t);
    t.setNow(`${TUESDAY}T02:00:00Z`);
    const [stop] = (await theDay()).stops;
    const key = randomUUID();
    await send([{ key, deliveryId: stop!.id, status: 'delivered', at: inMinutes(0) }]);
    return key;
  }

  const aPicture = () =>
    sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#c63' } })
      .withExif({ IFD0: { Copyright: 'Mia' }, IFD3: { GPSLatitude: '27/1 31/1 0/1' } })
      .jpeg()
      .toBuffer();

  test('belongs to its report, is small, and does not say where it was taken', async () => {
    const key = await aReport();
    const picture = await aPicture();
    for (const _ of [1, 2]) expect((await put(key, picture)).statusCode).toBe(204);
    const shown = await driver.get(`/api/admin/deliveries/photos/${key}`);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
    });
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1280 });
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();
    expect(await t.context.db.$count(deliveryPhotos)).toBe(1);
  });

  test('is shown to the customer whose door it is, and to no other', async () => {
    const { id } = await aPaidOrder(t);
    const { id: otherId } = await aPaidOrder(t);
    t.setNow(`${TUESDAY}T02:00:00Z`);
    const { stops } = await theDay();
    const [own] = await t.context.db.select().from(deliveries).where(eq(deliveries.orderId, id));
    const key = randomUUID();
    const at = inMinutes(0);
    await send([{ key, deliveryId: own!.id, status: 'delivered', at }]);
    expect(stops).toHaveLength(2);
    const [token, otherToken] = [await trackingTokenOf(t, id), await trackingTokenOf(t, otherId)];
    const news = async () =>
      (await t.app.inject(`/api/orders/track/${token}`)).json<TrackedOrderReply>().deliveries[0]
        ?.news;
    expect(await news()).toMatchObject({ photo: null });
    await put(key, await aPicture());
    const path = `/api/orders/track/${token}/photos/${key}`;
    expect(await news()).toMatchObject({ photo: path });
    const shown = await t.app.inject(path);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
    });
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 1280 });
    const elsewhere = await t.app.inject(path.replace(token, otherToken));
    expect(elsewhere.statusCode).toBe(404);
  });

  test('is refused for a report of nobody or of another, and when it is none', async () => {
    const key = await aReport();
    const picture = await aPicture();
    expect((await put(randomUUID(), picture)).statusCode).toBe(404);
    expect((await put(key, picture, await aStaffClient(t))).statusCode).toBe(404);
    expect((await put(key, '<svg/>')).statusCode).toBe(400);
    expect((await put(key, Buffer.alloc(8 * 1024 * 1024 + 1))).statusCode).toBe(413);
    expect((await driver.get(`/api/admin/deliveries/photos/${key}`)).statusCode).toBe(404);
  });

  test('is deleted after thirty days', async () => {
    const key = await aReport();
    await put(key, await aPicture());
    t.setNow(inMinutes(29 * 24 * 60));
    await purgeDeliveryPhotos(t.context);
    expect(await t.context.db.$count(deliveryPhotos)).toBe(1);
    t.setNow(inMinutes(2 * 24 * 60));
    await purgeDeliveryPhotos(t.context);
    expect(await t.context.db.$count(deliveryPhotos)).toBe(0);
  });
});
