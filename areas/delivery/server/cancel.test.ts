import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import type { CancelReply } from '#areas/orders/calls/move-or-cancel.ts';
import type { SettingsReply } from '#areas/business/calls/settings.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { formatAmount, parseAmount, sumCents } from '#platform/rules/money.ts';
import { disputes, refunds } from '#areas/order-book/server/tables/payments.ts';
import { writeEmail } from '#areas/messages/server/write-email.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import {
  aPaidOrder,
  aStaffClient,
  refundsAtGateway,
  trackingTokenOf,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { atProvider } from '#quality/support/gateway-bench.ts';
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

/** Lunch and dinner for Mia on each of these days, delivered daily. */
async function aDailyOrder(days: readonly string[] = [TUESDAY, WEDNESDAY, day(2)]) {
  const menu = await menuOf(t);
  return aPaidOrder(t, {
    deliveryType: 'daily',
    orderItems: days.flatMap((date) =>
      (['lunch', 'dinner'] as const).map((mealType) =>
        anItem(
          menu.find((meal) => meal.mealType === mealType)!,
          {
            mealDate: date,
            deliveryDate: date,
            mealType,
          },
        ),
      ),
    ),
  });
}

async function idsOf(date: string): Promise<number[]> {
  const reply = await staffClient.get(`/api/admin/deliveries?date=${date}`);
  return reply.json<DeliveryReply[]>().map(({ id }) => id);
}
const send = (ids: readonly number[], extra: object = {}, client = staffClient) =>
  client.post('/api/admin/deliveries/refund', { ids, reason: 'Storm', ...extra });

async function refund(ids: readonly number[], extra: object = {}): Promise<CancelReply> {
  const reply = await send(ids, extra);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<CancelReply>();
}

/** What one day's meals and its fee cost. */
function dayCents({ orderItems }: AdminOrderReply, date: string): number {
  const meals = orderItems.filter(({ deliveryDate }) => deliveryDate === date);
  return sumCents(meals.map(({ price }) => parseAmount(price)!)) + defaultBusiness.dailyFeeCents;
}

const told = () =>
  t.context.db
    .select()
    .from(messages)
    .where(and(eq(messages.kind, 'cancelled'), eq(messages.channel, 'email')))
    .orderBy(messages.id);

test('a preview of many keeps no order locked while it waits for another', async () => {
  const { id: first } = await aDailyOrder();
  const { id: second } = await aDailyOrder();
  const ids = [
    ...(await staffClient.order(first)).deliveries,
    ...(await staffClient.order(second)).deliveries,
  ];
  const { db } = t.context;
  const lock = (id: number) =>
    db.select().from(orders).where(eq(orders.id, id)).for('update', { noWait: true });
  const preview = await db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, second)).for('update');
    const asked = refund(
      ids.map(({ id }) => id),
      { dryRun: true },
    );
    await vi.waitFor(async () => {
      const waiting = await db.execute(sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(waiting.rows).not.toEqual([]);
    });
    expect(await lock(first)).toMatchObject([{ id: first }]);
    return { asked };
  });
  expect((await preview.asked).results.map(({ id }) => id)).toEqual(ids.map(({ id }) => id));
});

test('its meals and its fee go back, nothing of it is cooked, and the order owes nothing', async () => {
  const { id: orderId, paymentIntentId } = await aDailyOrder();
  const before = await staffClient.order(orderId);
  const cents = dayCents(before, TUESDAY);
  const [id] = await idsOf(TUESDAY);
  const reply = await refund([id!]);
  expect(reply).toMatchObject({
    amount: formatAmount(cents),
    told: 1,
    results: [{ id, ok: true, status: 'cancelled', amount: formatAmount(cents) }],
  });
  expect((await refundsAtGateway(t, paymentIntentId)).map(({ amount }) => amount)).toEqual([cents]);
  expect(await staffClient.order(orderId)).toMatchObject({
    status: 'confirmed',
    total: formatAmount(parseAmount(before.total)! - cents),
    refundedTotal: formatAmount(cents),
    balance: '0.00',
    warning: null,
    deliveries: [{ status: 'cancelled', takesPlace: false }, {}, {}],
  });
  expect(await idsOf(TUESDAY)).toEqual([]);
  expect(await staffClient.dayToCook(TUESDAY)).toMatchObject({ meals: 0, deliveries: 0 });
  const slots = await t.context.db
    .select()
    .from(deliverySlots)
    .where(eq(deliverySlots.date, TUESDAY));
  expect(slots.map(({ booked }) => booked)).toEqual([0]);
  const [news, ...others] = await told();
  expect(others).toEqual([]);
  const email = await writeEmail(t.context, news!);
  expect(email?.subject).toBe('Your delivery on Tue 13 Jan is cancelled');
  expect(email?.text).toContain(`$${formatAmount(cents)} goes back`);
});

test('an email that shows the order leaves it out from then on', async () => {
  await aDailyOrder();
  const [id] = await idsOf(TUESDAY);
  await refund([id!]);
  const [confirmation] = await t.context.db
    .select()
    .from(messages)
    .where(eq(messages.kind, 'order_confirmation'));
  // As it is when staff send it again.
  const email = await writeEmail(t.context, confirmation!);
  expect(email?.text).toContain('Wed 14 Jan 2026, 11am-1pm');
  expect(email?.text).not.toContain('Tue 13 Jan');
});

test('none of it is a present, and its fee does not go back a second time', async () => {
  const { id: orderId } = await aDailyOrder();
  const [id] = await idsOf(TUESDAY);
  await refund([id!]);
  expect(await t.context.db.select().from(refunds)).toMatchObject([{ orderId, presents: [] }]);
  const { refundableFee } = await staffClient.order(orderId);
  expect(refundableFee).toBe(formatAmount(2 * defaultBusiness.dailyFeeCents));
});

test('with the last delivery of an order the rest of its money goes back, and the order is cancelled', async () => {
  const { id: orderId } = await aDailyOrder();
  const { total } = await staffClient.order(orderId);
  const ids = [...(await idsOf(TUESDAY)), ...(await idsOf(WEDNESDAY)), ...(await idsOf(day(2)))];
  const preview = await refund(ids, { dryRun: true });
  expect(preview).toMatchObject({ amount: total, told: 3 });
  expect((await refund(ids, { previewHash: preview.previewHash })).results).toEqual(
    preview.results,
  );
  expect(await staffClient.order(orderId)).toMatchObject({
    status: 'cancelled',
    refundedTotal: total,
    balance: '0.00',
  });
  expect(await told()).toHaveLength(3);
});

test('a meal that was refunded before does not go back again', async () => {
  const { id: orderId } = await aDailyOrder();
  const order = await staffClient.order(orderId);
  const [lunch] = order.orderItems;
  await staffClient.refund(orderId, {
    part: { items: [lunch!.id] },
    reason: 'Damaged',
  });
  const [id] = await idsOf(TUESDAY);
  const cents = dayCents(order, TUESDAY) - parseAmount(lunch!.price)!;
  expect(await refund([id!])).toMatchObject({ amount: formatAmount(cents) });
  expect(await staffClient.order(orderId)).toMatchObject({ balance: '0.00' });
});

test('six calls at once give each delivery back once', async () => {
  const { paymentIntentId } = await aDailyOrder();
  await aDailyOrder();
  const ids = await idsOf(TUESDAY);
  const other = await aStaffClient(t);
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, index) => send(ids, {}, index % 2 === 0 ? staffClient : other)),
  );
  const results = replies.flatMap((reply) => reply.json<CancelReply>().results);
  expect(results.filter(({ ok }) => ok)).toHaveLength(ids.length);
  expect(results.filter(({ code }) => code === 'already_refunded')).toHaveLength(5 * ids.length);
  expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
  expect(await told()).toHaveLength(ids.length);
});

test('a preview that is no longer true refunds nothing', async () => {
  await aDailyOrder();
  const [id] = await idsOf(TUESDAY);
  const { previewHash } = await refund([id!], { dryRun: true });
  await staffClient.post('/api/admin/deliveries/status', {
    confirm: CONFIRMED,
    deliveries: [{ id }],
    status: 'cooked',
  });
  const reply = await send([id!], { previewHash });
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({
    code: 'preview_changed',
    preview: { results: [{ id, ok: true }] },
  });
  expect(await idsOf(TUESDAY)).toEqual([id]);
});

test('a refund that fails leaves money to give back', async () => {
  const { id: orderId } = await aDailyOrder();
  const cents = dayCents(await staffClient.order(orderId), TUESDAY);
  await atProvider(t, 'refund-outcomes', { outcomes: 'failed' });
  await refund(await idsOf(TUESDAY));
  expect(await staffClient.order(orderId)).toMatchObject({ balance: formatAmount(-cents) });
});

test('food that was brought all the same stays delivered, the refund stays, and a person looks at it', async () => {
  const { id: orderId } = await aDailyOrder();
  const [id] = await idsOf(TUESDAY);
  await refund([id!]);
  t.setNow(`${TUESDAY}T02:00:00Z`);
  await staffClient.post('/api/admin/deliveries/status', {
    confirm: CONFIRMED,
    deliveries: [{ id }],
    status: 'delivered',
  });
  const reply = await staffClient.get(`/api/admin/deliveries?date=${TUESDAY}`);
  expect(reply.json()).toMatchObject([{ id, status: 'delivered', flag: 'after_cancel' }]);
  expect((await staffClient.order(orderId)).refunds).toHaveLength(1);
});

test('what is on the road or has arrived is left out by name', async () => {
  await aDailyOrder();
  t.setNow(`${TUESDAY}T02:00:00Z`);
  const [id] = await idsOf(TUESDAY);
  for (const status of ['out', 'delivered']) {
    await staffClient.post('/api/admin/deliveries/status', {
      confirm: CONFIRMED,
      deliveries: [{ id }],
      status,
    });
    expect((await refund([id!])).results).toMatchObject([{ id, ok: false, code: status }]);
  }
});

test('another delivery of the order may come in its place, and both stay what they are in an edit', async () => {
  const { id: orderId } = await aDailyOrder();
  const [gone] = await idsOf(TUESDAY);
  const [next] = await idsOf(WEDNESDAY);
  await refund([gone!]);
  const moved = await staffClient.post('/api/admin/deliveries/move', {
    ids: [next],
    date: TUESDAY,
    timeSlot: '11:00-13:00',
  });
  expect(moved.json()).toMatchObject({ results: [{ ok: true }] });
  const order = await staffClient.order(orderId);
  const { deliveryPreference: _, specialInstructions: __, ...customer } = order.customer;
  const edited = await staffClient.put(`/api/admin/orders/${orderId}`, {
    version: order.version,
    customer,
    orderItems: order.orderItems.map(
      ({ meal: _meal, price: _price, override: _o, ...item }) => item,
    ),
  });
  expect(edited.statusCode, edited.body).toBe(200);
  const after = await staffClient.order(orderId);
  expect(after.deliveries.map(({ id, status }) => [id, status])).toEqual(
    order.deliveries.map(({ id, status }) => [id, status]),
  );
  expect(await idsOf(TUESDAY)).toEqual([next]);
  await staffClient.delete(`/api/admin/orders/${orderId}`);
  const reopened = await staffClient.put(`/api/admin/orders/${orderId}/status`, {
    status: 'confirmed',
  });
  expect(reopened.statusCode, reopened.body).toBe(200);
  expect(await idsOf(TUESDAY)).toEqual([next]);
});

const cancelCall = (body: object, client = staffClient) => client.post('/api/admin/cancel', body);

async function cancelled(body: object): Promise<CancelReply> {
  const reply = await cancelCall(body);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<CancelReply>();
}

/** Lunch and dinner for Mia and Ben on three days, delivered daily. */
async function anOrderOfTwo() {
  const menu = await menuOf(t);
  return aPaidOrder(t, {
    deliveryType: 'daily',
    orderItems: [TUESDAY, WEDNESDAY, day(2)].flatMap((date) =>
      ['Mia', 'Ben'].flatMap((personName) =>
        (['lunch', 'dinner'] as const).map((mealType) =>
          anItem(
            menu.find((meal) => meal.mealType === mealType)!,
            { personName, mealDate: date, deliveryDate: date, mealType },
          ),
        ),
      ),
    ),
  });
}

describe('meals and people', () => {
  test('go from the kitchen’s list with their fees, in one refund and one message', async () => {
    const { id, paymentIntentId } = await anOrderOfTwo();
    const before = await staffClient.order(id);
    const ben = before.personIds['Ben']!;
    const bens = before.orderItems.filter(({ personName }) => personName === 'Ben');
    const cents =
      sumCents(bens.map(({ price }) => parseAmount(price)!)) + 3 * defaultBusiness.dailyFeeCents;
    const preview = await cancelled({ personIds: [ben], dryRun: true });
    expect(preview).toMatchObject({
      amount: formatAmount(cents),
      kept: '0.00',
      told: 1,
      results: [{ meals: 2, cooked: 0, status: 'planned' }, { meals: 2 }, { meals: 2 }],
    });
    expect((await staffClient.order(id)).version).toBe(before.version);
    await cancelled({ personIds: [ben], previewHash: preview.previewHash });
    expect(await staffClient.order(id)).toMatchObject({
      status: 'confirmed',
      total: formatAmount(parseAmount(before.total)! - cents),
      balance: '0.00',
      people: [{ name: 'Mia' }],
    });
    expect((await refundsAtGateway(t, paymentIntentId)).map(({ amount }) => amount)).toEqual([
      cents,
    ]);
    expect(await staffClient.dayToCook(TUESDAY)).toMatchObject({ meals: 2, deliveries: 1 });
    const [news, ...others] = await told();
    expect(others).toEqual([]);
    const email = await writeEmail(t.context, news!);
    expect(email?.subject).toBe(`Part of your order ${before.orderNumber} (6 meals) is cancelled`);
  });

  test('of a whole delivery cancel it, and of a whole order that', async () => {
    const { id } = await anOrderOfTwo();
    const { orderItems, total } = await staffClient.order(id);
    const idsOn = (date: string) =>
      orderItems.filter(({ deliveryDate }) => deliveryDate === date).map((item) => item.id);
    await cancelled({ itemIds: idsOn(TUESDAY) });
    expect((await staffClient.order(id)).deliveries).toMatchObject([
      { status: 'cancelled' },
      { status: 'planned' },
      { status: 'planned' },
    ]);
    await cancelled({ itemIds: [...idsOn(WEDNESDAY), ...idsOn(day(2))] });
    expect(await staffClient.order(id)).toMatchObject({
      status: 'cancelled',
      refundedTotal: total,
      balance: '0.00',
    });
  });

  test('one by one or all at once give back the same to the cent', async () => {
    const byMeal = await anOrderOfTwo();
    const { orderItems, total } = await staffClient.order(byMeal.id);
    for (const item of orderItems) await cancelled({ itemIds: [item.id] });
    const byPerson = await anOrderOfTwo();
    const { personIds } = await staffClient.order(byPerson.id);
    for (const id of Object.values(personIds)) await cancelled({ personIds: [id] });
    const whole = await anOrderOfTwo();
    await cancelled({ orderId: whole.id });
    for (const { id } of [byMeal, byPerson, whole])
      expect(await staffClient.order(id)).toMatchObject({
        status: 'cancelled',
        refundedTotal: total,
        balance: '0.00',
      });
  });

  test('that were paid back already are cancelled for nothing', async () => {
    const { id } = await anOrderOfTwo();
    const { orderItems } = await staffClient.order(id);
    const itemIds = orderItems
      .filter(({ personName }) => personName === 'Ben')
      .map((item) => item.id);
    // Their fees are part of that refund: nobody else shares them.
    await staffClient.refund(id, { part: { items: itemIds }, reason: 'Cold' });
    expect(await cancelled({ itemIds })).toMatchObject({ amount: '0.00' });
    expect(await staffClient.order(id)).toMatchObject({ balance: '0.00', owed: '0.00' });
  });
});

test('what the kitchen takes off never makes the rest dearer, whatever is changed later', async () => {
  const save = async (freeDeliveryFromMeals: number | null) => {
    const settings = (await staffClient.get('/api/admin/settings')).json<SettingsReply>();
    const saved = await staffClient.put('/api/admin/settings', {
      ...settings,
      freeDeliveryFromMeals,
    });
    expect(saved.statusCode, saved.body).toBe(200);
  };
  await save(12);
  const { id } = await anOrderOfTwo();
  await save(null);
  const { orderItems, total } = await staffClient.order(id);
  const [first, ...left] = orderItems;
  await cancelled({ itemIds: [first!.id] });
  expect(await staffClient.order(id)).toMatchObject({
    deliveryFee: '0.00',
    total: formatAmount(parseAmount(total)! - parseAmount(first!.price)!),
    gone: [{ by: 'kitchen', price: first!.price }],
  });
  const token = await trackingTokenOf(t, id);
  const quoted = (items: AdminOrderReply['orderItems']) =>
    t.app.inject({
      method: 'POST',
      url: `/api/orders/track/${token}/quote`,
      body: { orderItems: items.map(({ meal: _meal, override: _override, ...item }) => item) },
    });
  expect((await quoted(left)).json()).toMatchObject({ quote: { deliveryFee: '0.00' } });
  // What they take off themselves may.
  const bens = left.find(({ personName }) => personName === 'Ben');
  expect((await quoted(left.filter((item) => item !== bens))).json()).toMatchObject({
    quote: { deliveryFee: formatAmount(6 * defaultBusiness.dailyFeeCents) },
  });
});

describe('money that is kept', () => {
  test('stays in what the order costs, with its reason, and can still be refunded', async () => {
    const { id, paymentIntentId } = await anOrderOfTwo();
    const before = await staffClient.order(id);
    const [delivery] = await idsOf(TUESDAY);
    const cents = dayCents(before, TUESDAY) + defaultBusiness.dailyFeeCents;
    const body = { deliveryIds: [delivery], refund: 'none', reason: 'Cancelled too late' };
    expect(await cancelled(body)).toMatchObject({ amount: '0.00', kept: formatAmount(cents) });
    expect(await staffClient.order(id)).toMatchObject({
      total: before.total,
      balance: '0.00',
      kept: [{ id: 1, amount: formatAmount(cents), left: formatAmount(cents) }],
      deliveries: [{ status: 'cancelled' }, { status: 'planned' }, {}],
    });
    expect(await refundsAtGateway(t, paymentIntentId)).toEqual([]);
    await staffClient.refund(id, { part: { kept: 1 }, reason: 'After all' });
    expect(await staffClient.order(id)).toMatchObject({
      refundedTotal: formatAmount(cents),
      balance: '0.00',
      kept: [{ left: '0.00' }],
    });
  });

  test('is kept no more when the order is opened again', async () => {
    const { id } = await anOrderOfTwo();
    const { total } = await staffClient.order(id);
    await cancelled({ orderId: id, refund: 'none', reason: 'Too late' });
    expect(await staffClient.order(id)).toMatchObject({ kept: [{ amount: total }] });
    await staffClient.put(`/api/admin/orders/${id}/status`, { status: 'confirmed' });
    expect(await staffClient.order(id)).toMatchObject({ total, balance: '0.00', kept: [] });
  });

  test('needs a reason', async () => {
    const { id } = await anOrderOfTwo();
    const reply = await cancelCall({ orderId: id, refund: 'none', reason: ' ' });
    expect([reply.statusCode, reply.json()]).toMatchObject([
      400,
      { fields: { reason: 'Please say why the money is kept' } },
    ]);
  });
});

test('while a bank looks into its payment the food is cancelled, and its money waits', async () => {
  const { id, paymentIntentId } = await anOrderOfTwo();
  const order = await staffClient.order(id);
  const now = new Date(t.context.clock());
  await t.context.db.insert(disputes).values({
    id: 'dp_cancel',
    paymentIntentId,
    orderId: id,
    amountCents: 500,
    reason: 'fraudulent',
    status: 'needs_response',
    createdAt: now,
    updatedAt: now,
  });
  const [delivery] = await idsOf(TUESDAY);
  const cents = dayCents(order, TUESDAY) + defaultBusiness.dailyFeeCents;
  expect(await cancelled({ deliveryIds: [delivery] })).toMatchObject({ amount: '0.00' });
  expect(await staffClient.order(id)).toMatchObject({
    deliveries: [{ status: 'cancelled' }, {}, {}],
    balance: formatAmount(-cents),
    refunds: [],
  });
  await t.context.db.delete(disputes);
});

describe('what cannot be cancelled', () => {
  test('is refused by name, and nothing is half done', async () => {
    const { id } = await anOrderOfTwo();
    const other = await anOrderOfTwo();
    const { orderItems, personIds, version } = await staffClient.order(id);
    const theirs = (await staffClient.order(other.id)).orderItems[0]!;
    const refused = async (body: object) => {
      const reply = await cancelCall(body);
      return [reply.statusCode, reply.json<{ fields?: object; code?: string }>()];
    };
    expect(await refused({})).toMatchObject([400, { fields: { orderId: expect.any(String) } }]);
    expect(await refused({ orderId: id, itemIds: [1] })).toMatchObject([400, {}]);
    expect(await refused({ itemIds: [orderItems[0]!.id, theirs.id] })).toMatchObject([
      400,
      { fields: { itemIds: 'Please cancel one order at a time' } },
    ]);
    expect(await refused({ itemIds: [orderItems[0]!.id, 999_999] })).toMatchObject([
      400,
      { fields: { itemIds: 'There is no such meal any more' } },
    ]);
    expect(await refused({ personIds: [999_999] })).toMatchObject([
      400,
      { fields: { personIds: 'There is no such person any more' } },
    ]);
    expect(await refused({ orderId: 999_999 })).toMatchObject([404, {}]);
    t.setNow(`${TUESDAY}T02:00:00Z`);
    const { deliveries } = await staffClient.order(id);
    await staffClient.post('/api/admin/deliveries/status', {
      confirm: CONFIRMED,
      deliveries: [{ id: deliveries[0]!.id }],
      status: 'out',
    });
    const onTuesday = orderItems.find(({ deliveryDate }) => deliveryDate === TUESDAY)!;
    expect(await refused({ itemIds: [onTuesday.id] })).toMatchObject([409, { code: 'out' }]);
    expect(await refused({ orderId: id })).toMatchObject([409, { code: 'out' }]);
    expect(await staffClient.order(id)).toMatchObject({ refunds: [], status: 'confirmed' });
    expect((await staffClient.order(id)).version).toBe(version);
    // What Ben is still to get can be.
    expect((await cancelled({ personIds: [personIds['Ben']!] })).results).toMatchObject([
      { meals: 2 },
      { meals: 2 },
    ]);
  });
});
