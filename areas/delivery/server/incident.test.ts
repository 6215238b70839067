import { and, asc, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  ClosureReply,
  IncidentReply,
  IncidentSummary,
} from '#areas/delivery/calls/incidents.ts';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { settingsVersions } from '#areas/business/server/tables/settings-versions.ts';
import { incidentRows } from '#areas/order-book/server/tables/incidents.ts';
import { incidentWork, settleIncidents } from '#areas/delivery/server/work-incident.ts';
import { claimDue } from '#platform/server/queue/due-work.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anItem, anOpenCheckout, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

let t: TestApp;
let office: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  office = await aStaffClient(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.clearOrders();
  t.setNow('2026-01-07T02:00:00Z');
});
afterEach(() => checkInvariants(t.context.db));

const TUESDAY = day(0);
const WEDNESDAY = day(1);
const NOON = '11:00-13:00';
const EVENING = '16:00-18:00';
const PATH = '/api/admin/incidents';
/** Two in the afternoon of that Tuesday. */
const TWO = '2026-01-13T04:00:00Z';

/** This many orders of one dinner each, on Tuesday evening. */
async function sell(count: number) {
  const dinner = (await menuOf(t)).find(({ mealType }) => mealType === 'dinner')!;
  const sold = [];
  for (let nth = 0; nth < count; nth += 1) {
    const item = anItem(dinner, {
      mealDate: TUESDAY,
      deliveryDate: TUESDAY,
      mealType: 'dinner',
      deliveryWindow: EVENING,
    });
    sold.push(await aPaidOrder(t, { orderItems: [item] }));
  }
  return sold;
}

/** Wednesday noon has this many places, and no other window any. */
async function placesTomorrow(noon: number) {
  const values = [1, 2, 3].flatMap((after) =>
    ([NOON, EVENING] as const).map((window) => ({
      date: day(after),
      window,
      maxDeliveries: after === 1 && window === NOON ? noon : 5,
      isActive: after === 1 && window === NOON,
    })),
  );
  await t.context.db.insert(deliverySlots).values(values).onConflictDoNothing();
}

const ask = (body: object = {}, client = office) =>
  client.post('/api/admin/closures', {
    from: TUESDAY,
    until: TUESDAY,
    windows: [EVENING],
    cause: 'the storm',
    ...body,
  });

async function preview(body: object = {}): Promise<ClosureReply> {
  const reply = await ask({ ...body, dryRun: true });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<ClosureReply>();
}

/** As proposed, but for those rows that are named. */
async function start(body: object = {}): Promise<number> {
  const { previewHash } = await preview(body);
  const reply = await ask({ ...body, previewHash });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<ClosureReply>().incidentId!;
}

async function read(id: number): Promise<IncidentReply> {
  const reply = await office.get(`${PATH}/${id}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<IncidentReply>();
}

const work = () => settleIncidents(t.context);
const slotsOf = (date: string) =>
  t.context.db.select().from(deliverySlots).where(eq(deliverySlots.date, date));
const storedAt = () =>
  t.context.db
    .select({ date: deliveries.date, window: deliveries.window, status: deliveries.status })
    .from(deliveries)
    .orderBy(asc(deliveries.id));
const booked = async (date: string, window: typeof NOON | typeof EVENING) =>
  (
    await t.context.db
      .select()
      .from(deliverySlots)
      .where(and(eq(deliverySlots.date, date), eq(deliverySlots.window, window)))
  )[0]?.booked ?? 0;
const told = () =>
  t.context.db
    .select({ kind: messages.kind, orderId: messages.orderId })
    .from(messages)
    .where(
      and(inArray(messages.kind, ['delivery_moved', 'cancelled']), eq(messages.channel, 'email')),
    )
    .orderBy(messages.id);

describe('closing a window', () => {
  test('proposes the next window with a place for each; those without one are refunded', async () => {
    await sell(3);
    await placesTomorrow(2);
    t.setNow(TWO);
    expect(await preview()).toMatchObject({
      isDryRun: true,
      isClosed: false,
      incidentId: null,
      rows: [
        { choice: 'move', to: { date: WEDNESDAY, window: NOON }, ok: true, stop: 1 },
        { choice: 'move', to: { date: WEDNESDAY, window: NOON }, ok: true, stop: 2 },
        { choice: 'refund', to: null, ok: true, meals: 1 },
      ],
      places: [{ date: WEDNESDAY, window: NOON, free: 2, taken: 2 }],
      told: { emails: 3 },
      examples: [
        {
          kind: 'delivery_moved',
          subject: 'Your delivery moves to Wed 14 Jan',
          email: expect.stringContaining(
            'Because of the storm your Tue 13 Jan delivery is now Wed 14 Jan, 11am-1pm.',
          ),
        },
        { kind: 'cancelled' },
      ],
    });
    expect(await t.context.db.select().from(incidentRows)).toEqual([]);
    expect(await slotsOf(TUESDAY)).toMatchObject([{ isActive: true }]);
  });

  test('stops the sale and decides on everyone in one transaction, and says so of a second look', async () => {
    await sell(2);
    await placesTomorrow(2);
    t.setNow(TWO);
    await start({ booked: 'leave' });
    expect(await slotsOf(TUESDAY)).toMatchObject([{ isActive: false, booked: 2 }]);
    expect(await preview()).toMatchObject({ isClosed: true, rows: [{}, {}], incidentId: null });
  });

  test('that nobody has booked asks nothing, and is set and closed', async () => {
    expect(await preview()).toMatchObject({ isClosed: false, rows: [], told: { emails: 0 } });
    const reply = await ask();
    expect(reply.json()).toMatchObject({ incidentId: null, rows: [] });
    expect(await slotsOf(TUESDAY)).toMatchObject([{ window: EVENING, isActive: false }]);
  });

  test('that someone is paying for right now says so', async () => {
    await anOpenCheckout(t);
    expect(await preview({ windows: [NOON] })).toMatchObject({ paying: 1, rows: [] });
  });

  test('does what was chosen, row by row: place, state, money and one message together', async () => {
    const [first, second, third] = await sell(3);
    await placesTomorrow(5);
    t.setNow(TWO);
    const { rows } = await preview();
    const idOf = (number: string) => rows.find(({ orderNumber }) => orderNumber === number)!.id;
    const id = await start({
      rows: [
        { id: idOf(second!.orderNumber), choice: 'refund' },
        { id: idOf(third!.orderNumber), choice: 'leave' },
      ],
    });
    expect(await read(id)).toMatchObject({ counts: { waiting: 2, done: 0, failed: 0, left: 1 } });
    await work();
    const done = await read(id);
    expect(done).toMatchObject({
      isSettled: true,
      counts: { waiting: 0, done: 2, failed: 0, left: 1 },
    });
    const rowOf = (order: { orderNumber: string }) =>
      done.rows.find(({ orderNumber }) => orderNumber === order.orderNumber);
    expect([rowOf(first!), rowOf(second!), rowOf(third!)]).toMatchObject([
      { state: 'done', isTold: true, amount: null },
      { state: 'done', isTold: true, amount: expect.any(String) },
      { state: 'left', isTold: false },
    ]);
    expect(await storedAt()).toEqual([
      { date: WEDNESDAY, window: NOON, status: 'planned' },
      { date: TUESDAY, window: EVENING, status: 'cancelled' },
      { date: TUESDAY, window: EVENING, status: 'planned' },
    ]);
    expect([await booked(WEDNESDAY, NOON), await booked(TUESDAY, EVENING)]).toEqual([1, 1]);
    expect(await t.context.db.select().from(refunds)).toMatchObject([
      { orderId: second!.id, reason: 'Window closed: the storm' },
    ]);
    expect((await told()).toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { kind: 'cancelled', orderId: second!.id },
      { kind: 'delivery_moved', orderId: first!.id },
    ]);
  });

  test('names those that a driver has, and leaves them out', async () => {
    await sell(2);
    await placesTomorrow(5);
    t.setNow(TWO);
    const [one] = (await office.get(`/api/admin/deliveries?date=${TUESDAY}`)).json<
      DeliveryReply[]
    >();
    await office.post('/api/admin/deliveries/status', {
      confirm: CONFIRMED,
      deliveries: [{ id: one!.id }],
      status: 'out',
    });
    expect(await preview()).toMatchObject({
      rows: [{ choice: 'move' }],
      leftOut: [{ id: one!.id, status: 'out' }],
    });
  });

  test('is on the trail once as a whole, and once for each order', async () => {
    await sell(2);
    await placesTomorrow(5);
    t.setNow(TWO);
    await start();
    await work();
    const trail = await t.context.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(
        inArray(auditLog.action, [
          'run.close_window',
          'order.move_delivery',
          'run.move_deliveries',
        ]),
      )
      .orderBy(asc(auditLog.id));
    expect(trail.slice(-3).map(({ action }) => action)).toEqual([
      'run.close_window',
      'order.move_delivery',
      'order.move_delivery',
    ]);
  });

  test('is not started from a preview that is no longer true', async () => {
    await sell(1);
    await placesTomorrow(5);
    t.setNow(TWO);
    const { previewHash } = await preview();
    t.setNow('2026-01-07T02:00:00Z');
    await sell(1);
    t.setNow(TWO);
    const reply = await ask({ previewHash });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ code: 'preview_changed', preview: { rows: [{}, {}] } });
    expect(await t.context.db.select().from(incidentRows)).toEqual([]);
    expect(await slotsOf(TUESDAY)).toMatchObject([{ isActive: true }]);
  });

  test('throws no packed cold bag away, and has warm meals cooked again', async () => {
    const [cold, warm] = await sell(2);
    await t.context.db
      .update(orders)
      .set({ deliveryPreference: 'warm' })
      .where(eq(orders.id, warm!.id));
    await placesTomorrow(5);
    t.setNow(TWO);
    const list = (await office.get(`/api/admin/deliveries?date=${TUESDAY}`)).json<
      DeliveryReply[]
    >();
    await office.post('/api/admin/deliveries/status', {
      confirm: CONFIRMED,
      deliveries: list.map(({ id }) => ({ id })),
      status: 'packed',
    });
    const { rows } = await preview();
    const ofCold = rows.find(({ orderNumber }) => orderNumber === cold!.orderNumber);
    expect(ofCold).toMatchObject({ ok: true, isKept: true, cookedAgain: null });
    const ofWarm = rows.find(({ orderNumber }) => orderNumber === warm!.orderNumber);
    expect(ofWarm).toMatchObject({ ok: true, isKept: false, cookedAgain: 'warm' });
  });
});

describe('closing whole days', () => {
  const DAYS = { from: TUESDAY, until: WEDNESDAY, windows: [], reason: 'Burst pipe' };

  afterEach(async () => {
    await t.context.db.delete(settings).where(eq(settings.key, 'business'));
    await t.context.db.delete(settingsVersions);
    t.context.site.renew();
  });

  test('is a closure in the settings, and moves past all of them', async () => {
    await sell(1);
    t.setNow(TWO);
    expect(await preview(DAYS)).toMatchObject({
      isClosed: false,
      rows: [{ date: TUESDAY, to: { date: day(2), window: NOON }, ok: true }],
    });
    const id = await start(DAYS);
    const closure = { from: TUESDAY, until: WEDNESDAY, reason: 'Burst pipe' };
    expect((await t.context.site.current()).business.closures).toEqual([closure]);
    expect(await read(id)).toMatchObject({ date: TUESDAY, until: WEDNESDAY, windows: [] });
    await work();
    expect(await storedAt()).toEqual([{ date: day(2), window: NOON, status: 'planned' }]);
    expect(
      (await t.context.db.select().from(settingsVersions).orderBy(settingsVersions.version)).at(-1)
        ?.changedBy,
    ).toMatch(/@/);
    expect(await preview(DAYS)).toMatchObject({ isClosed: true, rows: [] });
  });

  test('until further notice finds no place, and refunds', async () => {
    await sell(1);
    t.setNow(TWO);
    const open = { ...DAYS, until: null };
    expect(await preview(open)).toMatchObject({ rows: [{ choice: 'refund' }], places: [] });
    await start(open);
    expect((await t.context.site.current()).business.closures).toMatchObject([{ until: null }]);
  });

  test('is of an evening where a time is named, and leaves noon alone', async () => {
    await sell(1);
    t.setNow('2026-01-12T02:00:00Z');
    const evening = { ...DAYS, until: TUESDAY, fromMinute: 15 * 60 };
    expect(await preview(evening)).toMatchObject({
      rows: [{ to: { date: WEDNESDAY, window: NOON } }],
    });
    expect(await preview({ ...evening, fromMinute: 19 * 60 })).toMatchObject({ rows: [] });
  });

  test('takes the place of what was closed of them before', async () => {
    await start({ ...DAYS, until: day(4), reason: 'Works' });
    await start({ ...DAYS, from: day(2), until: day(2), reason: 'Public holiday' });
    expect((await t.context.site.current()).business.closures).toEqual([
      { from: TUESDAY, until: WEDNESDAY, reason: 'Works' },
      { from: day(2), until: day(2), reason: 'Public holiday' },
      { from: day(3), until: day(4), reason: 'Works' },
    ]);
  });
});

test('who may not move or refund closes nothing that has to be', async () => {
  await sell(1);
  await placesTomorrow(5);
  t.setNow(TWO);
  const rights = ['editSlots', 'seeDeliveries'];
  const { token } = (
    await office.post('/api/admin/tokens', { name: 'Till', rights, days: 30 })
  ).json<{
    token: string;
  }>();
  const asked = { from: TUESDAY, until: TUESDAY, windows: [EVENING] };
  const ofToken = (body: object) =>
    t.app.inject({
      method: 'POST',
      url: '/api/admin/closures',
      headers: { authorization: `Bearer ${token}` },
      body: { ...asked, ...body },
    });
  expect((await ofToken({ dryRun: true })).json()).toMatchObject({ rows: [{ choice: 'move' }] });
  const replies = [await ofToken({}), await ofToken({ booked: 'refund' })];
  expect(replies.map((reply) => [reply.statusCode, reply.json<{ code: string }>().code])).toEqual([
    [403, 'not_allowed'],
    [403, 'not_allowed'],
  ]);
  expect(await slotsOf(TUESDAY)).toMatchObject([{ isActive: true }]);
  expect((await ofToken({ booked: 'leave' })).statusCode).toBe(200);
});

describe('a second person', () => {
  test('who closes the same window gets the incident that is there, with its progress', async () => {
    await sell(2);
    await placesTomorrow(5);
    t.setNow(TWO);
    const { previewHash } = await preview();
    const both = await Promise.all([ask({ previewHash }), ask({ previewHash })]);
    const replies = both.map((reply) => reply.json<ClosureReply>());
    expect(new Set(replies.map(({ incidentId }) => incidentId)).size).toBe(1);
    expect(replies.map(({ isJoined }) => isJoined).toSorted()).toEqual([false, true]);
    expect(await t.context.db.select().from(incidentRows)).toHaveLength(2);
    expect(await preview()).toMatchObject({
      rows: [],
      inProgress: 2,
      incidentId: replies[0]!.incidentId,
    });
    const open = (await office.get(PATH)).json<IncidentSummary[]>();
    expect(open).toMatchObject([{ counts: { waiting: 2 }, isSettled: false }]);
  });
});

describe('a kill in the middle', () => {
  test('of a row leaves it as it was; the claim ends, and the next start does it once', async () => {
    await sell(2);
    await placesTomorrow(5);
    t.setNow(TWO);
    const id = await start();
    // Claimed by a process that dies.
    await claimDue(t.context, incidentWork);
    await work();
    expect(await read(id)).toMatchObject({ isSettled: false, counts: { waiting: 1, done: 1 } });
    t.setNow('2026-01-13T04:01:00Z');
    await work();
    expect(await read(id)).toMatchObject({ isSettled: true, counts: { waiting: 0, done: 2 } });
    expect(await told()).toHaveLength(2);
    expect(await booked(WEDNESDAY, NOON)).toBe(2);
  });

  test('and two processes at once decide each row once', async () => {
    await sell(4);
    await placesTomorrow(5);
    t.setNow(TWO);
    const { rows } = await preview();
    await start({ rows: rows.slice(0, 2).map(({ id }) => ({ id, choice: 'refund' })) });
    const all = await t.context.db.select().from(incidentRows);
    // As if each had taken the other for dead.
    await Promise.all([...all, ...all].map((row) => incidentWork.tryRow(t.context, row)));
    await work();
    expect(await t.context.db.select().from(refunds)).toHaveLength(2);
    expect(await told()).toHaveLength(4);
    expect(await booked(WEDNESDAY, NOON)).toBe(2);
  });
});

describe('what fails', () => {
  /** The place that was promised is sold meanwhile. */
  async function aFailedRow() {
    await sell(2);
    await placesTomorrow(2);
    t.setNow(TWO);
    const id = await start();
    await t.context.db
      .update(deliverySlots)
      .set({ maxDeliveries: 1 })
      .where(and(eq(deliverySlots.date, WEDNESDAY), eq(deliverySlots.window, NOON)));
    await work();
    return read(id);
  }

  test('says why, stays on Today, and is attempted again with another choice', async () => {
    const { id, rows, counts } = await aFailedRow();
    expect(counts).toMatchObject({ done: 1, failed: 1 });
    const failed = rows.find(({ state }) => state === 'failed')!;
    expect(failed.message).toBe('No place left on Wed 14 Jan 2026, 11am-1pm.');
    expect((await office.get(PATH)).json<IncidentSummary[]>()).toMatchObject([{ id }]);
    const reply = await office.post(`${PATH}/${id}/retry`, {
      rows: [{ id: failed.deliveryId, choice: 'refund' }],
    });
    expect(reply.statusCode, reply.body).toBe(200);
    await work();
    expect(await read(id)).toMatchObject({ isSettled: true, counts: { done: 2, failed: 0 } });
    expect((await office.get(PATH)).json()).toEqual([]);
    expect(await t.context.db.select().from(refunds)).toHaveLength(1);
  });

  test('is settled by a person with a note', async () => {
    const { id } = await aFailedRow();
    const reply = await office.post(`${PATH}/${id}/settle`, { note: 'Spoke to them' });
    expect(reply.json()).toMatchObject({ isSettled: true, note: 'Spoke to them' });
    const again = await office.post(`${PATH}/${id}/settle`, { note: 'Spoke to them' });
    expect(again.statusCode).toBe(200);
    const second = await office.post(`${PATH}/${id}/settle`, { note: 'Left a message' });
    expect([second.statusCode, second.json()]).toMatchObject([
      409,
      {
        code: 'already_settled',
        message: expect.stringMatching(/^Noah Chef settled it at \S+\.$/),
      },
    ]);
    expect((await office.get(PATH)).json()).toEqual([]);
  });

  test('cannot be settled while rows wait for their turn', async () => {
    await sell(1);
    await placesTomorrow(2);
    t.setNow(TWO);
    const id = await start();
    const reply = await office.post(`${PATH}/${id}/settle`, { note: 'Enough' });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([409, 'still_running']);
  });

  test('because a driver took the bag meanwhile changes nothing of it', async () => {
    await sell(1);
    await placesTomorrow(2);
    t.setNow(TWO);
    const id = await start();
    const [row] = await t.context.db
      .select()
      .from(incidentRows)
      .where(eq(incidentRows.incidentId, id));
    await office.post('/api/admin/deliveries/status', {
      confirm: CONFIRMED,
      deliveries: [{ id: row!.deliveryId }],
      status: 'out',
    });
    await work();
    expect((await read(id)).rows).toMatchObject([{ state: 'failed', isTold: false }]);
    expect(await storedAt()).toMatchObject([{ date: TUESDAY, status: 'out' }]);
  });
});

test('the result is a file', async () => {
  await sell(1);
  await placesTomorrow(2);
  t.setNow(TWO);
  const id = await start();
  await work();
  const reply = await office.get(`${PATH}/${id}/result.csv`);
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(reply.body.split('\r\n')[1]).toMatch(/^RT-.*,move,2026-01-14 11am-1pm,done,,yes,$/);
});

test.each([
  ['rows', { rows: [{ id: 1, choice: 'move' }] }, 'Please send date and window for a move'],
  ['until', { from: day(1) }, 'Please choose a last day not before the first'],
  ['until', { until: null }, 'Please choose at most 31 days, or whole days'],
  ['reason', { windows: [] }, 'Please write what customers read'],
  ['fromMinute', { fromMinute: 900 }, 'only one whole day can have it'],
])('a wrong %s is named', async (_field, body, message) => {
  const reply = await ask({ ...body, dryRun: true });
  expect(reply.statusCode).toBe(400);
  expect(reply.body).toContain(message);
});

test('a day that is over is not closed', async () => {
  t.setNow('2026-01-14T02:00:00Z');
  const reply = await ask({ dryRun: true });
  expect([reply.statusCode, reply.json<{ fields: object }>().fields]).toEqual([
    400,
    { until: 'Tue 13 Jan 2026 is over' },
  ]);
});
