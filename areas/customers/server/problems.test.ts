import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { followFood } from '#areas/order-book/server/follow-food.ts';
import { packTicks } from '#areas/order-book/server/tables/packing.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffProblemReply } from '#areas/customers/calls/aftercare.ts';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { purgeProblemPhotos } from '#areas/customers/server/problem-queries.ts';
import { mealRatings, problemPhotos, problems } from '#areas/customers/server/tables/problems.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import {
  aPaidOrder,
  aStaffClient,
  refundsAtGateway,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

/** Tuesday, 12:40 in the kitchen. */
const AT_THE_DOOR = '2026-01-13T02:40:00Z';
const NOON = '11:00-13:00';

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

async function aDeliveredOrder() {
  const lunches = (await menuOf(t)).filter(({ mealType }) => mealType === 'lunch');
  const order = await aPaidOrder(t, {
    orderItems: [anItem(lunches[0]!), anItem(lunches[1]!, { personName: 'Ben' })],
  });
  const token = await trackingTokenOf(t, order.id);
  t.setNow(AT_THE_DOOR);
  await office.put(`/api/admin/orders/${order.id}/status`, { status: 'delivered' });
  const items = await t.context.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(orderItems.id);
  return { ...order, token, items, itemIds: items.map(({ id }) => id) };
}

const report = (token: string, body: object) =>
  t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/problems`, body });
const decide = (id: number, body: object, by = office) =>
  by.post(`/api/admin/problems/${id}/decide`, body);
const listOpen = async () =>
  (await office.get('/api/admin/problems')).json<{ problems: StaffProblemReply[] }>().problems;
const look = async (token: string) =>
  (await t.app.inject(`/api/orders/track/${token}/aftercare`)).json();
const emailsOf = (kind: 'problem_received' | 'problem_decided' | 'problem_alert') =>
  t.context.db.select().from(messages).where(eq(messages.kind, kind)).orderBy(messages.id);

async function aProblem(change: object = {}) {
  const order = await aDeliveredOrder();
  const reply = await report(order.token, {
    itemIds: [order.itemIds[0]],
    kind: 'missing',
    text: 'The bag had one box',
    ...change,
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return { ...order, problemId: reply.json<{ id: number }>().id };
}

describe('a problem', () => {
  test('is received, promised an answer within the hours of the settings, and listed for staff', async () => {
    const { token, orderNumber, problemId } = await aProblem();
    expect((await look(token)).problems).toMatchObject([
      { id: problemId, kind: 'missing', dueAt: '2026-01-14T02:40:00.000Z', decided: null },
    ]);
    expect(await listOpen()).toMatchObject([{ id: problemId, orderNumber, isUrgent: false }]);
    expect(await emailsOf('problem_received')).toHaveLength(1);
    expect(await emailsOf('problem_alert')).toEqual([]);
  });

  test('that tells of an allergy nobody knew is called about', async () => {
    await aProblem({ kind: 'other', text: 'Too spicy. Mia is allergic to kiwi' });
    const open = (await office.get('/api/admin/given-food')).json<object[]>();
    expect(open).toMatchObject([
      { kind: 'told', personName: 'Mia', why: 'Mia is allergic to kiwi' },
    ]);
  });

  test('sent twice, also at once, is one', async () => {
    const { token, itemIds } = await aDeliveredOrder();
    const body = { itemIds, kind: 'late', text: '' };
    const replies = await Promise.all([report(token, body), report(token, body)]);
    await report(token, body);
    expect(new Set(replies.map((reply) => reply.json().id)).size).toBe(1);
    expect(await t.context.db.select().from(problems)).toHaveLength(1);
  });

  test('of another order, or of meals that are not due yet, is refused', async () => {
    const one = await aDeliveredOrder();
    t.setNow('2026-01-07T02:00:00Z');
    const early = await aPaidOrder(t);
    const [item] = await t.context.db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, early.id));
    const earlyToken = await trackingTokenOf(t, early.id);
    for (const token of [one.token, earlyToken]) {
      const reply = await report(token, { itemIds: [item!.id], kind: 'missing', text: '' });
      expect(reply.statusCode).toBe(400);
      expect(Object.keys(reply.json().fields)).toEqual(['itemIds']);
    }
    expect(await t.context.db.select().from(problems)).toEqual([]);
  });

  test.each([
    ['no meals', { itemIds: [] }, 'itemIds'],
    ['a kind that there is not', { kind: 'boring' }, 'kind'],
    ['a novel', { text: 'x'.repeat(1001) }, 'text'],
    ['a photo that nobody uploaded', { photos: [crypto.randomUUID()] }, 'photos'],
  ])('with %s is refused', async (_, change, field) => {
    const { token, itemIds } = await aDeliveredOrder();
    const reply = await report(token, { itemIds, kind: 'missing', text: '', ...change });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual([field]);
    expect(await t.context.db.select().from(problems)).toEqual([]);
  });

  test.each([
    ['an allergen', { kind: 'allergy', text: '' }],
    ['unsafe food', { kind: 'unsafe', text: '' }],
    ['a reaction in its words', { kind: 'other', text: 'Her lips are swollen after two bites' }],
    ['an allergen in its words', { kind: 'wrong_meal', text: 'She is allergic to peanuts' }],
  ])('that speaks of %s is urgent: at the top, an alarm and an email at once', async (_, sent) => {
    const { itemIds, token } = await aProblem();
    t.advanceMinutes(30);
    await report(token, { itemIds, ...sent });
    const open = await listOpen();
    expect(open.map(({ isUrgent }) => isUrgent)).toEqual([true, false]);
    expect((await emailsOf('problem_alert')).length).toBeGreaterThan(0);
    const system = (await office.get('/api/admin/system')).json<{ alarms: { id: string }[] }>();
    expect(system.alarms.map(({ id }) => id)).toContain('problem_urgent');
    const [first] = await office.today();
    expect(first?.level).toBe('hurt');
    expect(await office.today('problem_urgent')).toHaveLength(1);
  });

  test('that nobody decided in time raises an alarm', async () => {
    await aProblem();
    const alarms = async () =>
      (await office.get('/api/admin/system'))
        .json<{ alarms: { id: string }[] }>()
        .alarms.map(({ id }) => id);
    expect(await alarms()).not.toContain('problem_late');
    t.advanceMinutes(24 * 60);
    expect(await alarms()).toContain('problem_late');
  });
});

describe('a photo', () => {
  const upload = (token: string, body: Buffer) =>
    t.app.inject({
      method: 'POST',
      url: `/api/orders/track/${token}/problem-photos`,
      headers: { 'content-type': 'image/jpeg' },
      body,
    });
  const aPicture = () =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
      .withExif({ IFD0: { Artist: 'Mia' } })
      .jpeg()
      .toBuffer();

  test('is kept without what the phone wrote into it, and only staff see it', async () => {
    const { token, itemIds } = await aDeliveredOrder();
    const { id: photo } = (await upload(token, await aPicture())).json();
    const { id } = (
      await report(token, { itemIds, kind: 'damaged', text: '', photos: [photo] })
    ).json();
    const url = `/api/admin/problems/${id}/photos/${photo}`;
    const shown = await office.get(url);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
    });
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();
    expect((await t.app.inject(url)).statusCode).toBe(401);
    expect((await office.get(`/api/admin/problems/${id + 1}/photos/${photo}`)).statusCode).toBe(
      404,
    );
  });

  test('that is none, or of another order, is refused', async () => {
    const { token, itemIds } = await aDeliveredOrder();
    const reply = await upload(token, Buffer.from('<svg onload="alert(1)"/>'));
    expect(reply.statusCode).toBe(400);
    t.setNow('2026-01-07T02:00:00Z');
    const other = await aDeliveredOrder();
    const { id: photo } = (await upload(other.token, await aPicture())).json();
    const foreign = await report(token, { itemIds, kind: 'damaged', text: '', photos: [photo] });
    expect(foreign.statusCode).toBe(400);
  });

  test('is deleted: unsent after a day, sent after ninety', async () => {
    const { token, itemIds } = await aDeliveredOrder();
    const { id: photo } = (await upload(token, await aPicture())).json();
    await report(token, { itemIds, kind: 'damaged', text: '', photos: [photo] });
    await upload(token, await aPicture());
    t.advanceMinutes(25 * 60);
    await purgeProblemPhotos(t.context);
    expect(await t.context.db.select({ id: problemPhotos.id }).from(problemPhotos)).toEqual([
      { id: photo },
    ]);
    t.advanceMinutes(90 * 24 * 60);
    await purgeProblemPhotos(t.context);
    expect(await t.context.db.select().from(problemPhotos)).toEqual([]);
  });
});

describe('a decision', () => {
  test('refunds the meal: once at the card provider, in the email, on the page and in the trail', async () => {
    const { token, id, problemId, items, itemIds, paymentIntentId } = await aProblem();
    const reply = await decide(problemId, { decision: 'refund', itemIds: [itemIds[0]] });
    expect(reply.statusCode, reply.body).toBe(200);
    const priceCents = items[0]!.priceCents;
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
    const [refund] = await t.context.db.select().from(refunds);
    expect(refund).toMatchObject({ itemIds: [itemIds[0]] });
    expect(refund!.amountCents).toBeGreaterThanOrEqual(priceCents);
    expect((await look(token)).problems).toMatchObject([
      { decided: { decision: 'refund', refund: (refund!.amountCents / 100).toFixed(2) } },
    ]);
    expect(await emailsOf('problem_decided')).toMatchObject([{ orderId: id }]);
    expect(
      await t.context.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.action, 'order.decide_problem'), eq(auditLog.entityId, String(id)))),
    ).toMatchObject([{ staffEmail: office.staff.email, entityId: String(id) }]);
    expect(await listOpen()).toEqual([]);
  });

  test('by two members of staff at once is one, and the other is told who decided', async () => {
    const other = await aStaffClient(t, { role: 'phone' });
    const { problemId, itemIds, paymentIntentId } = await aProblem();
    const replies = await Promise.all([
      decide(problemId, { decision: 'refund', itemIds: [itemIds[0]] }),
      decide(problemId, { decision: 'answer', answer: 'Sorry' }, other),
      decide(problemId, { decision: 'answer', answer: 'Sorry again' }, other),
    ]);
    const codes = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, 409, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({
      code: 'already_decided',
      message: expect.stringMatching(/^Noah Chef settled it at \S+\.$/),
    });
    expect((await refundsAtGateway(t, paymentIntentId)).length).toBeLessThanOrEqual(1);
    expect(await emailsOf('problem_decided')).toHaveLength(1);
  });

  test('that is clicked twice is the same', async () => {
    const { problemId, itemIds, paymentIntentId } = await aProblem();
    const body = { decision: 'refund', itemIds: [itemIds[0]] };
    const replies = await Promise.all([decide(problemId, body), decide(problemId, body)]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
  });

  test('to refund what was refunded already is refused, and nothing is decided', async () => {
    const { id, problemId, itemIds } = await aProblem();
    await office.refund(id, {
      part: { items: [itemIds[0]] },
      reason: 'By phone',
    });
    const already = await t.context.db.select().from(refunds);
    expect(already).toHaveLength(1);
    const reply = await decide(problemId, { decision: 'refund', itemIds: [itemIds[0]] });
    expect(reply.json()).toMatchObject({ code: 'already_refunded' });
    expect(await listOpen()).toHaveLength(1);
    expect(await emailsOf('problem_decided')).toEqual([]);
  });

  test('brings the meal again: a place is taken, nothing is charged, and the order is open again', async () => {
    const { id, token, problemId, itemIds, items } = await aProblem();
    const [before] = await t.context.db.select().from(orders).where(eq(orders.id, id));
    const { windows } = (await office.get(`/api/admin/problems/${problemId}/windows`)).json();
    expect(windows[0]).toEqual({ date: day(1), window: NOON });
    const body = { decision: 'new_delivery', itemIds: [itemIds[0]], ...windows[0] };
    const reply = await decide(problemId, body);
    expect(reply.statusCode, reply.body).toBe(200);
    const made = (await office.get(`/api/admin/deliveries?date=${day(1)}`)).json<DeliveryReply[]>();
    expect(made).toMatchObject([{ orderId: id, status: 'planned', timeSlot: NOON }]);
    const free = await t.context.db
      .select()
      .from(orderItems)
      .where(and(eq(orderItems.orderId, id), eq(orderItems.priceCents, 0)));
    expect(free).toMatchObject([{ mealId: items[0]!.mealId, mealDate: day(1) }]);
    const [after] = await t.context.db.select().from(orders).where(eq(orders.id, id));
    expect(after).toMatchObject({
      totalCents: before!.totalCents,
      deliveryFeeCents: before!.deliveryFeeCents,
      deliveryType: before!.deliveryType,
      status: 'confirmed',
    });
    expect((await look(token)).problems).toMatchObject([
      { decided: { decision: 'new_delivery', date: day(1), window: NOON } },
    ]);
    // An edit later does not charge for it either.
    await office.put(`/api/admin/orders/${id}`, {
      version: after!.version,
      specialInstructions: 'Gate',
    });
    const [edited] = await t.context.db.select().from(orders).where(eq(orders.id, id));
    expect(edited?.totalCents).toBe(before!.totalCents);
  });

  test('of a short bag stays on Today until the meal is brought again', async () => {
    const { id, problemId, itemIds } = await aProblem();
    const [item] = await t.context.db
      .select()
      .from(orderItems)
      .where(eq(orderItems.id, itemIds[0]!));
    const follow = () =>
      t.context.db.transaction((tx) => followFood(tx, t.context, [id], { facts: defaultBusiness }));
    await t.context.db.insert(packTicks).values({
      deliveryId: item!.deliveryId,
      itemId: item!.id,
      mealId: item!.mealId,
      personId: item!.personId,
      state: 'missing',
      reason: 'damaged',
      key: randomUUID(),
      at: new Date(t.context.clock()),
      staffId: office.staff.id,
      staffName: 'Ana',
    });
    await follow();
    expect(await office.today('short')).toHaveLength(1);
    const { windows } = (await office.get(`/api/admin/problems/${problemId}/windows`)).json();
    const body = { decision: 'new_delivery', itemIds: [itemIds[0]], ...windows[0] };
    expect((await decide(problemId, body)).statusCode).toBe(200);
    expect(await office.today('short')).toEqual([]);
    await follow();
    expect(await office.today('short')).toEqual([]);
  });

  test('to bring it again takes the last place of a window only once', async () => {
    const one = await aProblem();
    t.setNow('2026-01-07T02:00:00Z');
    const two = await aProblem();
    await t.context.db
      .insert(deliverySlots)
      .values({ date: day(1), window: NOON, maxDeliveries: 1 })
      .onConflictDoUpdate({
        target: [deliverySlots.date, deliverySlots.window],
        set: { maxDeliveries: 1 },
      });
    const replies = await Promise.all(
      [one, two].map(({ problemId, itemIds }) =>
        decide(problemId, {
          decision: 'new_delivery',
          itemIds: [itemIds[0]],
          date: day(1),
          window: NOON,
        }),
      ),
    );
    const codes = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, 409]);
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'slot_full',
    });
    expect(
      await t.context.db
        .select()
        .from(deliveries)
        .where(eq(deliveries.date, day(1))),
    ).toHaveLength(1);
    expect(await listOpen()).toHaveLength(1);
  });

  test.each([
    ['on the day it was delivered', { date: day(0), window: '16:00-18:00' }],
    ['in the past', { date: '2026-01-12', window: NOON }],
    ['in a month', { date: '2026-02-13', window: NOON }],
  ])('to bring it again %s is refused', async (_, slot) => {
    const { problemId, itemIds } = await aProblem();
    const reply = await decide(problemId, {
      decision: 'new_delivery',
      itemIds: [itemIds[0]],
      ...slot,
    });
    expect(reply.statusCode).toBe(400);
    expect(Object.keys(reply.json().fields)).toEqual(['window']);
    expect(await listOpen()).toHaveLength(1);
  });

  test('answers: the customer reads it in the email and on the page', async () => {
    const { token, problemId } = await aProblem();
    expect((await decide(problemId, { decision: 'answer', answer: '  ' })).statusCode).toBe(400);
    await decide(problemId, { decision: 'answer', answer: 'The second box is in your freezer.' });
    expect((await look(token)).problems).toMatchObject([
      { decided: { decision: 'answer', answer: 'The second box is in your freezer.' } },
    ]);
  });

  test('is not for those who only cook or drive', async () => {
    const { problemId } = await aProblem();
    for (const role of ['kitchen', 'packer', 'driver'] as const) {
      const member = await aStaffClient(t, { role });
      expect((await member.get('/api/admin/problems')).statusCode).toBe(403);
      const reply = await decide(problemId, { decision: 'answer', answer: 'No' }, member);
      expect(reply.statusCode).toBe(403);
    }
  });
});

describe('erasing the customer', () => {
  const erase = () => office.post('/api/admin/customers/erase', { email: 'mia@example.com' });

  test('waits for an open problem, and then takes words and photos but not the decision', async () => {
    const { token, problemId, items } = await aProblem({ text: 'Mia here: it leaked' });
    await t.app.inject({
      method: 'POST',
      url: `/api/orders/track/${token}/ratings`,
      body: { ratings: [{ mealId: items[0]!.mealId, stars: 2, comment: 'Mia says no' }] },
    });
    expect((await erase()).statusCode).toBe(409);
    await decide(problemId, { decision: 'answer', answer: 'Dear Mia' });
    const erased = await erase();
    expect(erased.statusCode, erased.body).toBe(200);
    expect(await t.context.db.select().from(problems)).toMatchObject([
      { kind: 'missing', text: 'erased', answer: 'erased', decision: 'answer' },
    ]);
    expect(await t.context.db.select().from(mealRatings)).toMatchObject([
      { stars: 2, comment: '' },
    ]);
    expect(await t.context.db.select().from(problemPhotos)).toEqual([]);
  });
});
