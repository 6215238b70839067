/** The money of an order comes out the same whichever verb comes first: through the API, to the cent. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { PreparedItem } from '#areas/order-book/rules/prepared-order.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { disputes, ledgerEntries } from '#areas/order-book/server/tables/payments.ts';
import { syncDisputes, syncRefunds } from '#areas/order-book/server/sync-refunds.ts';
import { migrationsFolder } from '#platform/server/db/migrate.ts';
import { formatAmount, parseAmount, sumCents } from '#platform/rules/money.ts';
import {
  aPaidOrder,
  aStaffClient,
  refundsAtGateway,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { atProvider } from '#quality/support/gateway-bench.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staff: StaffClient;
/** A daily order: a lunch a day for one person, on six of the days for another as well. */
let items: PreparedItem[];

beforeAll(async () => {
  t = await startTestApp();
  staff = await aStaffClient(t);
  const lunches = (await menuOf(t)).filter((meal) => meal.mealType === 'lunch');
  const on = (index: number, personName: string) =>
    anItem(lunches[index % lunches.length]!, {
      personName,
      deliveryDate: day(index),
      mealDate: day(index),
    });
  const week = (person: string, last: number) =>
    Array.from({ length: last }, (_, index) => on(index, person));
  items = [...week('Mia', 7), ...week('Ben', 6)];
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});
afterEach(() => checkInvariants(t.context.db));

async function anOrder() {
  const paid = await aPaidOrder(t, { orderItems: items, deliveryType: 'daily' });
  return { ...paid, token: await trackingTokenOf(t, paid.id), order: await staff.order(paid.id) };
}
const centsOf = (text: string) => parseAmount(text) ?? 0;
const change = (token: string, what: 'quote' | 'change', orderItems: PreparedItem[]) =>
  t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/${what}`, body: { orderItems } });
const refund = (id: number, body: object) => staff.refund(id, { reason: 'Late', ...body });
const amountsOf = ({ refunds }: AdminOrderReply) => refunds.map(({ amount }) => amount);

async function inBulk(verb: 'move' | 'refund', asked: object) {
  const url = `/api/admin/deliveries/${verb}`;
  const preview = await staff.post(url, { ...asked, dryRun: true });
  const { previewHash } = preview.json<{ previewHash: string }>();
  return staff.post(url, { ...asked, previewHash });
}

const cancelDelivery = ({ deliveries }: AdminOrderReply, index: number) =>
  inBulk('refund', { ids: [deliveries[index]!.id], reason: 'Van broke down', notify: false });

function liveItems({ orderItems }: AdminOrderReply) {
  return orderItems.map(
    ({ id, mealId, mealType, mealDate, deliveryDate, deliveryWindow, price, personName }) => ({
      id,
      mealId,
      mealType,
      mealDate,
      deliveryDate,
      deliveryWindow,
      price,
      personName,
    }),
  );
}

describe('an order of which one delivery is cancelled', () => {
  const put = (id: number, order: AdminOrderReply, orderItems: object[]) =>
    staff.put(`/api/admin/orders/${id}`, { customer: order.customer, orderItems });

  test('has the meals that are brought, costs what they do, and shows the others struck out', async () => {
    const { id, order: before } = await anOrder();
    await cancelDelivery(before, 0);
    const after = await staff.order(id);
    const gone = before.orderItems.filter(
      (item) => item.deliveryDate === before.deliveries[0]!.date,
    );
    expect(after.orderItems).toEqual(before.orderItems.filter((item) => !gone.includes(item)));
    expect(centsOf(after.subtotal)).toBe(
      after.orderItems.reduce((sum, { price }) => sum + centsOf(price), 0),
    );
    expect(after.deliveries[0]!.struckOut?.map(({ id: item }) => item)).toEqual(
      gone.map(({ id: item }) => item),
    );
    expect(after.deliveries.slice(1).some(({ struckOut }) => struckOut)).toBe(false);
  });

  test('is saved as it is without touching what is cancelled; a cancelled meal is refused by its field', async () => {
    const { id, order: before, token } = await anOrder();
    await cancelDelivery(before, 0);
    const seen = await staff.order(id);
    const saved = await put(id, seen, liveItems(seen));
    expect(saved.statusCode, saved.body).toBe(200);
    const { deliveries, gone, total } = await staff.order(id);
    expect({ deliveries, gone, total }).toEqual({
      deliveries: seen.deliveries,
      gone: [],
      total: seen.total,
    });
    const sent = [...liveItems(seen), liveItems(before)[0]!];
    const field = `orderItems.${sent.length - 1}.id`;
    const refused = await put(id, seen, sent);
    const fields = { [field]: 'This meal is cancelled. Add it as a new one.' };
    expect([refused.statusCode, refused.json().fields]).toEqual([400, fields]);
    const theirs = await t.app.inject({
      method: 'POST',
      url: `/api/orders/track/${token}/quote`,
      body: { orderItems: sent },
    });
    expect([theirs.statusCode, theirs.json().fields]).toEqual([400, fields]);
  });

  test('shows what it had when all of it is cancelled later', async () => {
    const { id, order: before } = await anOrder();
    await cancelDelivery(before, 0);
    const seen = await staff.order(id);
    t.setNow(new Date(Date.parse(AN_ORDINARY_WEDNESDAY) + 60_000).toISOString());
    await staff.delete(`/api/admin/orders/${id}`);
    const { orderItems, subtotal, deliveryFee, total } = await staff.order(id);
    expect(orderItems).toEqual(seen.orderItems);
    expect({ subtotal, deliveryFee, total }).toEqual({
      subtotal: seen.subtotal,
      deliveryFee: seen.deliveryFee,
      total: seen.total,
    });
  });
});

test('what was cancelled by itself stays struck out when an order is cancelled of which all else had arrived', async () => {
  const { id, order: before } = await anOrder();
  await cancelDelivery(before, 0);
  const arrived = before.deliveries.slice(1).map(({ id: deliveryId }) => deliveryId);
  t.setNow('2026-01-20T02:00:00Z');
  const reported = await staff.post('/api/admin/deliveries/status', {
    deliveries: arrived.map((deliveryId) => ({ id: deliveryId })),
    status: 'delivered',
  });
  expect(reported.statusCode, reported.body).toBe(200);
  const seen = await staff.order(id);
  const reply = await staff.put(`/api/admin/orders/${id}/status`, { status: 'cancelled' });
  expect(reply.statusCode, reply.body).toBe(200);
  const after = await staff.order(id);
  expect(after.orderItems).toEqual(seen.orderItems);
  expect(after.deliveries.map(({ struckOut }) => struckOut !== undefined)).toEqual(
    before.deliveries.map((_, index) => index === 0),
  );
});

test('a present is not taken back by what the customer takes off afterwards, nor by cancelling the rest', async () => {
  const { id, token, order } = await anOrder();
  await refund(id, { amount: '10.00' });
  const reply = await change(token, 'change', items.slice(0, -1));
  expect(reply.statusCode, reply.body).toBe(200);
  const [, second] = amountsOf(await staff.order(id));
  expect(centsOf(second!)).toBe(centsOf(items.at(-1)!.price!) + defaultBusiness.dailyFeeCents);
  await staff.delete(`/api/admin/orders/${id}`);
  expect(await staff.order(id)).toMatchObject({ refundedTotal: order.paid, balance: '0.00' });
});

test('a delivery whose meal was paid back with its fee is cancelled without any money', async () => {
  const { id, order } = await anOrder();
  const part = { items: [order.orderItems.find((item) => item.deliveryDate === day(6))!.id] };
  expect((await refund(id, { part })).statusCode).toBe(200);
  const cancelled = await cancelDelivery(order, order.deliveries.length - 1);
  const nothing = { amount: '0.00', results: [{ ok: true }] };
  expect(cancelled.json(), cancelled.body).toMatchObject(nothing);
  expect(await staff.order(id)).toMatchObject({ balance: '0.00', owed: '0.00' });
});

test('moving a delivery to the day of another leaves each delivery fee as it was sold, until it is cancelled', async () => {
  const { id, order } = await anOrder();
  const [, second, third] = order.deliveries;
  const { date, timeSlot } = second!;
  await inBulk('move', { ids: [third!.id], date, timeSlot, notify: false });
  const moved = await staff.order(id);
  expect(moved.deliveries).toHaveLength(order.deliveries.length - 1);
  expect(moved).toMatchObject({ total: order.total, balance: '0.00', owed: '0.00' });
  const index = moved.deliveries.findIndex((delivery) => delivery.date === date);
  const theirs = moved.orderItems.filter((item) => item.deliveryDate === date);
  const cents = sumCents(theirs.map(({ price }) => centsOf(price)));
  const cancelled = (await cancelDelivery(moved, index)).json<{ amount: string }>();
  expect(theirs).toHaveLength(4);
  expect(centsOf(cancelled.amount)).toBe(cents + 4 * defaultBusiness.dailyFeeCents);
});

test('what the release before gave beyond the cost is a present, also when it failed and was settled another way', async () => {
  const { id, paymentIntentId } = await anOrder();
  for (const amount of ['10.00', '7.50']) await refund(id, { amount });
  const [failing] = await refundsAtGateway(t, paymentIntentId);
  await atProvider(t, `refunds/${failing?.id}`, { status: 'failed' });
  await syncRefunds(t.context, paymentIntentId);
  const [failed] = (await staff.order(id)).refunds.filter(({ state }) => state === 'failed');
  const open = await staff.order(id);
  await t.context.db.execute(sql`update refunds set presents = '[]'`);
  const file = path.join(migrationsFolder, '0003_second_release.sql');
  const statements = readFileSync(file, 'utf8').split('--> statement-breakpoint');
  await t.context.db.execute(sql.raw(statements.find((one) => one.includes('presents = listed'))!));
  expect(await staff.order(id)).toEqual(open);
  await staff.post(`/api/admin/payments/refunds/${failed?.id}/handled`, { note: 'Bank transfer' });
  expect(await staff.order(id)).toMatchObject({ balance: '0.00', owed: '0.00', warning: null });
});

test('cancelling sends nothing to the card that a failed refund, settled by bank transfer, gave back already', async () => {
  const { id, order, paymentIntentId } = await anOrder();
  await refund(id, { amount: '10.00' });
  const [failing] = await refundsAtGateway(t, paymentIntentId);
  await atProvider(t, `refunds/${failing?.id}`, { status: 'failed' });
  await syncRefunds(t.context, paymentIntentId);
  const [failed] = (await staff.order(id)).refunds;
  await staff.post(`/api/admin/payments/refunds/${failed?.id}/handled`, { note: 'Bank transfer' });
  const rest = formatAmount(centsOf(order.paid) - 1000);
  expect(await staff.order(id)).toMatchObject({ left: rest });
  await staff.delete(`/api/admin/orders/${id}`);
  const cancelled = await staff.order(id);
  expect(cancelled).toMatchObject({ status: 'cancelled', refundedTotal: rest, left: '0.00' });
});

test('cancelling sends nothing to the card that the bank took back in a dispute', async () => {
  const { id, order, paymentIntentId } = await anOrder();
  const taken = { id: 'dp_lost', paymentIntentId, orderId: id, reason: 'fraudulent' };
  await t.context.db.insert(disputes).values({
    ...taken,
    amountCents: centsOf(order.paid) - 500,
    status: 'lost',
    createdAt: new Date(AN_ORDINARY_WEDNESDAY),
    updatedAt: new Date(AN_ORDINARY_WEDNESDAY),
  });
  expect(await staff.order(id)).toMatchObject({ left: '5.00' });
  await staff.delete(`/api/admin/orders/${id}`);
  expect(amountsOf(await staff.order(id))).toEqual(['5.00']);
  await t.context.db.delete(disputes);
});

test('money that was kept and goes back at the card provider after all is not asked for again', async () => {
  const { id, order, paymentIntentId } = await anOrder();
  await staff.delete(`/api/admin/orders/${id}?refund=none&reason=late`);
  await atProvider(t, 'v1/refunds', { payment_intent: paymentIntentId });
  await syncRefunds(t.context, paymentIntentId);
  expect(await staff.order(id)).toMatchObject({
    refundedTotal: order.paid,
    owed: '0.00',
    left: '0.00',
  });
});

test('what a bank takes for a lost dispute is in the ledger, and again when it gives it back', async () => {
  const { id, order, paymentIntentId } = await anOrder();
  const paid = centsOf(order.paid);
  const dispute = await atProvider(t, 'disputes', { payment_intent: paymentIntentId });
  const entered = async (status: string) => {
    await atProvider(t, `disputes/${dispute.id}`, { status });
    for (const _ of ['told', 'told again']) await syncDisputes(t.context, paymentIntentId);
    await checkInvariants(t.context.db);
    const entries = await t.context.db
      .select({ kind: ledgerEntries.kind, cents: ledgerEntries.amountCents })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.orderId, id))
      .orderBy(ledgerEntries.id);
    return entries.map(({ kind, cents }) => `${kind} ${cents}`);
  };
  const taken = [`capture ${paid}`, `dispute_taken -${paid}`];
  expect(await entered('lost')).toEqual(taken);
  expect(await entered('won')).toEqual([...taken, `dispute_returned ${paid}`]);
  expect(await staff.order(id)).toMatchObject({ left: order.left, owed: order.owed });
});

test('an order that is cancelled without its money says so, whatever was given back before', async () => {
  const { id } = await anOrder();
  await refund(id, { amount: '2.00' });
  await staff.delete(`/api/admin/orders/${id}?refund=none`);
  t.advanceMinutes(2);
  await sendMessages(t.context);
  const sent = await t.context.db.select().from(messages).where(eq(messages.orderId, id));
  const [cancelled] = sent.filter(({ kind }) => kind === 'cancelled');
  expect(cancelled?.mail?.text).toContain('There is no refund.');
});

describe('a refund that failed', () => {
  const again = (id: number) => staff.post(`/api/admin/payments/refunds/${id}/retry`);
  async function failing(make: () => ReturnType<typeof staff.post>) {
    await atProvider(t, 'refund-outcomes', { outcomes: 'failed' });
    const [failed] = (await make()).json<AdminOrderReply>().refunds;
    await atProvider(t, 'refund-outcomes', { outcomes: 'succeeded' });
    return failed!;
  }

  test('waits for nobody once its money was given back by another', async () => {
    const { id, order, paymentIntentId } = await anOrder();
    const asked = { part: { items: [order.orderItems[0]!.id] } };
    const failed = await failing(() => refund(id, asked));
    expect(await staff.today('refund_failed')).toHaveLength(1);
    expect((await refund(id, asked)).statusCode).toBe(200);
    expect(await staff.today('refund_failed')).toEqual([]);
    expect((await again(failed.id)).json()).toMatchObject({ code: 'not_failed' });
    expect(await staff.order(id)).toMatchObject({ refundedTotal: failed.amount, balance: '0.00' });
    const back = await refundsAtGateway(t, paymentIntentId);
    expect(back.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  test('is not sent again for an order that is brought after all', async () => {
    const { id } = await anOrder();
    const failed = await failing(() => staff.delete(`/api/admin/orders/${id}`));
    await staff.put(`/api/admin/orders/${id}/status`, { status: 'confirmed' });
    expect((await again(failed.id)).json()).toMatchObject({ code: 'nothing_to_refund' });
    expect(await staff.today('refund_failed')).toEqual([]);
    expect(await staff.order(id)).toMatchObject({ refundedTotal: '0.00', owed: '0.00' });
  });
});

test('an order that is cancelled while its bank looks into the payment says when its money goes back', async () => {
  const { id, order, paymentIntentId } = await anOrder();
  const dispute = await atProvider(t, 'disputes', { payment_intent: paymentIntentId });
  await syncDisputes(t.context, paymentIntentId);
  await staff.delete(`/api/admin/orders/${id}`);
  t.advanceMinutes(2);
  await sendMessages(t.context);
  const sent = await t.context.db.select().from(messages).where(eq(messages.orderId, id));
  const [cancelled] = sent.filter(({ kind }) => kind === 'cancelled');
  expect(cancelled?.mail?.text.replaceAll('\n', ' ')).toContain(
    `$${order.paid} goes back once your bank has decided about the payment in dispute.`,
  );
  await atProvider(t, `disputes/${dispute.id}`, { status: 'won' });
  await syncDisputes(t.context, paymentIntentId);
});

test('a refund that failed is told to the customer until its money went back another way', async () => {
  const { id, token } = await anOrder();
  await atProvider(t, 'refund-outcomes', { outcomes: 'failed' });
  await staff.delete(`/api/admin/orders/${id}`);
  await atProvider(t, 'refund-outcomes', { outcomes: 'succeeded' });
  const told = async () =>
    (await t.app.inject(`/api/orders/track/${token}`))
      .json<{ refunds: { state: string }[] }>()
      .refunds.map(({ state }) => state);
  expect(await told()).toEqual(['failed']);
  await refund(id, {});
  expect(await told()).toEqual(['succeeded']);
});

test('a meal that is added to a delivery we moved costs no second delivery fee', async () => {
  const mine = items.filter(({ personName }) => personName === 'Mia').slice(0, 6);
  const { id } = await aPaidOrder(t, { orderItems: mine, deliveryType: 'daily' });
  const token = await trackingTokenOf(t, id);
  const { deliveries, deliveryFee } = await staff.order(id);
  const ids = [deliveries[5]!.id];
  await inBulk('move', { ids, date: day(6), timeSlot: '11:00-13:00', cause: '', notify: false });
  const dinner = (await menuOf(t)).find(({ mealType }) => mealType === 'dinner');
  const more = anItem(dinner!, { personName: 'Mia', deliveryDate: day(6), mealDate: day(6) });
  const reply = await change(token, 'quote', [...liveItems(await staff.order(id)), more]);
  expect(reply.json()).toMatchObject({ quote: { deliveryFee }, due: dinner!.price });
});
