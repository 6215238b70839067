/** How a delivery ended was reported wrongly: what driver and office may say instead, and what customers read of it. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GivenFoodReply } from '#areas/orders/calls/food-to-settle.ts';
import type { DeliveryChangesReply } from '#areas/orders/calls/deliveries.ts';
import type { DriveDayReply, DriveReportsReply } from '#areas/delivery/calls/drive.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let office: StaffClient;
let driver: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  [office, driver] = await Promise.all([aStaffClient(t), aStaffClient(t, { role: 'driver' })]);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  t.setNow('2026-01-07T02:00:00Z');
});
afterEach(() => checkInvariants(t.context.db));

const TUESDAY = day(0);
const now = () => new Date(t.context.clock()).toISOString();

type Said = { status: string; place?: string; reason?: string; corrects?: string; at?: string };

const theStop = async (client = driver) =>
  (await client.get('/api/drive/day')).json<DriveDayReply>().stops[0]!;

async function drive(said: Said, client = driver) {
  const key = randomUUID();
  const reply = await client.post('/api/drive/reports', {
    deviceId: randomUUID(),
    staffId: client.staff.id,
    reports: [{ key, deliveryId, at: now(), confirm: CONFIRMED, starts: true, ...said }],
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return { ...reply.json<DriveReportsReply>().results[0]!, key };
}

async function say(said: Omit<Said, 'corrects' | 'at'>) {
  const body = { deliveries: [{ id: deliveryId }], confirm: CONFIRMED, ...said };
  const reply = await office.post('/api/admin/deliveries/status', body);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<DeliveryChangesReply>();
}

let deliveryId: number;
let orderId: number;

/** At noon on its day. */
async function onTheRoad() {
  const order = await aPaidOrder(t);
  orderId = order.id;
  t.setNow(`${TUESDAY}T02:00:00Z`);
  deliveryId = (await theStop()).id;
  await drive({ status: 'out' });
  t.advanceMinutes(10);
}

/** Past Undo. */
async function send() {
  t.advanceMinutes(1);
  await sendMessages(t.context);
}

/** What reached the customer by email since it went on its way. */
const read = async () =>
  (await t.context.db.select().from(messages).orderBy(messages.id))
    .filter(
      ({ kind, channel, state }) =>
        kind.startsWith('delivery_') && channel === 'email' && state === 'kept',
    )
    .filter(({ kind }) => kind !== 'delivery_out')
    .map(({ kind, mail }) => `${kind}: ${mail!.text.replaceAll(/\s+/g, ' ')}`);

describe('a driver’s own ending', () => {
  test('that was not one yet: the unsent message goes nowhere', async () => {
    await onTheRoad();
    const { key } = await drive({ status: 'delivered', place: 'Front door' });
    expect(await drive({ status: 'out', corrects: key })).toMatchObject({
      ok: true,
      status: 'out',
    });
    await send();
    expect(await read()).toEqual([]);
  });

  test('that was not one yet, when it was read: they read that it was wrong, and later that it is there', async () => {
    await onTheRoad();
    const { key } = await drive({ status: 'delivered', place: 'Front door' });
    await send();
    await drive({ status: 'out', corrects: key });
    await send();
    expect(await read()).toEqual([
      expect.stringContaining('delivery_delivered: '),
      expect.stringContaining('Sorry, our last message was wrong: your meals are not there yet.'),
    ]);
    await drive({ status: 'delivered', place: 'Side gate' });
    await send();
    expect((await read())[2]).toMatch(/^delivery_delivered: .*left side gate/);
  });

  test('in another place: at the time at which it was left', async () => {
    await onTheRoad();
    const { key } = await drive({ status: 'delivered', place: 'Front door' });
    const left = now();
    await send();
    t.advanceMinutes(20);
    const again = await drive({ status: 'delivered', place: 'In hand', corrects: key });
    await send();
    expect((await read())[1]).toContain(
      'Sorry, our last message was wrong: your meals are in your hands.',
    );
    expect(await theStop()).toMatchObject({ statusAt: left, reportKey: again.key });
    const token = await trackingTokenOf(t, orderId);
    const tracked = (await t.app.inject(`/api/orders/track/${token}`)).json<TrackedOrderReply>();
    expect(tracked.deliveries[0]).toMatchObject({ news: { at: left, place: 'In hand' } });
  });

  test('in another place, before it was read: one message, with the right one', async () => {
    await onTheRoad();
    const { key } = await drive({ status: 'delivered', place: 'Front door' });
    await drive({ status: 'delivered', place: 'In hand', corrects: key });
    await send();
    expect(await read()).toEqual([expect.stringMatching(/^delivery_delivered: .*in your hands/)]);
  });

  test('missed, and delivered after all: told like any delivery', async () => {
    await onTheRoad();
    const { key } = await drive({ status: 'missed', reason: 'No one home' });
    await send();
    await drive({ status: 'delivered', place: 'In hand', corrects: key });
    await send();
    expect(await read()).toEqual([
      expect.stringMatching(/^delivery_missed/),
      expect.stringMatching(/^delivery_delivered: .*in your hands/),
    ]);
  });

  test('missed, and not delivered yet: they hear that they need not choose', async () => {
    await onTheRoad();
    const { key } = await drive({ status: 'missed', reason: 'No one home' });
    await send();
    expect(await drive({ status: 'out', corrects: key })).toMatchObject({ ok: true });
    await send();
    expect((await read())[1]).toContain('your meals are not there yet.');
  });

  test('is corrected once, however often it is sent, and names what it corrects', async () => {
    await onTheRoad();
    const { key } = await drive({ status: 'delivered' });
    const correction = { key: randomUUID(), status: 'out', corrects: key, at: now() };
    for (const _ of [1, 2]) expect(await drive(correction)).toMatchObject({ ok: true });
    const events = await t.context.db.select().from(deliveryEvents).orderBy(deliveryEvents.id);
    expect(events.map(({ status }) => status)).toEqual(['out', 'delivered', 'out']);
    expect(events[2]!.corrects).toBe(events[1]!.id);
  });

  test('is corrected by nobody else, and not without saying so', async () => {
    await onTheRoad();
    const { key } = await drive({ status: 'delivered' });
    const ana = await aStaffClient(t, { role: 'driver' });
    expect(await theStop(ana)).toBeUndefined();
    expect(await drive({ status: 'out', corrects: key }, ana)).toMatchObject({ code: 'not_yours' });
    expect(await drive({ status: 'out' })).toMatchObject({ code: 'not_possible' });
    expect(await drive({ status: 'out', corrects: randomUUID() })).toMatchObject({
      code: 'not_possible',
    });
  });

  test('is corrected until midnight, by the time of the tap', async () => {
    await onTheRoad();
    const { key } = await drive({ status: 'delivered' });
    const midnight = '2026-01-13T14:00:00Z';
    expect(TUESDAY).toBe('2026-01-13');
    t.setNow('2026-01-13T20:00:00Z');
    expect(await drive({ status: 'out', corrects: key, at: midnight })).toMatchObject({
      ok: false,
      code: 'too_late',
    });
    const before = '2026-01-13T13:59:59Z';
    expect(await drive({ status: 'out', corrects: key, at: before })).toMatchObject({ ok: true });
  });

  test('of a meal on hold frees no hold: the bag is in the van, and may not be handed over', async () => {
    const curry = (await menuOf(t)).find(
      ({ mealType, allergens }) => mealType === 'dinner' && !allergens?.includes('sesame'),
    ) as MealReply;
    const { id, ...facts } = curry;
    const order = await aPaidOrder(t, {
      people: [{ name: 'Mia', calorieTarget: 1500, allergens: ['sesame'] }],
      orderItems: [anItem(curry, { personName: 'Mia' })],
    });
    orderId = order.id;
    t.setNow(`${TUESDAY}T02:00:00Z`);
    deliveryId = (await theStop()).id;
    await say({ status: 'packed' });
    await drive({ status: 'out' });
    t.advanceMinutes(5);
    const { key } = await drive({ status: 'delivered', place: 'Front door' });
    const allergens = [...(curry.allergens ?? []), 'sesame'];
    const ingredients = `${curry.ingredients}, sesame oil (sesame)`;
    const saved = await office.put(`/api/meals/${id}`, { ...facts, allergens, ingredients });
    expect(saved.statusCode, saved.body).toBe(200);
    const open = async () =>
      (await office.get('/api/admin/given-food')).json<GivenFoodReply[]>().map(({ kind }) => kind);
    expect(await open()).toEqual(['given_held']);
    const warnings = async () => t.context.db.$count(messages, eq(messages.kind, 'food_warning'));
    const warned = await warnings();
    await drive({ status: 'delivered', place: 'In hand', corrects: key });
    expect(await open(), 'they still have it').toEqual(['given_held']);
    expect(await warnings(), 'and are not warned twice').toBe(warned);
    const again = (await theStop()).reportKey!;
    await drive({ status: 'out', corrects: again });
    expect(await open()).toEqual(['left_held']);
    expect(await theStop()).toMatchObject({ status: 'out', gate: 'stop' });
    await office.put(`/api/meals/${id}`, facts);
  });
});

test('a bag with a meal on hold is not ended with others, only alone', async () => {
  const curry = (await menuOf(t)).find(
    ({ mealType, allergens }) => mealType === 'dinner' && !allergens?.includes('sesame'),
  ) as MealReply;
  const { id, ...facts } = curry;
  await aPaidOrder(t, {
    people: [{ name: 'Mia', calorieTarget: 1500, allergens: ['sesame'] }],
    orderItems: [anItem(curry, { personName: 'Mia' })],
  });
  await aPaidOrder(t);
  const allergens = [...(curry.allergens ?? []), 'sesame'];
  const ingredients = `${curry.ingredients}, sesame oil (sesame)`;
  await office.put(`/api/meals/${id}`, { ...facts, allergens, ingredients });
  t.setNow('2026-01-14T02:00:00Z');
  const list = await office.get(`/api/admin/deliveries?date=${TUESDAY}`);
  const deliveries = list.json<{ id: number }[]>().map((one) => ({ id: one.id }));
  const end = async (some: object[]) =>
    (
      await office.post('/api/admin/deliveries/status', { deliveries: some, status: 'delivered' })
    ).json<DeliveryChangesReply>().results;
  const together = await end(deliveries);
  expect(together.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  const held = together.find(({ ok }) => !ok)!;
  expect(held).toMatchObject({
    code: 'allergy_open',
    message: expect.stringContaining('on its own'),
  });
  expect(await end([{ id: held.id }])).toMatchObject([{ ok: true, status: 'delivered' }]);
  const given = (await office.get('/api/admin/given-food')).json<GivenFoodReply[]>();
  expect(given.map(({ kind }) => kind)).toContain('given_held');
  await office.put(`/api/meals/${id}`, facts);
});

describe('the office', () => {
  test.each(['planned', 'cooked', 'packed', 'out', 'missed'])(
    'sets what was delivered to %s, and says why',
    async (status) => {
      await onTheRoad();
      await drive({ status: 'delivered', place: 'Front door' });
      expect((await say({ status })).results).toMatchObject([{ code: 'reason_missing' }]);
      expect((await say({ status, reason: 'Wrong door' })).results).toMatchObject([
        { ok: true, status },
      ]);
    },
  );

  test('sets what was missed to delivered, cooked or packed, and says why', async () => {
    await onTheRoad();
    await drive({ status: 'missed', reason: 'No one home' });
    for (const status of ['delivered', 'packed', 'cooked', 'planned'] as const) {
      expect((await say({ status, reason: 'Sam rang' })).results).toMatchObject([
        { ok: true, status },
      ]);
      if (status !== 'planned') await say({ status: 'missed', reason: 'No one home' });
    }
  });

  test('says where it was left instead; Undo makes it what they read', async () => {
    await onTheRoad();
    await drive({ status: 'delivered', place: 'Front door' });
    const left = now();
    await send();
    const said = { status: 'delivered', place: 'In hand', reason: 'Sam rang' };
    const { changeId } = await say(said);
    await office.post('/api/admin/deliveries/undo', { changeId });
    await send();
    expect(await read()).toHaveLength(1);
    await say(said);
    await send();
    expect((await read())[1]).toContain('your meals are in your hands.');
    expect(await theStop(), 'the time at which it was left').toMatchObject({ statusAt: left });
  });

  test('may for seven days, and then no more', async () => {
    await onTheRoad();
    await drive({ status: 'delivered' });
    t.setNow('2026-01-21T02:00:00Z');
    const late = await say({ status: 'missed', reason: 'Refused' });
    expect(late.results).toMatchObject([{ ok: false, code: 'too_late' }]);
    t.setNow('2026-01-20T02:00:00Z');
    const inTime = await say({ status: 'missed', reason: 'Refused' });
    expect(inTime.results).toMatchObject([{ ok: true }]);
    const [event] = await t.context.db
      .select()
      .from(deliveryEvents)
      .where(eq(deliveryEvents.status, 'missed'));
    expect(event).toMatchObject({ reason: 'Refused', isDecisive: true });
  });
});
