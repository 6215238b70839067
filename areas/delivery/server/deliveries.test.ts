import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryChangesReply, DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import {
  deliveries as deliveryRows,
  driverNotices,
} from '#areas/order-book/server/tables/deliveries.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { sendMessages, sendTexts } from '#areas/messages/server/send-messages.ts';
import {
  aPaidOrder,
  aStaffClient,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, anOrder, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
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
/** Noon in the kitchen. */
const noonOf = (date: string) => t.setNow(`${date}T02:00:00Z`);
const inMinutes = (count: number) => new Date(t.context.clock() + count * 60_000).toISOString();

async function onTuesdayAndWednesday() {
  const menu = await menuOf(t);
  const places = [
    [TUESDAY, 'lunch'],
    [TUESDAY, 'dinner'],
    [WEDNESDAY, 'lunch'],
    [WEDNESDAY, 'dinner'],
    [WEDNESDAY, 'dinner'],
  ] as const;
  const order = await aPaidOrder(t, {
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
  noonOf(TUESDAY);
  return order;
}

async function list(query: Record<string, string> = {}): Promise<DeliveryReply[]> {
  const reply = await staffClient.get(
    `/api/admin/deliveries?${new URLSearchParams(query).toString()}`,
  );
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<DeliveryReply[]>();
}

const onlyOne = async (date: string) => (await list({ date }))[0]!;

async function report(
  deliveries: {
    id: number;
    version?: number;
    at?: string;
    key?: string;
    status?: string;
    reason?: string;
  }[],
  status: string,
  extra: { reason?: string; place?: string; notify?: boolean } = {},
): Promise<DeliveryChangesReply> {
  const reply = await staffClient.post('/api/admin/deliveries/status', {
    confirm: CONFIRMED,
    deliveries,
    status,
    ...extra,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<DeliveryChangesReply>();
}

async function undo(changeId: string): Promise<DeliveryChangesReply> {
  const reply = await staffClient.post('/api/admin/deliveries/undo', { changeId });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<DeliveryChangesReply>();
}

describe('a delivery’s life', () => {
  test('is told step by step, and its order follows at the end', async () => {
    const order = await onTuesdayAndWednesday();
    for (const status of ['cooked', 'packed', 'out', 'delivered']) {
      const { id } = await onlyOne(TUESDAY);
      const { results } = await report([{ id }], status, { place: 'Front door' });
      expect(results).toMatchObject([{ id, ok: true, status }]);
    }
    const delivered = await onlyOne(TUESDAY);
    expect(delivered).toMatchObject({ status: 'delivered', version: 5, stop: 1, bags: 1 });
    expect(delivered.events.map(({ status, by, place }) => ({ status, by, place }))).toEqual(
      ['cooked', 'packed', 'out', 'delivered'].map((status) => ({
        status,
        by: `${staffClient.staff.firstName} ${staffClient.staff.lastName}`,
        place: 'Front door',
      })),
    );
    expect(await staffClient.order(order.id)).toMatchObject({ status: 'confirmed' });
    noonOf(WEDNESDAY);
    const { id } = await onlyOne(WEDNESDAY);
    await report([{ id }], 'delivered');
    expect(await staffClient.order(order.id)).toMatchObject({ status: 'delivered', version: 2 });
  });

  test('nothing of a later day is delivered or missed', async () => {
    await onTuesdayAndWednesday();
    const { id } = await onlyOne(WEDNESDAY);
    for (const status of ['out', 'delivered', 'missed']) {
      const { results } = await report([{ id }], status, { reason: 'No one home' });
      expect(results).toMatchObject([{ ok: false, status: 'planned', code: 'not_yet' }]);
    }
    expect((await onlyOne(WEDNESDAY)).events).toEqual([]);
  });

  test('an order whose deliveries were all missed is not delivered', async () => {
    const order = await aPaidOrder(t);
    noonOf(TUESDAY);
    const { id } = await onlyOne(TUESDAY);
    expect((await report([{ id }], 'missed')).results).toMatchObject([{ code: 'reason_missing' }]);
    await report([{ id }], 'missed', { reason: 'Dog in the yard' });
    expect(await staffClient.order(order.id)).toMatchObject({ status: 'confirmed' });
    expect((await onlyOne(TUESDAY)).events).toMatchObject([{ reason: 'Dog in the yard' }]);
    await report([{ id }], 'delivered', { reason: 'They came home' });
    expect(await staffClient.order(order.id)).toMatchObject({ status: 'delivered' });
  });

  test('a version that is no longer true changes nothing', async () => {
    await aPaidOrder(t);
    noonOf(TUESDAY);
    const { id, version } = await onlyOne(TUESDAY);
    await report([{ id, version }], 'cooked');
    expect((await report([{ id, version }], 'packed')).results).toMatchObject([
      { ok: false, code: 'changed_meanwhile', status: 'cooked', version: version + 1 },
    ]);
  });

  test('an id that is none does not stop the others', async () => {
    await aPaidOrder(t);
    noonOf(TUESDAY);
    const { id } = await onlyOne(TUESDAY);
    expect((await report([{ id: 999_999 }, { id }], 'cooked')).results).toMatchObject([
      { ok: false, code: 'not_found' },
      { ok: true },
    ]);
  });
});

describe('reports that come late or twice', () => {
  test('count once for each key, and the key belongs to one report', async () => {
    await aPaidOrder(t);
    noonOf(TUESDAY);
    const { id } = await onlyOne(TUESDAY);
    const key = randomUUID();
    const sent = { id, key };
    await Promise.all(Array.from({ length: 8 }, () => report([sent], 'out')));
    const after = await onlyOne(TUESDAY);
    expect(after).toMatchObject({ status: 'out', version: 2 });
    expect(after.events).toHaveLength(1);
    expect((await report([sent], 'delivered')).results).toMatchObject([
      { ok: false, code: 'key_reused' },
    ]);
  });

  test('have the time of the door, but never one of the future', async () => {
    await aPaidOrder(t);
    noonOf(TUESDAY);
    const { id } = await onlyOne(TUESDAY);
    const at = inMinutes(-60);
    await report([{ id, at }], 'out');
    await report([{ id, at: inMinutes(180) }], 'delivered');
    const { events } = await onlyOne(TUESDAY);
    expect(events).toMatchObject([{ at }, { at: inMinutes(0), receivedAt: inMinutes(0) }]);
  });

  test('do not undo what happened later', async () => {
    await aPaidOrder(t);
    noonOf(TUESDAY);
    const { id } = await onlyOne(TUESDAY);
    await report([{ id, at: inMinutes(-10) }], 'out');
    const { results } = await report([{ id, at: inMinutes(-20) }], 'packed');
    expect(results).toMatchObject([{ ok: true, status: 'out' }]);
    expect((await onlyOne(TUESDAY)).events).toMatchObject([
      { status: 'out', isDecisive: true },
      { status: 'packed', isDecisive: false },
    ]);
  });

  test('food that was brought although its order was cancelled is delivered, and flagged', async () => {
    const order = await aPaidOrder(t);
    noonOf(TUESDAY);
    const { id } = await onlyOne(TUESDAY);
    await staffClient.delete(`/api/admin/orders/${order.id}`);
    expect(await list({ date: TUESDAY })).toEqual([]);
    await report([{ id }], 'delivered');
    expect(await onlyOne(TUESDAY)).toMatchObject({ status: 'delivered', flag: 'after_cancel' });
    expect(await staffClient.order(order.id)).toMatchObject({ status: 'cancelled' });
  });
  describe.each(['DELETE', 'PUT'] as const)(
    'an order cancelled by %s while its bag is out',
    (verb) => {
      async function calledBack() {
        const order = await aPaidOrder(t);
        noonOf(TUESDAY);
        const { id } = await onlyOne(TUESDAY);
        await report([{ id }], 'out');
        const path = `/api/admin/orders/${order.id}`;
        const reply =
          verb === 'DELETE'
            ? await staffClient.delete(path)
            : await staffClient.put(`${path}/status`, { status: 'cancelled' });
        expect(reply.statusCode, reply.body).toBe(200);
        return { id, order };
      }

      test('is on the road until its driver says more: a matter for the office, its money goes back', async () => {
        const { id, order } = await calledBack();
        const [known] = await list({ date: TUESDAY });
        expect(known).toMatchObject({ id, status: 'out', flag: 'after_cancel', flagSeenBy: null });
        const after = await staffClient.order(order.id);
        expect(after).toMatchObject({ status: 'cancelled', refundedTotal: after.paid });
        const notices = await t.context.db.select().from(driverNotices);
        expect(notices).toMatchObject([{ deliveryId: id, kind: 'cancelled' }]);
        const token = await trackingTokenOf(t, order.id);
        expect((await t.app.inject(`/api/orders/track/${token}`)).json()).toMatchObject({
          status: 'cancelled',
          deliveries: [{ status: 'cancelled', road: null }],
        });
      });

      test('is cancelled once its bag is back, and nobody has to look at it any more', async () => {
        const { id, order } = await calledBack();
        const { orderItems } = await staffClient.order(order.id);
        t.setNow(inMinutes(5));
        const { results } = await report([{ id }], 'packed');
        expect(results).toMatchObject([{ id, ok: true, status: 'cancelled' }]);
        const [row] = await t.context.db.select().from(deliveryRows).where(eq(deliveryRows.id, id));
        expect(row?.flagSeenBy).not.toBeNull();
        expect((await staffClient.order(order.id)).orderItems).toEqual(orderItems);
      });

      test('is looked at again when it is handed over all the same, and no message tells of it', async () => {
        const { id, order } = await calledBack();
        await report([{ id }], 'delivered');
        expect(await onlyOne(TUESDAY)).toMatchObject({
          status: 'delivered',
          flag: 'after_cancel',
          flagSeenBy: null,
        });
        expect(await staffClient.order(order.id)).toMatchObject({ status: 'cancelled' });
        const sent = await t.context.db
          .select()
          .from(messages)
          .where(eq(messages.orderId, order.id));
        expect(sent.map(({ kind }) => kind)).not.toContain('delivery_delivered');
      });

      test.each(['packed', 'delivered'] as const)(
        'is on the road, and a matter again, when “%s” is taken back',
        async (status) => {
          const { id } = await calledBack();
          t.setNow(inMinutes(5));
          const { changeId } = await report([{ id }], status);
          const reply = await staffClient.post('/api/admin/deliveries/undo', { changeId });
          expect(reply.json(), reply.body).toMatchObject({ results: [{ id, ok: true }] });
          expect(await onlyOne(TUESDAY)).toMatchObject({
            status: 'out',
            flag: 'after_cancel',
            flagSeenBy: null,
          });
        },
      );

      test('is cancelled, and its place free, when it turns out not to have been handed over', async () => {
        const order = await aPaidOrder(t);
        noonOf(TUESDAY);
        const { id } = await onlyOne(TUESDAY);
        await report([{ id }], 'delivered');
        await staffClient.put(`/api/admin/orders/${order.id}/status`, { status: 'cancelled' });
        t.setNow(inMinutes(5));
        await report([{ id }], 'missed', { reason: 'It was still in the van' });
        const [row] = await t.context.db.select().from(deliveryRows).where(eq(deliveryRows.id, id));
        expect(row).toMatchObject({ status: 'cancelled', takesPlace: false });
      });

      test('is brought after all when the order is opened again', async () => {
        const { id, order } = await calledBack();
        const reply = await staffClient.put(`/api/admin/orders/${order.id}/status`, {
          status: 'confirmed',
        });
        expect(reply.statusCode, reply.body).toBe(200);
        expect(await onlyOne(TUESDAY)).toMatchObject({ id, status: 'out', flag: null });
        expect((await staffClient.order(order.id)).deliveries).toMatchObject([
          { takesPlace: true },
        ]);
      });
    },
  );
});

describe('Undo', () => {
  test('takes back all that one tap changed, and the order with it', async () => {
    const orders = [await aPaidOrder(t), await aPaidOrder(t), await aPaidOrder(t)];
    noonOf(TUESDAY);
    const ids = (await list({ date: TUESDAY })).map(({ id }) => ({ id }));
    const { changeId } = await report(ids, 'delivered');
    for (const { id } of orders)
      expect(await staffClient.order(id)).toMatchObject({ status: 'delivered' });
    t.setNow(inMinutes(9 / 60));
    expect((await undo(changeId)).results).toMatchObject(
      ids.map(({ id }) => ({ id, ok: true, status: 'planned' })),
    );
    for (const { id } of orders)
      expect(await staffClient.order(id)).toMatchObject({ status: 'confirmed' });
    expect((await onlyOne(TUESDAY)).events).toMatchObject([{ isUndo: false }, { isUndo: true }]);
  });

  test('is too late after ten seconds, and gone once something else happened', async () => {
    await aPaidOrder(t);
    noonOf(TUESDAY);
    const { id } = await onlyOne(TUESDAY);
    const cooked = await report([{ id }], 'cooked');
    const packed = await report([{ id }], 'packed');
    expect((await undo(cooked.changeId)).results).toMatchObject([
      { ok: false, code: 'changed_meanwhile', status: 'packed' },
    ]);
    expect((await undo(packed.changeId)).results).toMatchObject([{ ok: true, status: 'cooked' }]);
    expect((await undo(packed.changeId)).results).toMatchObject([{ ok: false }]);
    t.advanceMinutes(1);
    expect((await undo(cooked.changeId)).results).toMatchObject([{ ok: false, code: 'too_late' }]);
  });

  test('belongs to the person who tapped', async () => {
    await aPaidOrder(t);
    noonOf(TUESDAY);
    const { id } = await onlyOne(TUESDAY);
    const { changeId } = await report([{ id }], 'cooked');
    const other = await aStaffClient(t);
    const reply = await other.post('/api/admin/deliveries/undo', { changeId });
    expect(reply.statusCode).toBe(404);
    expect(await onlyOne(TUESDAY)).toMatchObject({ status: 'cooked' });
  });
});

describe('an order set to delivered by hand', () => {
  test('has its later deliveries still cooked, packed and driven', async () => {
    const order = await onTuesdayAndWednesday();
    const reply = await staffClient.put(`/api/admin/orders/${order.id}/status`, {
      status: 'delivered',
    });
    expect(reply.json()).toMatchObject({
      status: 'delivered',
      deliveries: [{ status: 'delivered' }, { status: 'planned' }],
    });
    expect(await staffClient.dayToCook(WEDNESDAY)).toMatchObject({ deliveries: 1, meals: 3 });
    const labels = await staffClient.get(
      `/api/admin/labels?date=${WEDNESDAY}&kind=food&preview=true`,
    );
    expect(labels.statusCode, labels.body.slice(0, 200)).toBe(200);
    noonOf(WEDNESDAY);
    const { id } = await onlyOne(WEDNESDAY);
    await report([{ id }], 'out');
    expect(await staffClient.order(order.id)).toMatchObject({ status: 'delivered' });
  });
});

describe('the run', () => {
  const run = (date: string) =>
    staffClient.get(`/api/admin/deliveries/run?date=${date}&window=11:00-13:00`);
  const arrange = async (ids: number[], after: number, version: number) =>
    staffClient.post('/api/admin/deliveries/arrange', {
      date: TUESDAY,
      window: '11:00-13:00',
      ids,
      after,
      version,
    });
  const stops = async () => (await list({ date: TUESDAY })).map(({ id, stop }) => [stop, id]);

  test('has numbers from 1 without gaps, and moves by hand', async () => {
    for (let count = 0; count < 4; count += 1) await aPaidOrder(t);
    const before = await list({ date: TUESDAY });
    expect(before.map(({ stop }) => stop)).toEqual([1, 2, 3, 4]);
    const { version } = (await run(TUESDAY)).json<{ version: number }>();
    const [first, second, third, fourth] = before.map(({ id }) => id);
    const reply = await arrange([fourth!], 1, version);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await stops()).toEqual([
      [1, first],
      [2, fourth],
      [3, second],
      [4, third],
    ]);
    const stale = await arrange([third!], 0, version);
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ code: 'changed_meanwhile' });
  });

  test('two who drag at the same moment: one of them is told, and no number is there twice', async () => {
    for (let count = 0; count < 4; count += 1) await aPaidOrder(t);
    const before = await list({ date: TUESDAY });
    const { version } = (await run(TUESDAY)).json<{ version: number }>();
    const replies = await Promise.all([
      arrange([before[3]!.id], 0, version),
      arrange([before[0]!.id], 4, version),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
    expect((await list({ date: TUESDAY })).map(({ stop }) => stop)).toEqual([1, 2, 3, 4]);
  });

  test('a printed run keeps its numbers: a late order goes to the end, a cancelled one leaves a gap', async () => {
    const gone = await aPaidOrder(t);
    await aPaidOrder(t);
    await staffClient.get(`/api/admin/run-sheet?date=${TUESDAY}&format=csv`);
    const before = await list({ date: TUESDAY });
    await staffClient.delete(`/api/admin/orders/${gone.id}`);
    await aPaidOrder(t);
    const after = await list({ date: TUESDAY });
    const kept = before.find(({ orderId }) => orderId !== gone.id)!;
    expect(after.find(({ id }) => id === kept.id)?.stop).toBe(kept.stop);
    expect(after.map(({ stop }) => stop)).toEqual([kept.stop, 3]);
  });

  test('a late order says which stop it is near, until someone arranges the run', async () => {
    const { customer } = anOrder(await menuOf(t));
    const at = (address: string) => aPaidOrder(t, { customer: { ...customer, address } });
    await at('2 Redland Bay Road, Capalaba 4157');
    await at('12 Shore Street West, Cleveland 4163');
    await staffClient.get(`/api/admin/run-sheet?date=${TUESDAY}&format=csv`);
    const capalaba = (await list({ date: TUESDAY })).find(
      (one) => one.customer.suburb === 'Capalaba',
    );
    expect(capalaba?.stop).toBe(1);
    const late = await at('4 Redland Bay Road, Capalaba 4157');
    const added = async () =>
      (await list({ date: TUESDAY })).find(({ orderId }) => orderId === late.id)!;
    expect(await added()).toMatchObject({ stop: 3, nearStop: 1 });
    const labels = await staffClient.get(`/api/admin/labels?orderId=${late.id}&kind=delivery`);
    expect((await pdfPages(labels.rawPayload)).join(' ')).toContain('Near stop 1');
    const { version } = (await run(TUESDAY)).json<{ version: number }>();
    await arrange([(await added()).id], 1, version);
    expect(await added()).toMatchObject({ stop: 2, nearStop: null });
  });

  test('an order that comes before anything is printed takes its place in the run', async () => {
    await aPaidOrder(t);
    expect(await stops()).toHaveLength(1);
    await aPaidOrder(t);
    expect((await list({ date: TUESDAY })).map(({ stop }) => stop)).toEqual([1, 2]);
  });
});

test('the list finds by words of name, suburb and number, and those with food needs', async () => {
  const order = await aPaidOrder(t);
  const suburb = (await onlyOne(TUESDAY)).customer.suburb;
  expect(await list({ date: TUESDAY, q: `${suburb} ${order.orderNumber}` })).toHaveLength(1);
  expect(await list({ date: TUESDAY, q: 'nowhere' })).toEqual([]);
  expect(await list({ date: TUESDAY, suburb: 'Thorneside' })).toEqual([]);
  expect(await list({ date: TUESDAY, allergies: 'yes' })).toEqual([]);
  expect(await list({ date: TUESDAY, status: 'packed' })).toEqual([]);
  expect(JSON.stringify(await list({ date: TUESDAY }))).not.toMatch(/@|"price|"total/);
});

describe('the customer', () => {
  const written = async () =>
    (await t.context.db.select().from(messages).orderBy(messages.id))
      .filter(({ kind }) => kind.startsWith('delivery_'))
      .map(({ kind, channel, state }) => `${kind} ${channel} ${state}`);
  const send = async () => {
    await sendMessages(t.context);
    await sendTexts(t.context);
  };

  async function onTheRoad() {
    await aPaidOrder(t);
    await aPaidOrder(t);
    noonOf(TUESDAY);
    return list({ date: TUESDAY });
  }

  test('is told by email and text when it is on the way, with a time that counts the stops before', async () => {
    const found = await onTheRoad();
    await report(
      found.map(({ id }) => ({ id })),
      'out',
    );
    await send();
    expect(await written(), 'while Undo is possible').toEqual(
      Array.from({ length: 2 }, () => [
        'delivery_out email waiting',
        'delivery_out text waiting',
      ]).flat(),
    );
    t.advanceMinutes(0.2);
    await send();
    const rows = await t.context.db.select().from(messages).orderBy(messages.id);
    const texts = rows.filter(({ channel }) => channel === 'text');
    expect(texts.map(({ textMessage }) => textMessage?.body)).toEqual([
      expect.stringContaining('No stop before you. Expect us 11:45am-12:25pm'),
      expect.stringContaining('1 stop before you. Expect us 11:50am-12:30pm'),
    ]);
  });

  test('hears nothing of Tuesday when it is ended on Wednesday; asked for, that it was written down today', async () => {
    const [first, second] = await onTheRoad();
    const ids = [{ id: first!.id }, { id: second!.id }];
    await report(ids, 'out');
    t.advanceMinutes(1);
    await send();
    t.setNow(`${WEDNESDAY}T00:00:00Z`);
    await report([ids[0]!], 'delivered', { place: 'Front door' });
    await report([ids[1]!], 'delivered', { place: 'Front door', notify: true });
    t.advanceMinutes(1);
    await send();
    const rows = await t.context.db.select().from(messages).orderBy(messages.id);
    const told = rows.filter(({ kind }) => kind === 'delivery_delivered');
    expect(told.map(({ channel, state, lastError }) => [channel, state, lastError])).toEqual([
      ['email', 'withdrawn', 'It was on another day.'],
      ['text', 'withdrawn', 'It was on another day.'],
      ['email', 'kept', null],
      ['text', 'withdrawn', 'It is too late for a text: the email tells them.'],
    ]);
    const text = told[2]!.mail!.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'We wrote down today that your delivery of Tue 13 Jan was left at the front door.',
    );
    expect(text).not.toMatch(/\d[ap]m|refrigerate/);
    const events = (await list({ date: TUESDAY })).flatMap((delivery) => delivery.events);
    const ended = events.filter(({ status }) => status === 'delivered');
    expect(ended.map(({ at }) => at.slice(0, 10))).toEqual([TUESDAY, TUESDAY]);
  });

  test('hears nothing when twelve of yesterday are ended in one call, each in its way, unless asked', async () => {
    for (let nth = 0; nth < 12; nth += 1) await aPaidOrder(t);
    t.setNow(`${WEDNESDAY}T00:00:00Z`);
    const ids = (await list({ date: TUESDAY })).map(({ id, version }) => ({ id, version }));
    const ended = ids.map((one, nth) =>
      nth === 11 ? { ...one, status: 'missed', reason: 'No one home' } : one,
    );
    const { results } = await report(ended, 'delivered');
    expect(results.map(({ ok, status }) => `${ok} ${status}`)).toEqual([
      ...Array<string>(11).fill('true delivered'),
      'true missed',
    ]);
    t.advanceMinutes(1);
    await send();
    const told = (await t.context.db.select().from(messages)).filter(
      ({ kind, state }) => kind.startsWith('delivery_') && state !== 'withdrawn',
    );
    expect(told.map(({ kind }) => kind)).toEqual([]);
  });

  test('hears nothing of what was taken back in time', async () => {
    const [first] = await onTheRoad();
    const { changeId } = await report([{ id: first!.id }], 'delivered');
    await undo(changeId);
    t.advanceMinutes(1);
    await send();
    expect(await written()).toEqual([
      'delivery_delivered email withdrawn',
      'delivery_delivered text withdrawn',
    ]);
    await report([{ id: first!.id }], 'delivered', { place: 'Front door' });
    t.advanceMinutes(1);
    await send();
    expect(await written()).toEqual([
      'delivery_delivered email kept',
      'delivery_delivered text kept',
    ]);
  });

  test('who has read that it arrived is told when it has not', async () => {
    const [first] = await onTheRoad();
    await report([{ id: first!.id }], 'delivered');
    t.advanceMinutes(1);
    await send();
    await report([{ id: first!.id }], 'out', { reason: 'Wrong door' });
    expect(await written()).toContain('delivery_corrected email waiting');
  });

  test('is told once of two reports, and not at all when staff say so', async () => {
    const [first, second] = await onTheRoad();
    await report([{ id: first!.id }], 'delivered');
    await report([{ id: first!.id }], 'delivered');
    expect(await written()).toHaveLength(2);
    const reply = await staffClient.post('/api/admin/deliveries/status', {
      confirm: CONFIRMED,
      deliveries: [{ id: second!.id }],
      status: 'delivered',
      notify: false,
    });
    expect(reply.statusCode).toBe(200);
    expect(await written()).toHaveLength(2);
  });

  test('gets no mail by a machine for food that was brought although the order was cancelled', async () => {
    const [first] = await onTheRoad();
    await staffClient.delete(`/api/admin/orders/${first!.orderId}`);
    await report([{ id: first!.id }], 'delivered');
    expect(await written()).toEqual([]);
  });

  test('sees on the tracking page where it is, and never whose the other stops are', async () => {
    const [first, second] = await onTheRoad();
    await report([{ id: first!.id }, { id: second!.id }], 'out');
    const token = await trackingTokenOf(t, second!.orderId);
    const tracked = async () =>
      (await t.app.inject(`/api/orders/track/${token}`)).json<TrackedOrderReply>().deliveries[0];
    expect(await tracked()).toMatchObject({
      status: 'out',
      road: { stopsBefore: 1, from: inMinutes(-10), to: inMinutes(30), newsAt: inMinutes(0) },
    });
    t.advanceMinutes(10);
    await report([{ id: first!.id }], 'missed', { reason: 'Dog or locked gate' });
    expect(await tracked()).toMatchObject({ road: { stopsBefore: 0, newsAt: inMinutes(0) } });
    expect(JSON.stringify(await tracked())).not.toMatch(/Dog/);
    await report([{ id: second!.id }], 'delivered', { place: 'Front door' });
    expect(await tracked()).toMatchObject({
      status: 'delivered',
      road: null,
      news: { at: inMinutes(0), place: 'Front door', reason: '', photo: null },
    });
  });
});
