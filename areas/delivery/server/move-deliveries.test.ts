import { and, asc, eq, sql } from 'drizzle-orm';
import { ingredients, mealRecipes, recipeLines } from '#areas/menu/server/tables/recipes.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { people } from '#areas/order-book/server/tables/orders.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryChangesReply, DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import type { MoveDeliveriesReply } from '#areas/orders/calls/move-or-cancel.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { writeEmail } from '#areas/messages/server/write-email.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

let t: TestApp;
let staffClient: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  t.setNow('2026-01-07T02:00:00Z');
});
afterEach(() => checkInvariants(t.context.db));

const TUESDAY = day(0);
const WEDNESDAY = day(1);
const THURSDAY = day(2);
const FRIDAY = day(3);
const NOON = '11:00-13:00';
const EVENING = '16:00-18:00';
/** Noon in the kitchen. */
const noonOf = (date: string) => t.setNow(`${date}T02:00:00Z`);

/** A lunch and a dinner each on these days. */
async function aDailyOrder(days: readonly string[], change: Partial<PreparedOrder> = {}) {
  const menu = await menuOf(t);
  const meal = (type: string) => menu.find(({ mealType }) => mealType === type)!;
  return aPaidOrder(t, {
    deliveryType: 'daily',
    orderItems: days.flatMap((date) =>
      (['lunch', 'lunch', 'dinner', 'dinner'] as const).map((mealType) =>
        anItem(meal(mealType), { mealDate: date, deliveryDate: date, mealType }),
      ),
    ),
    ...change,
  });
}

/** One of each, so that another day has room at the table. */
async function aLightOrder(days: readonly string[], change: Partial<PreparedOrder> = {}) {
  const menu = await menuOf(t);
  const meal = (type: string) => menu.find(({ mealType }) => mealType === type)!;
  return aPaidOrder(t, {
    deliveryType: 'daily',
    orderItems: [...days, day(5)].flatMap((date) =>
      (['lunch', 'dinner'] as const).map((mealType) =>
        anItem(meal(mealType), { mealDate: date, deliveryDate: date, mealType }),
      ),
    ),
    ...change,
  });
}

async function list(date: string, status?: string): Promise<DeliveryReply[]> {
  const query = new URLSearchParams({ date, ...(status && { status }) });
  const reply = await staffClient.get(`/api/admin/deliveries?${query.toString()}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<DeliveryReply[]>();
}
const onlyOne = async (date: string) => (await list(date))[0]!;
const idsOf = async (date: string) => (await list(date)).map(({ id }) => id);

type To = { date?: string; timeSlot?: string } & Record<string, unknown>;
const send = (ids: readonly number[], to: To = {}, client = staffClient) =>
  client.post('/api/admin/deliveries/move', { ids, date: THURSDAY, timeSlot: NOON, ...to });

async function move(ids: readonly number[], to: To = {}): Promise<MoveDeliveriesReply> {
  const reply = await send(ids, to);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<MoveDeliveriesReply>();
}

async function report(id: number, status: string, extra: { at?: string; reason?: string } = {}) {
  const { at, ...rest } = extra;
  const reply = await staffClient.post('/api/admin/deliveries/status', {
    confirm: CONFIRMED,
    deliveries: [{ id, ...(at && { at }) }],
    status,
    ...rest,
  });
  return reply.json<DeliveryChangesReply>().results[0]!;
}

const moved = () =>
  t.context.db
    .select()
    .from(messages)
    .where(and(eq(messages.kind, 'delivery_moved'), eq(messages.channel, 'email')))
    .orderBy(asc(messages.id));

async function bookedAt(date: string, timeSlot: string): Promise<number> {
  const reply = await staffClient.get(`/api/admin/delivery-slots?from=${date}&to=${date}`);
  return reply.json<SlotReply[]>().find((slot) => slot.timeSlot === timeSlot)?.booked ?? 0;
}

const places = (date: string, window: typeof NOON | typeof EVENING, maxDeliveries: number) =>
  t.context.db
    .insert(deliverySlots)
    .values({ date, window, maxDeliveries })
    .onConflictDoUpdate({
      target: [deliverySlots.date, deliverySlots.window],
      set: { maxDeliveries },
    });

describe('a moved delivery', () => {
  test('takes its place, its meals and its customer along', async () => {
    const order = await aDailyOrder([TUESDAY, FRIDAY]);
    const { id, version } = await onlyOne(TUESDAY);
    const reply = await move([id], { cause: 'flooding' });
    expect(reply).toMatchObject({
      isDryRun: false,
      places: { date: THURSDAY, timeSlot: NOON, taken: 1, left: 19 },
      told: 1,
      results: [{ id, ok: true, status: 'planned', isTold: true, joins: false }],
    });
    expect(await list(TUESDAY)).toEqual([]);
    expect(await onlyOne(THURSDAY)).toMatchObject({
      id,
      version: version + 1,
      stop: 1,
      events: [{ status: 'planned', reason: 'Moved to Thu 15 Jan 2026, 11am-1pm' }],
    });
    expect([await bookedAt(TUESDAY, NOON), await bookedAt(THURSDAY, NOON)]).toEqual([0, 1]);
    const after = await staffClient.order(order.id);
    expect(after).toMatchObject({ status: 'confirmed', version: 2, balance: '0.00' });
    const dates = after.orderItems.map(({ deliveryDate, mealDate }) => [deliveryDate, mealDate]);
    expect(dates.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => [THURSDAY, THURSDAY]));
    const [news, ...others] = await moved();
    expect([news?.state, others]).toEqual(['waiting', []]);
    const email = await writeEmail(t.context, news!);
    expect(email).toMatchObject({
      subject: 'Your delivery moves to Thu 15 Jan',
      text: expect.stringMatching(
        /Because of flooding your Tue 13 Jan delivery is now Thu 15 Jan,\s+11am-1pm\./,
      ),
    });
  });

  test('can still be edited where it is, and moved back', async () => {
    const { id: orderId } = await aDailyOrder([TUESDAY, FRIDAY]);
    const { id } = await onlyOne(TUESDAY);
    await move([id], { date: WEDNESDAY });
    const order = await staffClient.order(orderId);
    const edited = await staffClient.put(`/api/admin/orders/${orderId}`, editOf(order));
    expect(edited.statusCode, edited.body).toBe(200);
    expect(await onlyOne(WEDNESDAY)).toMatchObject({ id });
    expect((await move([id], { date: TUESDAY })).results).toMatchObject([{ ok: true }]);
    expect((await moved()).map(({ state }) => state)).toEqual(['withdrawn', 'waiting']);
  });

  test('is told once however often the same move is asked for', async () => {
    await aDailyOrder([TUESDAY, FRIDAY]);
    const { id } = await onlyOne(TUESDAY);
    await move([id]);
    expect((await move([id])).results).toMatchObject([{ ok: true, code: 'already_there' }]);
    expect(await moved()).toHaveLength(1);
    expect((await onlyOne(THURSDAY)).events).toHaveLength(1);
  });

  test('says nothing when nobody is to be told', async () => {
    await aDailyOrder([TUESDAY, FRIDAY]);
    const { id } = await onlyOne(TUESDAY);
    expect(await move([id], { notify: false })).toMatchObject({ told: 0 });
    expect(await moved()).toEqual([]);
  });

  test('is on the trail of its order, and once on that of the whole bulk', async () => {
    await aDailyOrder([TUESDAY, FRIDAY]);
    await aDailyOrder([TUESDAY, FRIDAY]);
    await move(await idsOf(TUESDAY));
    const trail = await t.context.db.select().from(auditLog).orderBy(asc(auditLog.id));
    const moves = trail.map(({ action }) => action).filter((one) => /move/.test(one));
    expect(moves.slice(-3)).toEqual([
      'order.move_delivery',
      'order.move_delivery',
      'run.move_deliveries',
    ]);
  });
});

/** The order as it is, for the call that edits it. */
function editOf(order: AdminOrderReply) {
  const { deliveryPreference: _, specialInstructions: __, ...customer } = order.customer;
  return {
    version: order.version,
    customer,
    orderItems: order.orderItems.map(
      ({ id, mealId, mealType, deliveryDate, mealDate, deliveryWindow, personName }) => ({
        id,
        mealId,
        mealType,
        deliveryDate,
        mealDate,
        deliveryWindow,
        personName,
      }),
    ),
  };
}

describe('is refused, by name', () => {
  test('where there is no place, and everything stays as it was', async () => {
    await aDailyOrder([TUESDAY, FRIDAY]);
    await places(THURSDAY, NOON, 0);
    const { id } = await onlyOne(TUESDAY);
    expect(await move([id])).toMatchObject({
      told: 0,
      results: [
        { ok: false, code: 'slot_full', message: 'No place left on Thu 15 Jan 2026, 11am-1pm.' },
      ],
    });
    expect(await onlyOne(TUESDAY)).toMatchObject({ id, status: 'planned', events: [] });
    expect(await bookedAt(TUESDAY, NOON)).toBe(1);
  });

  test('into the past, out of a van, and after it has ended', async () => {
    await aDailyOrder([TUESDAY, FRIDAY]);
    noonOf(TUESDAY);
    const { id } = await onlyOne(TUESDAY);
    const code = async (to: To = {}) => (await move([id], to)).results[0]?.code;
    expect(await code({ date: day(-1) })).toBe('past');
    t.setNow(`${TUESDAY}T03:00:00Z`);
    expect(await code({ date: TUESDAY })).toBe('already_there');
    await report(id, 'out');
    expect(await code()).toBe('out');
    await report(id, 'delivered');
    expect(await code()).toBe('delivered');
    expect((await move([999_999])).results).toMatchObject([{ ok: false, code: 'not_found' }]);
  });

  test('when a meal would not keep until it is eaten', async () => {
    await t.context.db.update(meals).set({ shelfLifeDays: 2, freezable: false });
    t.context.site.renew();
    const menu = await menuOf(t);
    const lunch = menu.find(({ mealType }) => mealType === 'lunch')!;
    await aPaidOrder(t, {
      orderItems: [anItem(lunch, { deliveryDate: THURSDAY, mealDate: day(4) })],
    });
    const { id } = await onlyOne(THURSDAY);
    expect((await move([id], { date: TUESDAY })).results).toMatchObject([
      { ok: false, code: 'will_not_keep' },
    ]);
    expect((await move([id], { date: WEDNESDAY })).results).toMatchObject([
      { code: 'will_not_keep' },
    ]);
    expect((await move([id], { date: FRIDAY })).results).toMatchObject([{ ok: true }]);
  });

  test('where its order comes in another window on that day', async () => {
    await aLightOrder([TUESDAY, THURSDAY]);
    const { id } = await onlyOne(TUESDAY);
    const [row] = (await move([id], { timeSlot: EVENING })).results;
    expect(row).toMatchObject({ ok: false, code: 'not_possible' });
    expect(row?.message).toContain('one delivery window');
  });
});

describe('where the order has a delivery already', () => {
  test('its meals join, and its own place is free', async () => {
    const order = await aLightOrder([TUESDAY, THURSDAY]);
    const { id } = await onlyOne(TUESDAY);
    const { id: other } = await onlyOne(THURSDAY);
    await report(other, 'cooked');
    expect(await move([id])).toMatchObject({
      places: { taken: 0 },
      results: [{ ok: true, joins: true }],
    });
    expect(await list(TUESDAY)).toEqual([]);
    const [joined, ...none] = await list(THURSDAY);
    expect(none).toEqual([]);
    expect(joined).toMatchObject({ id: other, status: 'planned' });
    expect(joined!.people.map(({ items }) => items.length)).toEqual([4]);
    expect([await bookedAt(TUESDAY, NOON), await bookedAt(THURSDAY, NOON)]).toEqual([0, 1]);
    expect(await staffClient.order(order.id)).toMatchObject({ status: 'confirmed' });
    // Nothing comes back to life that is empty.
    await staffClient.delete(`/api/admin/orders/${order.id}`);
    const reopened = await staffClient.put(`/api/admin/orders/${order.id}/status`, {
      status: 'confirmed',
    });
    expect(reopened.statusCode, reopened.body).toBe(200);
    expect(await list(TUESDAY)).toEqual([]);
  });

  test('that is packed, it stays where it is', async () => {
    await aLightOrder([TUESDAY, THURSDAY]);
    const { id } = await onlyOne(TUESDAY);
    await report((await onlyOne(THURSDAY)).id, 'packed');
    expect((await move([id])).results).toMatchObject([{ ok: false, code: 'not_joined' }]);
  });

  test('a third helping is refused', async () => {
    await aLightOrder([TUESDAY, WEDNESDAY, THURSDAY]);
    const [first] = await idsOf(TUESDAY);
    const [second] = await idsOf(WEDNESDAY);
    expect(await move([first!, second!])).toMatchObject({
      results: [{ ok: true }, { ok: false, code: 'not_possible' }],
    });
  });
});

describe('a missed delivery', () => {
  async function aMissedOne(deliveryPreference: 'warm' | 'cold' = 'cold') {
    const order = await aLightOrder([TUESDAY, FRIDAY], {
      customer: { ...A_CUSTOMER, deliveryPreference },
    });
    noonOf(TUESDAY);
    const { id } = await onlyOne(TUESDAY);
    await report(id, 'packed');
    await report(id, 'missed', { reason: 'No one home' });
    return { id, order };
  }
  const toCook = async (date: string) => (await staffClient.dayToCook(date)).meals;

  test('comes again in the same bag, kept cold: nothing is cooked, and its food keeps from the first day', async () => {
    await t.context.db.update(meals).set({ shelfLifeDays: 2, freezable: false });
    t.context.site.renew();
    const { id } = await aMissedOne();
    expect((await move([id], { date: day(4), dryRun: true })).results).toMatchObject([
      { ok: true, isKept: false, cookedAgain: 'past_use_by' },
    ]);
    expect((await move([id], { date: WEDNESDAY })).results).toMatchObject([
      { ok: true, isKept: true, cookedAgain: null },
    ]);
    expect(await onlyOne(WEDNESDAY)).toMatchObject({ id, status: 'packed', madeOn: TUESDAY });
    expect(await toCook(WEDNESDAY)).toBe(0);
    await t.context.db.update(meals).set({ shelfLifeDays: 3, freezable: true });
    t.context.site.renew();
  });

  test('comes again, cooked again where that is chosen: the kitchen cooks more', async () => {
    const { id } = await aMissedOne();
    expect((await move([id], { date: WEDNESDAY, sameBag: false })).results).toMatchObject([
      { isKept: false, cookedAgain: 'asked', meals: 2 },
    ]);
    expect(await onlyOne(WEDNESDAY)).toMatchObject({ id, status: 'planned', madeOn: null });
    expect(await toCook(WEDNESDAY)).toBe(2);
  });

  test('says what its food would cost to make again, and nothing where a recipe is not known', async () => {
    const { id } = await aMissedOne();
    const cookCents = async () =>
      (await move([id], { date: WEDNESDAY, dryRun: true })).results.map((row) => row.cookCents);
    expect(await cookCents()).toEqual([null]);
    const { db } = t.context;
    const water = { name: 'Water', labelName: 'water', baseUnit: 'ml', storeArea: 'dry' } as const;
    const [tap] = await db
      .insert(ingredients)
      .values({ ...water, isBought: false, contains: [], checkedAt: new Date(0), checkedBy: 'Ana' })
      .returning();
    for (const { id: mealId } of await menuOf(t)) {
      await db.insert(mealRecipes).values({ mealId, basis: 10, packagingCents: 62 });
      await db.insert(recipeLines).values({ mealId, ingredientId: tap!.id, qty: 900, position: 0 });
    }
    expect(await cookCents()).toEqual([2 * 62]);
    await db.delete(recipeLines);
    await db.delete(mealRecipes);
    await db.delete(ingredients);
  });

  test('that was warm is cooked again', async () => {
    const { id } = await aMissedOne('warm');
    expect((await move([id], { date: WEDNESDAY })).results).toMatchObject([
      { ok: true, status: 'planned', isKept: false, cookedAgain: 'warm' },
    ]);
  });

  test('with a portion on hold never goes out as it was packed', async () => {
    const { id, order } = await aMissedOne();
    await t.context.db
      .update(people)
      .set({ allergens: ['milk'] })
      .where(eq(people.orderId, order.id));
    await t.context.db
      .update(orderItems)
      .set({ meal: sql`jsonb_set(meal, '{allergens}', '["milk"]')` });
    expect((await move([id], { date: WEDNESDAY, dryRun: true })).results).toMatchObject([
      { isKept: false, cookedAgain: 'on_hold' },
    ]);
  });

  test('can come again in the evening of the same day', async () => {
    const { id } = await aMissedOne();
    expect((await move([id], { date: TUESDAY, timeSlot: EVENING })).results).toMatchObject([
      { ok: true, status: 'packed' },
    ]);
    expect(await bookedAt(TUESDAY, NOON)).toBe(0);
  });

  test('is asked after until someone decides, after midnight too', async () => {
    const { id } = await aMissedOne();
    const missed = async () => (await staffClient.today('missed')).length;
    noonOf(WEDNESDAY);
    expect(await missed()).toBe(1);
    const settle = (note: string) =>
      staffClient.post('/api/admin/deliveries/settle', { ids: [id], note });
    expect((await settle(' ')).statusCode).toBe(400);
    expect((await settle('They moved away')).json()).toEqual({ results: [{ id, ok: true }] });
    expect((await settle('They moved away')).json()).toEqual({ results: [{ id, ok: true }] });
    const robin = await aStaffClient(t, { firstName: 'Robin' });
    const second = await robin.post('/api/admin/deliveries/settle', { ids: [id], note: 'Called' });
    expect(second.json().results).toMatchObject([
      {
        ok: false,
        code: 'already_settled',
        message: expect.stringMatching(/^Noah Chef settled it at \S+\.$/),
      },
    ]);
    expect(await missed()).toBe(0);
    expect(await onlyOne(TUESDAY)).toMatchObject({ status: 'missed', isSettled: true });
    await report(id, 'delivered', { reason: 'They came by' });
    expect((await settle('Late')).json()).toMatchObject({
      results: [
        {
          ok: false,
          code: 'not_missed',
          message: expect.stringContaining('any more. Noah Chef settled it at'),
        },
      ],
    });
  });
});

test('brought before it was moved: it is delivered on its old day, and its new place is free', async () => {
  await aDailyOrder([TUESDAY, FRIDAY]);
  t.setNow(`${TUESDAY}T06:50:00Z`);
  const { id } = await onlyOne(TUESDAY);
  await places(TUESDAY, NOON, 0);
  await move([id], { date: WEDNESDAY });
  t.setNow(`${TUESDAY}T07:30:00Z`);
  expect(await report(id, 'delivered')).toMatchObject({ ok: false, code: 'not_yet' });
  const at = `${TUESDAY}T06:40:00.000Z`;
  expect(await report(id, 'delivered', { at })).toMatchObject({ ok: true, status: 'delivered' });
  expect(await list(WEDNESDAY)).toEqual([]);
  expect(await onlyOne(TUESDAY)).toMatchObject({ id, status: 'delivered' });
  expect([await bookedAt(TUESDAY, NOON), await bookedAt(WEDNESDAY, NOON)]).toEqual([1, 0]);
  expect(await moved()).toMatchObject([{ state: 'withdrawn' }]);
});

describe('a preview', () => {
  test('says what the move will do, and does nothing', async () => {
    await aDailyOrder([TUESDAY, FRIDAY]);
    await aDailyOrder([TUESDAY, FRIDAY]);
    await places(THURSDAY, NOON, 1);
    const ids = await idsOf(TUESDAY);
    const preview = await move(ids, { dryRun: true });
    expect(preview).toMatchObject({
      isDryRun: true,
      places: { taken: 1, left: 0 },
      told: 1,
      results: [{ ok: true }, { ok: false, code: 'slot_full' }],
    });
    expect(await idsOf(TUESDAY)).toEqual(ids);
    const done = await move(ids, { previewHash: preview.previewHash });
    expect(done.results).toEqual(preview.results);
  });

  test('that is no longer true moves nothing, and the new one comes back', async () => {
    await aDailyOrder([TUESDAY, FRIDAY]);
    const { id } = await onlyOne(TUESDAY);
    const { previewHash } = await move([id], { dryRun: true });
    await report(id, 'cooked');
    const reply = await send([id], { previewHash });
    expect(reply.statusCode).toBe(409);
    const { code, preview } = reply.json<{ code: string; preview: MoveDeliveriesReply }>();
    expect(code).toBe('preview_changed');
    expect(await idsOf(TUESDAY)).toEqual([id]);
    await move([id], { previewHash: preview.previewHash });
    expect(await idsOf(THURSDAY)).toEqual([id]);
  });
});

describe('two people at once', () => {
  test('move the same afternoon: no place is sold twice, and each customer is told once', async () => {
    for (let count = 0; count < 10; count += 1) await aDailyOrder([TUESDAY, FRIDAY]);
    await places(THURSDAY, NOON, 6);
    const ids = await idsOf(TUESDAY);
    const other = await aStaffClient(t);
    const replies = await Promise.all([
      send(ids),
      send(ids.toReversed(), {}, other),
      send(ids, {}, other),
    ]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await idsOf(THURSDAY)).toHaveLength(6);
    expect(await idsOf(TUESDAY)).toHaveLength(4);
    expect([await bookedAt(TUESDAY, NOON), await bookedAt(THURSDAY, NOON)]).toEqual([4, 6]);
    expect(await moved()).toHaveLength(6);
  });

  test('move it to different windows: it ends in one of them', async () => {
    await aDailyOrder([TUESDAY, FRIDAY]);
    const { id } = await onlyOne(TUESDAY);
    await Promise.all([
      send([id]),
      send([id], { date: WEDNESDAY }),
      send([id], { timeSlot: EVENING }),
    ]);
    const where = [...(await list(WEDNESDAY)), ...(await list(THURSDAY))];
    expect(where.map((delivery) => delivery.id)).toEqual([id]);
    expect((await moved()).filter(({ state }) => state === 'waiting')).toHaveLength(1);
  });
});
