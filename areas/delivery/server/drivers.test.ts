import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { DriveDayReply, DriveReportsReply } from '#areas/delivery/calls/drive.ts';
import type { HandOverReply } from '#areas/delivery/calls/drivers.ts';
import type { DriverStatus } from '#areas/order-book/rules/delivery.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, day } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';
import { tellOfLateDeliveries } from './tell-of-delivery.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

let t: TestApp;
let office: StaffClient;
let sam: StaffClient;
let ana: StaffClient;
let kim: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  office = await aStaffClient(t);
  sam = await aStaffClient(t, { role: 'driver', firstName: 'Sam', lastName: 'Road' });
  ana = await aStaffClient(t, { role: 'driver', firstName: 'Ana', lastName: 'Lee' });
  kim = await aStaffClient(t, { role: 'driver', firstName: 'Kim', lastName: 'Ng' });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  t.setNow('2026-01-07T02:00:00Z');
});
afterEach(() => checkInvariants(t.context.db));

const TUESDAY = day(0);
const WINDOW = '11:00-13:00';
/** Noon in the kitchen. */
const atNoon = () => t.setNow(`${TUESDAY}T02:00:00Z`);
const inMinutes = (count: number) => new Date(t.context.clock() + count * 60_000).toISOString();
const later = (minutes: number) => t.setNow(inMinutes(minutes));

/** So many orders for Tuesday, 11am-1pm. */
async function stopsOnTuesday(count: number) {
  for (let index = 0; index < count; index++) await aPaidOrder(t);
  atNoon();
}

async function list(): Promise<DeliveryReply[]> {
  const reply = await office.get(`/api/admin/deliveries?date=${TUESDAY}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<DeliveryReply[]>();
}

async function runVersion(): Promise<number> {
  const reply = await office.get(`/api/admin/deliveries/run?date=${TUESDAY}&window=${WINDOW}`);
  return reply.json<{ version: number }>().version;
}

type Part = { driver: StaffClient | null; stops: number[] };

const postAssignment = (parts: { driverId: string | null; ids: number[] }[], version: number) =>
  office.post('/api/admin/deliveries/assign', { date: TUESDAY, window: WINDOW, version, parts });

async function assign(...parts: Part[]) {
  const deliveries = await list();
  const reply = await postAssignment(
    parts.map(({ driver, stops }) => ({
      driverId: driver?.staff.id ?? null,
      ids: stops.map((stop) => deliveries.find((one) => one.stop === stop)!.id),
    })),
    await runVersion(),
  );
  expect(reply.statusCode, reply.body).toBe(200);
}

async function theDay(driver: StaffClient): Promise<DriveDayReply> {
  const reply = await driver.get('/api/drive/day');
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<DriveDayReply>();
}

const stopsOf = async (driver: StaffClient) => (await theDay(driver)).stops.map(({ stop }) => stop);

async function report(
  driver: StaffClient,
  status: DriverStatus,
  stops: readonly { id: number }[],
  { at = inMinutes(0), reason = '', starts = false } = {},
) {
  const reply = await driver.post('/api/drive/reports', {
    deviceId: randomUUID(),
    staffId: driver.staff.id,
    reports: stops.map(({ id }) => ({
      key: randomUUID(),
      deliveryId: id,
      status,
      at,
      reason,
      confirm: CONFIRMED,
      ...(starts && { starts: true }),
    })),
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<DriveReportsReply>().results;
}

const bodyOf = (from: StaffClient, to: StaffClient[], extra: object = {}) => ({
  from: from.staff.id,
  to: to.map(({ staff }) => staff.id),
  ...extra,
});

const postHandOver = (from: StaffClient, to: StaffClient[], extra: object = {}) =>
  office.post('/api/admin/deliveries/hand-over', bodyOf(from, to, extra));

async function previewOf(from: StaffClient, to: StaffClient[]): Promise<HandOverReply> {
  const reply = await postHandOver(from, to, { dryRun: true });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<HandOverReply>();
}

async function handOver(from: StaffClient, to: StaffClient[]): Promise<HandOverReply> {
  const { previewHash } = await previewOf(from, to);
  const reply = await postHandOver(from, to, { previewHash });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<HandOverReply>();
}

const flagOf = async (id: number) => (await list()).find((one) => one.id === id)!.flag;

describe('two drivers on one window', () => {
  test('nobody is given any: every driver sees all of them, as ever', async () => {
    await stopsOnTuesday(3);
    expect(await stopsOf(sam)).toEqual([1, 2, 3]);
    expect(await stopsOf(ana)).toEqual([1, 2, 3]);
  });

  test('each sees their own and those of nobody; the numbers stay', async () => {
    await stopsOnTuesday(5);
    await assign({ driver: sam, stops: [1, 2] }, { driver: ana, stops: [3, 4] });
    expect(await stopsOf(sam)).toEqual([1, 2, 5]);
    expect(await stopsOf(ana)).toEqual([3, 4, 5]);
    expect(await stopsOf(kim)).toEqual([5]);
    expect((await list()).map(({ stop, driver }) => [stop, driver?.name ?? null])).toEqual([
      [1, 'Sam Road'],
      [2, 'Sam Road'],
      [3, 'Ana Lee'],
      [4, 'Ana Lee'],
      [5, null],
    ]);
    await assign({ driver: null, stops: [3] });
    expect(await stopsOf(kim)).toEqual([3, 5]);
  });

  test('nothing in a driver’s calls speaks of another driver’s stops', async () => {
    await aPaidOrder(t);
    await aPaidOrder(t, { customer: { ...A_CUSTOMER, firstName: 'Zebedee' } });
    atNoon();
    const hers = (await list()).find(({ customer }) => customer.firstName === 'Zebedee')!;
    await assign({ driver: ana, stops: [hers.stop!] });
    expect((await sam.get('/api/drive/day')).body).not.toContain('Zebedee');
    expect((await ana.get('/api/drive/day')).body).toContain('Zebedee');
    const [result] = await report(sam, 'delivered', [hers]);
    expect(JSON.stringify(result)).not.toContain('Zebedee');
  });

  test('a late addition goes to the driver of the stop that it is near', async () => {
    const orderIn = (suburb: string) =>
      aPaidOrder(t, { customer: { ...A_CUSTOMER, address: `12 Main Road, ${suburb}` } });
    await orderIn('Capalaba');
    await orderIn('Victoria Point');
    expect(await list()).toHaveLength(2);
    await assign({ driver: sam, stops: [1] }, { driver: ana, stops: [2] });
    await orderIn('Victoria Point');
    await orderIn('Capalaba');
    expect(
      (await list()).map(({ customer, driver }) => [customer.suburb, driver?.name]).toSorted(),
    ).toEqual([
      ['Capalaba', 'Sam Road'],
      ['Capalaba', 'Sam Road'],
      ['Victoria Point', 'Ana Lee'],
      ['Victoria Point', 'Ana Lee'],
    ]);
  });

  test('of two who split at once, one is told who was first', async () => {
    await stopsOnTuesday(2);
    const version = await runVersion();
    const ids = (await list()).map(({ id }) => id);
    const replies = await Promise.all(
      [sam, ana].map(({ staff }) => postAssignment([{ driverId: staff.id, ids }], version)),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409)!;
    expect(refused.json()).toMatchObject({ code: 'changed_meanwhile' });
    const drivers = (await list()).map(({ driver }) => driver?.id);
    expect(new Set(drivers).size).toBe(1);
  });

  test('only who may drive is given stops, only of this run, and each to one', async () => {
    await stopsOnTuesday(1);
    const cook = await aStaffClient(t, { role: 'kitchen' });
    const [stop] = await list();
    const version = await runVersion();
    for (const [parts, message] of [
      [[{ driverId: cook.staff.id, ids: [stop!.id] }], 'Choose active staff who may drive'],
      [[{ driverId: sam.staff.id, ids: [999_999] }], 'Not in this run: 999999'],
      [
        [
          { driverId: sam.staff.id, ids: [stop!.id] },
          { driverId: ana.staff.id, ids: [stop!.id] },
        ],
        'A stop can have one driver only',
      ],
    ] as const) {
      const reply = await postAssignment(
        parts.map((part) => ({ ...part, ids: [...part.ids] })),
        version,
      );
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({ fields: { parts: message } });
    }
    expect((await list())[0]!.driver).toBeNull();
  });

  test('a moved delivery leaves its driver behind', async () => {
    await stopsOnTuesday(1);
    await assign({ driver: sam, stops: [1] });
    const [stop] = await list();
    const moved = await office.post('/api/admin/deliveries/move', {
      ids: [stop!.id],
      date: TUESDAY,
      timeSlot: '16:00-18:00',
    });
    expect(moved.json(), moved.body).toMatchObject({ results: [{ ok: true }] });
    expect((await list())[0]).toMatchObject({ timeSlot: '16:00-18:00', driver: null });
  });
});

describe('whose report counts', () => {
  test('of a stop that was never theirs none: it is as unknown as one that never was', async () => {
    t.setNow('2026-01-08T02:00:00Z');
    await stopsOnTuesday(1);
    t.setNow('2026-01-10T02:00:00Z');
    await assign({ driver: ana, stops: [1] });
    atNoon();
    const stops = await list();
    for (const status of ['out', 'delivered', 'missed'] as const) {
      const said = { reason: 'x', starts: true };
      const [theirs, none] = await report(sam, status, [...stops, { id: 999_999 }], said);
      expect(theirs).toMatchObject({ ok: false, code: 'not_found' });
      expect({ ...theirs, key: '' }).toEqual({ ...none, key: '' });
    }
    const [own] = await report(ana, 'out', stops);
    expect(own).toMatchObject({ ok: true, status: 'out' });
  });

  test('of a run that nobody has, once it is started: then it is theirs', async () => {
    await stopsOnTuesday(3);
    const { stops } = await theDay(sam);
    expect(stops.map(({ isNobodys }) => isNobodys)).toEqual([true, true, true]);
    const [first] = await report(sam, 'out', stops);
    expect(first).toMatchObject({ ok: false, code: 'not_started', status: 'planned' });
    const tapped = inMinutes(-30);
    const started = await report(sam, 'out', stops.slice(0, 1), { starts: true, at: tapped });
    expect(started).toMatchObject([{ ok: true, status: 'out' }]);
    expect(await stopsOf(sam), 'the others of its window too').toEqual([1, 2, 3]);
    expect(await stopsOf(ana)).toEqual([]);
    expect((await theDay(sam)).stops.map(({ isNobodys }) => isNobodys)).not.toContain(true);
    const [late] = await report(ana, 'out', stops.slice(1, 2), { starts: true });
    expect(late).toMatchObject({ ok: false, code: 'not_yours' });
    const [own] = await report(sam, 'delivered', stops.slice(0, 1));
    expect(own).toMatchObject({ ok: true, status: 'delivered' });
    expect(await flagOf(stops[0]!.id)).toBeNull();
  });

  test('of a stop that nobody had that day, what was brought: flagged, and a person tells of it', async () => {
    await stopsOnTuesday(2);
    const { stops } = await theDay(sam);
    const [brought] = await report(sam, 'delivered', stops.slice(0, 1));
    expect(brought).toMatchObject({ ok: true, status: 'delivered' });
    expect(await flagOf(stops[0]!.id)).toBe('other_driver');
    const told = await t.context.db.select().from(messages);
    expect(told.filter(({ kind }) => kind === 'delivery_delivered')).toEqual([]);
    // Nor is one of another day known at all.
    t.setNow('2026-01-12T02:00:00Z');
    const [tomorrow] = await report(sam, 'delivered', stops.slice(1), { starts: true });
    expect(tomorrow).toMatchObject({ ok: false, code: 'not_found' });
  });

  test('what a driver did at the door before the stop was taken away counts, and is flagged', async () => {
    await stopsOnTuesday(2);
    await assign({ driver: sam, stops: [1, 2] });
    const [first, second] = (await theDay(sam)).stops;
    await report(sam, 'out', [first!, second!]);
    later(20);
    const atTheDoor = inMinutes(-3);
    await handOver(sam, [ana]);
    later(30);
    const [result] = await report(sam, 'delivered', [first!], { at: atTheDoor });
    expect(result).toMatchObject({ ok: true, status: 'delivered' });
    expect(await flagOf(first!.id)).toBe('other_driver');
    // Also when they did not know yet that it is another's.
    const [missed] = await report(sam, 'missed', [second!], { reason: 'No one home' });
    expect(missed).toMatchObject({ ok: true, status: 'missed' });
    expect(await flagOf(second!.id)).toBe('other_driver');
    expect((await list()).map((one) => one.driver?.name)).toEqual(['Sam Road', 'Sam Road']);
    expect(await stopsOf(sam), 'what they did stays theirs').toEqual([1, 2]);
    expect(await stopsOf(ana)).toEqual([]);
  });

  test('who no longer has a stop can’t take it out; who has it is not flagged', async () => {
    await stopsOnTuesday(1);
    await assign({ driver: sam, stops: [1] });
    later(1);
    await assign({ driver: ana, stops: [1] });
    later(1);
    const stops = await list();
    expect((await report(sam, 'out', stops))[0]).toMatchObject({ ok: false, code: 'not_yours' });
    await report(ana, 'delivered', stops);
    expect(await flagOf(stops[0]!.id)).toBeNull();
  });
});

describe('handing over the rest', () => {
  async function onTheRoad(count = 5) {
    await stopsOnTuesday(count);
    await assign({ driver: sam, stops: Array.from({ length: count }, (_, index) => index + 1) });
    const { stops } = await theDay(sam);
    await report(sam, 'out', stops);
    later(6);
    await report(sam, 'delivered', [stops[0]!]);
    later(13);
    return stops;
  }

  test('names what may be done already, splits the rest in two, and tells no customer', async () => {
    const stops = await onTheRoad();
    const before = await t.context.db.$count(messages);
    const preview = await previewOf(sam, [ana, kim]);
    expect(preview.stops.map(({ stop, to, isMaybeDone }) => [stop, to.name, isMaybeDone])).toEqual([
      [2, 'Ana Lee', true],
      [3, 'Ana Lee', true],
      [4, 'Kim Ng', false],
      [5, 'Kim Ng', false],
    ]);
    expect(await stopsOf(sam), 'a preview changes nothing').toHaveLength(5);
    await handOver(sam, [ana, kim]);
    expect(await stopsOf(ana)).toEqual([2, 3]);
    expect(await stopsOf(kim)).toEqual([4, 5]);
    const first = await theDay(sam);
    expect(first.stops.map(({ stop }) => stop)).toEqual([1]);
    const [finished] = await list();
    expect(finished!.driver).toMatchObject({ id: sam.staff.id });
    expect(first.handedOver).toEqual([
      { id: stops[1]!.id, stop: 2, to: 'Ana Lee' },
      { id: stops[2]!.id, stop: 3, to: 'Ana Lee' },
      { id: stops[3]!.id, stop: 4, to: 'Kim Ng' },
      { id: stops[4]!.id, stop: 5, to: 'Kim Ng' },
    ]);
    expect(await t.context.db.$count(messages)).toBe(before);
    const [entry] = await t.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'run.hand_over'))
      .orderBy(desc(auditLog.id));
    expect(entry).toMatchObject({
      staffId: office.staff.id,
      entityId: `${TUESDAY} ${WINDOW}`,
      after: {
        drivers: [
          { driver: 'Ana Lee', stops: [2, 3] },
          { driver: 'Kim Ng', stops: [4, 5] },
        ],
      },
    });
  });

  test('by two people at once: one does it, the other sees what is true now', async () => {
    await onTheRoad();
    const hashes = [
      (await previewOf(sam, [ana])).previewHash,
      (await previewOf(sam, [kim])).previewHash,
    ];
    const replies = await Promise.all([
      postHandOver(sam, [ana], { previewHash: hashes[0] }),
      postHandOver(sam, [kim], { previewHash: hashes[1] }),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({
      code: 'preview_changed',
      preview: { stops: [] },
    });
    const holders = new Set((await list()).slice(1).map(({ driver }) => driver?.id));
    expect(holders.size).toBe(1);
  });

  test('is refused when a report came in since the preview', async () => {
    const stops = await onTheRoad();
    const { previewHash } = await previewOf(sam, [ana]);
    await report(sam, 'delivered', [stops[1]!]);
    const reply = await postHandOver(sam, [ana], { previewHash });
    expect(reply.statusCode).toBe(409);
    expect(reply.json<{ preview: HandOverReply }>().preview.stops.map(({ stop }) => stop)).toEqual([
      3, 4, 5,
    ]);
    expect(await stopsOf(ana)).toEqual([]);
  });

  test('never to the one who hands over, twice to one, or to who may not drive', async () => {
    await onTheRoad(2);
    const cook = await aStaffClient(t, { role: 'kitchen' });
    for (const to of [[sam], [ana, ana], [cook], []])
      expect((await postHandOver(sam, to)).statusCode).toBe(400);
    const nothingLeft = await postHandOver(kim, [ana]);
    expect(nothingLeft.json()).toMatchObject({
      fields: { from: 'Kim Ng has no open stops on this day' },
    });
  });
});

describe('what changes while the bag is on the road', () => {
  async function anOrderOnTheRoad() {
    const order = await aPaidOrder(t);
    atNoon();
    await assign({ driver: sam, stops: [1] });
    const { stops } = await theDay(sam);
    await report(sam, 'out', stops);
    later(12);
    return { order, stop: stops[0]! };
  }

  async function edit(id: number, change: object, items?: (items: object[]) => object[]) {
    const order = await office.order(id);
    const orderItems = order.orderItems.map(
      ({ id: itemId, mealId, deliveryDate, mealType, price, personName }) => ({
        id: itemId,
        mealId,
        deliveryDate,
        mealType,
        price,
        personName,
      }),
    );
    return office.put(`/api/admin/orders/${id}`, {
      customer: { ...order.customer, ...change },
      orderItems: items ? items(orderItems) : orderItems,
    });
  }

  test('reaches its driver, until read; staff see who saw it and when', async () => {
    const { order, stop } = await anOrderOnTheRoad();
    const reply = await edit(order.id, { specialInstructions: 'Leave it with Bob' });
    expect(reply.statusCode, reply.body).toBe(200);
    expect((await theDay(ana)).notices).toEqual([]);
    const { notices } = await theDay(sam);
    expect(notices).toMatchObject([
      {
        deliveryId: stop.id,
        kind: 'instructions',
        text: 'Note changed 12:12pm: Leave it with Bob',
      },
    ]);
    later(2);
    const read = (shownAt: string, readAt: string | null) =>
      sam.post('/api/drive/notices', {
        staffId: sam.staff.id,
        notices: [{ id: notices[0]!.id, shownAt, readAt }],
      });
    const shownAt = inMinutes(0);
    await read(shownAt, null);
    expect((await theDay(sam)).notices).toHaveLength(1);
    later(1);
    await read(inMinutes(0), inMinutes(0));
    expect((await theDay(sam)).notices).toEqual([]);
    expect((await list())[0]!.notices).toMatchObject([
      { shownAt, shownTo: 'Sam Road', isRead: true },
    ]);
  });

  test('a new address and phone are told; what was read by another driver is not', async () => {
    const { order } = await anOrderOnTheRoad();
    await edit(order.id, { address: '4 Wharf Street, Cleveland', phone: '0400 111 222' });
    const { notices } = await theDay(sam);
    expect(notices.map(({ kind }) => kind)).toEqual(['address', 'phone']);
    expect(notices[0]!.text).toMatch(/^Address changed 12:12pm: 4 Wharf Street/);
    await ana.post('/api/drive/notices', {
      staffId: ana.staff.id,
      notices: [{ id: notices[0]!.id, shownAt: inMinutes(0), readAt: inMinutes(0) }],
    });
    expect((await theDay(sam)).notices).toHaveLength(2);
  });

  test('nobody is told of an order that is still in the kitchen', async () => {
    const order = await aPaidOrder(t);
    atNoon();
    await edit(order.id, { specialInstructions: 'Leave it with Bob' });
    expect((await theDay(sam)).notices).toEqual([]);
  });

  test('cancelled: the driver is told to bring it back', async () => {
    const { order, stop } = await anOrderOnTheRoad();
    await office.delete(`/api/admin/orders/${order.id}`);
    const { stops, notices } = await theDay(sam);
    expect(stops).toMatchObject([{ id: stop.id, status: 'out', gate: 'back' }]);
    expect(notices).toMatchObject([
      { deliveryId: stop.id, kind: 'cancelled', text: 'Stop 1 cancelled 12:12pm: bring it back' },
    ]);
    await report(sam, 'packed', stops);
    expect((await theDay(sam)).stops).toEqual([]);
  });

  test('cancelled and opened again: the driver is told to deliver it', async () => {
    const { order, stop } = await anOrderOnTheRoad();
    await office.delete(`/api/admin/orders/${order.id}`);
    later(1);
    await office.put(`/api/admin/orders/${order.id}/status`, { status: 'confirmed' });
    const { stops, notices } = await theDay(sam);
    expect(stops).toMatchObject([{ id: stop.id, status: 'out', gate: 'go' }]);
    expect(notices.map(({ text }) => text)).toEqual([
      'Stop 1 no longer cancelled 12:13pm: deliver it',
    ]);
  });

  test('its meals can’t be edited, and nothing is half-done', async () => {
    const { order } = await anOrderOnTheRoad();
    const before = await office.order(order.id);
    const reply = await edit(order.id, { phone: '0400 111 222' }, (items) => [
      ...items,
      { ...items[0], id: null, personName: 'Zoe' },
    ]);
    expect(reply.statusCode, reply.body).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'delivery_out' });
    expect(reply.json<{ message: string }>().message).toContain('Tue 13 Jan');
    expect(await office.order(order.id)).toEqual(before);
    expect((await theDay(sam)).notices).toEqual([]);
  });
});

describe('customers whose delivery runs late', () => {
  const lateOnes = async () =>
    (await t.context.db.select().from(messages)).filter(({ kind }) => kind === 'delivery_late');
  const minuteOf = (time: string) => t.setNow(`${TUESDAY}T${time}:00Z`);

  /** Out at 12:55pm, five minutes before the window ends: the third stop would come at 1:07pm. */
  async function outAt(time: string, count = 3) {
    await stopsOnTuesday(count);
    minuteOf(time);
    const { stops } = await theDay(sam);
    await report(sam, 'out', stops, { starts: true });
    return stops;
  }

  test('hear of it once, ten minutes past the promised end', async () => {
    await outAt('02:55', 4);
    await tellOfLateDeliveries(t.context);
    // The fourth would come at 1:13pm.
    expect((await lateOnes()).map(({ channel }) => channel).toSorted()).toEqual(['email', 'text']);
    await tellOfLateDeliveries(t.context);
    expect(await lateOnes()).toHaveLength(2);
  });

  test('not while there is no news of the driver, and not before it is late', async () => {
    await outAt('02:55');
    await tellOfLateDeliveries(t.context);
    expect(await lateOnes()).toEqual([]);
    minuteOf('03:16');
    await tellOfLateDeliveries(t.context);
    expect(await lateOnes(), 'silent for 21 minutes').toEqual([]);
  });

  test('nothing is sent once it has arrived', async () => {
    const stops = await outAt('02:55', 4);
    await tellOfLateDeliveries(t.context);
    await report(sam, 'delivered', stops);
    expect(new Set((await lateOnes()).map(({ state }) => state))).toEqual(new Set(['withdrawn']));
    minuteOf('03:12');
    await tellOfLateDeliveries(t.context);
    expect(new Set((await lateOnes()).map(({ state }) => state))).toEqual(new Set(['withdrawn']));
  });

  test('stops of another driver don’t make it late', async () => {
    await stopsOnTuesday(4);
    await assign({ driver: ana, stops: [1, 2] }, { driver: sam, stops: [3, 4] });
    minuteOf('02:55');
    const { stops } = await theDay(sam);
    await report(sam, 'out', stops);
    await tellOfLateDeliveries(t.context);
    expect(await lateOnes()).toEqual([]);
  });
});

test('a late report from a phone that was dead stands in the delivery’s history with its time', async () => {
  await stopsOnTuesday(1);
  await assign({ driver: sam, stops: [1] });
  const { stops } = await theDay(sam);
  const at = inMinutes(2);
  later(60);
  await handOver(sam, [ana]);
  await report(sam, 'delivered', stops, { at });
  const [event] = await t.context.db
    .select()
    .from(deliveryEvents)
    .where(eq(deliveryEvents.deliveryId, stops[0]!.id));
  expect(event).toMatchObject({ at: new Date(at), staffName: 'Sam Road', isDecisive: true });
});

describe('the run sheet of one driver', () => {
  test('names the driver and has that driver’s stops alone, with the numbers of the run', async () => {
    await stopsOnTuesday(3);
    await assign({ driver: sam, stops: [1] }, { driver: ana, stops: [2, 3] });
    const url = `/api/admin/run-sheet?date=${TUESDAY}&driver=${ana.staff.id}`;
    const csv = await office.get(`${url}&format=csv`);
    expect(csv.statusCode).toBe(200);
    const [heading, ...rows] = csv.body.trim().split('\r\n');
    expect(heading).toContain('Driver');
    expect(rows.map((row) => row.split(',')[0])).toEqual(['2', '3']);
    for (const row of rows) expect(row).toContain('Ana Lee');
    const pdf = await office.get(url);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.headers['content-disposition']).toContain('ana-lee');
    const nobody = await office.get(`/api/admin/run-sheet?date=${TUESDAY}&driver=${kim.staff.id}`);
    expect(nobody.statusCode).toBe(404);
  });
});
