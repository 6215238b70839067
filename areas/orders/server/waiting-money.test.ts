import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PaymentDueReply } from '#areas/order-book/calls/order-change.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { PreparedItem } from '#areas/order-book/rules/prepared-order.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { orderChanges } from '#areas/order-book/server/tables/order-changes.ts';
import { listOpenBalances } from '#areas/order-book/server/open-balances.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { finishChanges } from './waiting-change.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import {
  aPaidOrder,
  aStaffClient,
  orderThatOwes,
  refundsAtGateway,
  type StaffClient,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import { atProvider } from '#quality/support/gateway-bench.ts';
import { anItem, day, menuOf, pay } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;
let usual: MealReply;
/** Costs 2.50 more. */
let dear: MealReply;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
  const lunches = (await menuOf(t)).filter(({ mealType }) => mealType === 'lunch').slice(0, 2);
  for (const [index, lunch] of lunches.entries()) await setPrice(lunch, ['15.00', '17.50'][index]);
  const menu = await menuOf(t);
  const at = (index: number) => menu.find(({ id }) => id === lunches[index]?.id) as MealReply;
  [usual, dear] = [at(0), at(1)];
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});
afterEach(() => checkInvariants(t.context.db));

async function setPrice(meal: MealReply, price: string | undefined): Promise<void> {
  const { name, description, calories, protein, carbs, fat, mealType, isActive } = meal;
  const spec = { name, description, calories, protein, carbs, fat, mealType, isActive, price };
  const reply = await staffClient.put(`/api/meals/${meal.id}`, spec);
  expect(reply.statusCode, reply.body).toBe(200);
}

const send = (token: string, body: object) =>
  t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/change`, body });
const look = async (token: string) =>
  (await t.app.inject(`/api/orders/track/${token}`)).json<TrackedOrderReply>();
const refund = (id: number, body: object) =>
  staffClient.refund(id, { reason: 'A meal was missing', ...body });
const states = async () =>
  (await t.context.db.select().from(orderChanges).orderBy(orderChanges.createdAt)).map(
    ({ state }) => state,
  );

/** Their 2.50 for the dearer meal is in the books, and the job that makes the change has not run. */
async function aPaidChange() {
  const order = await aPaidOrder(t, { orderItems: [anItem(usual)] });
  const token = await trackingTokenOf(t, order.id);
  const payment = await paidFor(token, [anItem(dear)]);
  expect(payment.amount).toBe('2.50');
  expect(await states()).toEqual(['waiting']);
  return { ...order, token, topUp: payment.paymentIntentId };
}

async function paidFor(token: string, orderItems: PreparedItem[]): Promise<PaymentDueReply> {
  const reply = await send(token, { orderItems });
  expect(reply.statusCode, reply.body).toBe(402);
  const payment = reply.json<PaymentDueReply>();
  await pay(t, payment);
  await settlePayment(t.context, payment.paymentIntentId);
  return payment;
}

describe('while a change that is paid for waits to be made', () => {
  test('another one of the same price is made after it, not with its money', async () => {
    const { id, token, topUp } = await aPaidChange();
    const other = { deliveryDate: day(2), mealDate: day(2) };
    const reply = await send(token, { orderItems: [anItem(dear, other)] });
    expect(reply.statusCode, reply.body).toBe(200);
    await finishChanges(t.context);
    expect(await states()).toEqual(['applied', 'applied']);
    expect(await refundsAtGateway(t, topUp)).toEqual([]);
    const order = await look(token);
    expect(order).toMatchObject({ owed: null, deliveries: [{ date: day(2) }] });
    expect(await staffClient.order(id)).toMatchObject({ balance: '0.00', warning: null });
  });

  test('one that costs more still asks for the whole of its own difference', async () => {
    const { id, token } = await aPaidChange();
    const guest = anItem(usual, { personName: 'Zoe' });
    await paidFor(token, [anItem(dear), guest]);
    await finishChanges(t.context);
    expect(await states()).toEqual(['applied', 'applied']);
    expect(await staffClient.order(id)).toMatchObject({ balance: '0.00', warning: null });
  });

  test('what staff give back is a present, and the refused change’s money goes back whole', async () => {
    const { id, token, topUp, paymentIntentId } = await aPaidChange();
    expect((await refund(id, { amount: '1.00' })).statusCode).toBe(200);
    await finishChanges(t.context);
    expect(await states()).toEqual(['refused']);
    const amounts = async (of: string) =>
      (await refundsAtGateway(t, of)).map(({ amount }) => amount);
    expect([await amounts(paymentIntentId), await amounts(topUp)]).toEqual([[100], [250]]);
    expect(await look(token)).toMatchObject({ owed: null });
    expect(await staffClient.order(id)).toMatchObject({ balance: '0.00', warning: null });
  });

  test('its money is not overpaid, so it cannot go back twice', async () => {
    const { id, topUp } = await aPaidChange();
    expect(await listOpenBalances(t.context.db, eq(orders.id, id))).toEqual([]);
    expect(await staffClient.order(id)).toMatchObject({ balance: '0.00', warning: null });
    const reply = await refund(id, {});
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([
      409,
      'nothing_to_refund',
    ]);
    const { total } = await staffClient.order(id);
    const tooMuch = await refund(id, { amount: (Number(total) + 1).toFixed(2) });
    expect(tooMuch.json()).toMatchObject({ code: 'refund_too_large' });
    await finishChanges(t.context);
    expect(await states()).toEqual(['applied']);
    expect(await refundsAtGateway(t, topUp)).toEqual([]);
  });

  test('cancelling the order gives all of it back, once', async () => {
    const { id, topUp } = await aPaidChange();
    expect((await staffClient.delete(`/api/admin/orders/${id}`)).statusCode).toBe(200);
    await finishChanges(t.context);
    expect(await states()).toEqual(['refused']);
    const back = await t.context.db.select().from(refunds);
    const parts = back.map(({ paymentIntentId, amountCents }) => [paymentIntentId, amountCents]);
    expect(parts.filter(([from]) => from === topUp)).toEqual([[topUp, 250]]);
    expect(await staffClient.order(id)).toMatchObject({ balance: '0.00', owed: '0.00' });
  });

  test('is refused too when the order was cancelled and the first refund of that failed', async () => {
    const { id, topUp } = await aPaidChange();
    await atProvider(t, 'refund-outcomes', { outcomes: 'failed' });
    expect((await staffClient.delete(`/api/admin/orders/${id}`)).statusCode).toBe(200);
    await atProvider(t, 'refund-outcomes', { outcomes: 'succeeded' });
    await finishChanges(t.context);
    expect(await states()).toEqual(['refused']);
    const back = await t.context.db.select().from(refunds);
    expect(back.filter((one) => one.paymentIntentId === topUp)).toMatchObject([
      { amountCents: 250 },
    ]);
  });

  test('what the order owes besides is asked for in full, once the change is made', async () => {
    const { id, token, owed } = await orderThatOwes(t, staffClient);
    const { orderItems } = await staffClient.order(id);
    const [lunch, ...others] = orderItems.map(
      ({ mealId, mealType, mealDate, personName, deliveryDate }) => ({
        ...anItem(usual),
        mealId,
        mealType,
        mealDate,
        personName,
        deliveryDate,
      }),
    );
    if (!lunch) throw new Error('the order has no meal');
    await paidFor(token, [{ ...lunch, mealId: dear.id }, ...others]);
    const reply = await t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/pay` });
    expect(reply.json()).toMatchObject({ amount: owed });
    expect(await states()).toEqual(['applied', 'applied']);
    expect(await staffClient.order(id)).toMatchObject({ owed });
  });
});
