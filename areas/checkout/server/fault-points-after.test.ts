/** Fault points F25 to F34 of docs/reliability.md, except F32: what may go wrong once an order exists. */
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentsOverviewReply } from '#areas/payments/calls/admin-payments.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { disputes, refunds } from '#areas/order-book/server/tables/payments.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { readEnvironment } from '#platform/server/env.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { createGateway } from '#platform/server/gateway/gateway.ts';
import type { Gateway } from '#platform/server/gateway-port.ts';
import { reconcileRecent, reconcileYoung } from '#areas/payments/server/reconcile.ts';
import { sweepRefunds } from '#areas/order-book/server/failed-refunds.ts';
import {
  aPaidOrder,
  aStaffClient,
  refundsAtGateway,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import { anOpenCheckout, day, menuOf, pay, place } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import {
  atProvider,
  listenForAlarms,
  sendEvent,
  signedEvent,
} from '#quality/support/gateway-bench.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;
let gateway: Gateway;
let mailer: TestApp['context']['mailer'];

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
  ({ gateway, mailer } = t.context);
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await refundsWillBe('succeeded');
  // The card provider's records of earlier tests no longer count as news.
  await reconcileRecent(t.context);
});
afterEach(async () => {
  t.context.gateway = gateway;
  t.context.mailer = mailer;
  await checkInvariants(t.context.db);
});

const orderPath = (id: number) => `/api/admin/orders/${id}`;
const refundsWillBe = (outcomes: string) => atProvider(t, 'refund-outcomes', { outcomes });
const allRefunds = () => t.context.db.select().from(refunds).orderBy(asc(refunds.id));
const paymentsOverview = async () =>
  (await staffClient.get('/api/admin/payments')).json<PaymentsOverviewReply>();
const theSlot = async () => (await t.context.db.select().from(deliverySlots))[0];

test('F25: with the mail server down, orders continue and emails are sent later', async () => {
  t.context.mailer = { ...mailer, deliver: () => Promise.reject(new Error('connection refused')) };
  await aPaidOrder(t);
  await sendMessages(t.context);
  expect(await t.context.db.select().from(messages)).toMatchObject([
    { state: 'waiting', tries: 1, lastError: expect.stringContaining('connection refused') },
  ]);
  t.context.mailer = mailer;
  expect(await sendMessages(t.context)).toBe(0);
  t.advanceMinutes(2);
  expect(await sendMessages(t.context)).toBe(1);
});

describe('F26: a refund that is not immediate', () => {
  test('F26: is shown as pending, never as refunded, until the money has been returned', async () => {
    await refundsWillBe('pending');
    const { id } = await aPaidOrder(t);
    const cancelled = (await staffClient.delete(orderPath(id))).json<AdminOrderReply>();
    expect(cancelled).toMatchObject({ refundedTotal: '0.00', refunds: [{ state: 'pending' }] });
    const [refund] = await allRefunds();
    await atProvider(t, `refunds/${refund?.gatewayId}`, { status: 'succeeded' });
    t.advanceMinutes(61);
    await sweepRefunds(t.context);
    expect(await staffClient.order(id)).toMatchObject({ refundedTotal: cancelled.total });
  });

  test('F26: that fails is a task with an alarm; two staff sending it again refund it once', async () => {
    const alarms = listenForAlarms(t);
    await refundsWillBe('failed');
    const { id, paymentIntentId, orderNumber } = await aPaidOrder(t);
    const { total } = (await staffClient.delete(orderPath(id))).json<AdminOrderReply>();
    expect(alarms).toContain('refund_failed');
    const [failed] = (await paymentsOverview()).failedRefunds;
    expect(failed).toMatchObject({ orderId: id, orderNumber, amount: total, state: 'failed' });
    await refundsWillBe('succeeded');
    const again = () => staffClient.post(`/api/admin/payments/refunds/${failed!.id}/retry`);
    const replies = await Promise.all([again(), again()]);
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409]);
    expect((await allRefunds()).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
    expect((await paymentsOverview()).failedRefunds).toEqual([]);
    const back = await refundsAtGateway(t, paymentIntentId);
    expect(back.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect((await staffClient.order(id)).refundedTotal).toBe(total);
  });

  test('F26: that fails and was repaid another way is removed from the list with a note', async () => {
    await refundsWillBe('failed');
    const { id } = await aPaidOrder(t);
    await staffClient.delete(orderPath(id));
    const [failed] = (await paymentsOverview()).failedRefunds;
    const path = `/api/admin/payments/refunds/${failed!.id}/handled`;
    expect((await staffClient.post(path, { note: ' ' })).statusCode).toBe(400);
    expect((await staffClient.post(path, { note: 'Bank transfer' })).statusCode).toBe(204);
    expect((await staffClient.post(path, { note: 'Bank transfer' })).json()).toMatchObject({
      code: 'not_failed',
      message: expect.stringMatching(/^Noah Chef settled it at \S+\.$/),
    });
    expect((await paymentsOverview()).failedRefunds).toEqual([]);
  });

  test('F26: that fails is one item, not money to refund as well', async () => {
    await refundsWillBe('failed');
    const { id } = await aPaidOrder(t);
    await staffClient.refund(id, { amount: '3.00', reason: 'Late' });
    expect(await staffClient.order(id)).toMatchObject({ balance: '-3.00' });
    const { failedRefunds, openBalances } = await paymentsOverview();
    expect(failedRefunds).toMatchObject([{ orderId: id, amount: '3.00' }]);
    expect(openBalances).toEqual([]);
  });

  test('F26: that fails long after it succeeded returns to the list and to the books', async () => {
    const { id } = await aPaidOrder(t);
    await staffClient.delete(orderPath(id));
    const [refund] = await allRefunds();
    await atProvider(t, `refunds/${refund?.gatewayId}`, { status: 'failed' });
    expect(await reconcileRecent(t.context)).toMatchObject({ fixed: 1 });
    expect((await paymentsOverview()).failedRefunds).toMatchObject([{ orderId: id }]);
    expect((await staffClient.order(id)).refundedTotal).toBe('0.00');
  });
});

describe('F27: money refunded twice', () => {
  test('F27: by many clicks at once never exceeds what was paid', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, () =>
        staffClient.refund(id, { amount: '4.00', reason: 'Late' }),
      ),
      staffClient.delete(orderPath(id)),
      staffClient.delete(orderPath(id)),
    ]);
    expect(replies.every((reply) => [200, 409].includes(reply.statusCode))).toBe(true);
    const { total, refundedTotal } = await staffClient.order(id);
    expect(refundedTotal).toBe(total);
    const back = await refundsAtGateway(t, paymentIntentId);
    const backCents = back.reduce((sum, refund) => sum + refund.amount, 0);
    expect(backCents).toBe(Math.round(Number(total) * 100));
    expect(new Set((await allRefunds()).map(({ state }) => state))).toEqual(new Set(['succeeded']));
  });

  test('F27: by two requests with one key is refunded once', async () => {
    const { paymentIntentId } = await aPaidOrder(t);
    const request = { paymentIntentId, amountCents: 100, idemKey: `refund:${paymentIntentId}` };
    const made = [await gateway.createRefund(request), await gateway.createRefund(request)];
    expect(made[0]).toEqual(made[1]);
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
    await reconcileYoung(t.context);
  });

  test('F27: at the card provider by staff is recorded here, and cancels no order', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    await atProvider(t, 'v1/refunds', { payment_intent: paymentIntentId, amount: '500' });
    expect(await reconcileYoung(t.context)).toMatchObject({ fixed: 1 });
    expect(await staffClient.order(id)).toMatchObject({
      status: 'confirmed',
      refundedTotal: '5.00',
    });
    expect(await reconcileYoung(t.context)).toMatchObject({ fixed: 0 });
  });
});

test('F28: of two members of staff at once, one acts and the other learns who did', async () => {
  const other = await aStaffClient(t);
  const { id } = await aPaidOrder(t);
  const { version } = await staffClient.order(id);
  const replies = await Promise.all([
    staffClient.put(`${orderPath(id)}/status`, { status: 'delivered', version }),
    other.delete(`${orderPath(id)}?version=${version}`),
  ]);
  expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409]);
  const loser = replies.find((reply) => reply.statusCode === 409)?.json<object>();
  expect(loser).toMatchObject({ code: 'changed_meanwhile' });
  const emails = [staffClient.staff.email, other.staff.email];
  expect(emails).toContain((loser as { changedBy: string }).changedBy);
});

describe('F29: a dispute', () => {
  async function aDisputedOrder() {
    const order = await aPaidOrder(t);
    const dispute = await atProvider(t, 'disputes', { payment_intent: order.paymentIntentId });
    const type = 'charge.dispute.created';
    const event = signedEvent(t, {
      id: `evt_${dispute.id}`,
      type,
      intentId: order.paymentIntentId,
    });
    expect((await sendEvent(t, event)).statusCode).toBe(200);
    return { ...order, disputeId: dispute.id };
  }

  test('F29: is shown with its due date and changes neither order nor slot; refunds wait', async () => {
    const alarms = listenForAlarms(t);
    const { id, paymentIntentId, disputeId, orderNumber } = await aDisputedOrder();
    expect(alarms).toEqual(['dispute']);
    expect((await paymentsOverview()).disputes).toMatchObject([
      { id: disputeId, orderNumber, isOpen: true, status: 'needs_response', reason: 'fraudulent' },
    ]);
    expect((await paymentsOverview()).disputes[0]?.dueBy).not.toBeNull();
    expect(await staffClient.order(id)).toMatchObject({ status: 'confirmed', version: 1 });
    expect(await theSlot()).toMatchObject({ booked: 1 });
    const refused = await staffClient.refund(id, {
      amount: '1.00',
      reason: 'Late',
    });
    expect(refused.json()).toMatchObject({ code: 'dispute_open' });
    const cancelled = (await staffClient.delete(orderPath(id))).json<AdminOrderReply>();
    expect(cancelled).toMatchObject({ status: 'cancelled', balance: `-${cancelled.total}` });
    expect(await refundsAtGateway(t, paymentIntentId)).toEqual([]);
  });

  test('F29: once decided allows refunds again, even if its event was lost; late news does not reopen it', async () => {
    const { id, disputeId } = await aDisputedOrder();
    await atProvider(t, `disputes/${disputeId}`, { status: 'won' });
    expect(await reconcileRecent(t.context)).toMatchObject({ fixed: 1 });
    const known = t.context.db.select().from(disputes).where(eq(disputes.id, disputeId));
    expect(await known).toMatchObject([{ status: 'won', orderId: id }]);
    await atProvider(t, `disputes/${disputeId}`, { status: 'needs_response' });
    await reconcileRecent(t.context);
    expect(await known).toMatchObject([{ status: 'won' }]);
    expect((await staffClient.delete(orderPath(id))).json()).toMatchObject({ status: 'cancelled' });
  });
});

describe('F30: the webhook secret', () => {
  test('F30: a wrong one is refused with an alarm, and the reconciler still settles the payment', async () => {
    const alarms = listenForAlarms(t);
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout);
    const event = { id: 'evt_wrong', intentId: checkout.paymentIntentId };
    const reply = await sendEvent(t, signedEvent(t, event, 'whsec_another'));
    expect(reply.statusCode).toBe(400);
    expect(alarms).toEqual(['webhook_signature']);
    expect(await reconcileYoung(t.context)).toMatchObject({ fixed: 1 });
  });

  test('F30: two are accepted during a rotation', async () => {
    const { secretKey, publishableKey, webhookSecret } = t.sandbox;
    t.context.gateway = createGateway({
      mode: 'sandbox',
      secretKey,
      publishableKey,
      webhookSecret: `whsec_new,${webhookSecret}`,
      address: t.sandbox,
    });
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout);
    const event = { id: 'evt_old_secret', intentId: checkout.paymentIntentId };
    expect((await sendEvent(t, signedEvent(t, event))).statusCode).toBe(200);
    const newer = signedEvent(t, { ...event, id: 'evt_new_secret' }, 'whsec_new');
    expect((await sendEvent(t, newer)).statusCode).toBe(200);
    expect((await sendEvent(t, signedEvent(t, event, 'whsec_third'))).statusCode).toBe(400);
    expect(await t.context.db.$count(orders)).toBe(1);
  });
});

describe('F31: live and test', () => {
  test('F31: an event or a payment of the other mode is refused', async () => {
    const alarms = listenForAlarms(t);
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout);
    const live = { id: 'evt_live', intentId: checkout.paymentIntentId, livemode: true };
    expect((await sendEvent(t, signedEvent(t, live))).statusCode).toBe(400);
    expect(alarms).toEqual(['payment_mode']);
    t.context.gateway = { ...gateway, livemode: true };
    expect((await place(t, checkout.paymentIntentId)).statusCode).toBe(404);
    t.context.gateway = gateway;
    expect((await place(t, checkout.paymentIntentId)).statusCode).toBe(200);
  });

  test('F31: production starts with test payments only when explicitly allowed', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    };
    expect(() => readEnvironment({ ...keys, NODE_ENV: 'production' })).toThrow('STRIPE_SECRET_KEY');
    expect(
      readEnvironment({ NODE_ENV: 'production', ALLOW_TEST_PAYMENTS: 'yes' }).allowTestPayments,
    ).toBe(true);
    expect(() =>
      readEnvironment({
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
      }),
    ).toThrow('must both be');
  });
});

test('F33: an event that was never sent is found in the last three days of the books', async () => {
  const { checkout } = await anOpenCheckout(t);
  await pay(t, checkout);
  t.advanceMinutes(120);
  const { fixed, alarms } = await reconcileRecent(t.context);
  expect(fixed).toBe(1);
  expect(alarms.join()).not.toContain(checkout.paymentIntentId);
  expect(await t.context.db.select().from(orders)).toMatchObject([{ status: 'confirmed' }]);
});

test('F33: a payment still possible for released places is cancelled', async () => {
  const { checkout } = await anOpenCheckout(t);
  await t.context.db.execute(sql`
    with gone as (delete from holds), slots as (update delivery_slots set held = 0)
    update meal_days set held = 0`);
  await t.context.db.update(checkouts).set({ state: 'expired' });
  expect(await reconcileYoung(t.context)).toMatchObject({ fixed: 1 });
  expect((await gateway.retrieveIntent(checkout.paymentIntentId))?.status).toBe('canceled');
});

test('F34: an edit of a paid order moves its place; the difference is shown and never charged automatically', async () => {
  const { id, paymentIntentId } = await aPaidOrder(t);
  const order = await staffClient.order(id);
  const dinner = (await menuOf(t)).find((meal) => meal.mealType === 'dinner')!;
  const [item] = order.orderItems;
  const reply = await staffClient.put(orderPath(id), {
    customer: order.customer,
    orderItems: [
      {
        id: item!.id,
        mealId: item!.mealId,
        mealType: 'lunch',
        deliveryDate: day(1),
        personName: 'Mia',
      },
      { mealId: dinner.id, mealType: 'dinner', deliveryDate: day(1), personName: 'Mia' },
    ],
    version: order.version,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  const edited = reply.json<AdminOrderReply>();
  expect(edited).toMatchObject({ balance: dinner.price, paid: order.paid });
  const intent = await gateway.retrieveIntent(paymentIntentId);
  expect(intent?.amountCents).toBe(Math.round(Number(order.paid) * 100));
  expect(await refundsAtGateway(t, paymentIntentId)).toEqual([]);
  const slots = await t.context.db.select().from(deliverySlots).orderBy(asc(deliverySlots.date));
  expect(slots).toMatchObject([
    { date: day(0), booked: 0 },
    { date: day(1), booked: 1 },
  ]);
});
