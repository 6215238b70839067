import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { ledgerEntries, payments, refunds } from '#areas/order-book/server/tables/payments.ts';
import { refundOrder } from '#areas/orders/server/refund-order.ts';
import type { Gateway } from '#platform/server/gateway-port.ts';
import type { GatewayRefund } from '#platform/server/gateway-port.ts';
import { tryNow } from '#platform/server/queue/due-work.ts';
import { upsertRefunds, syncRefunds } from './sync-refunds.ts';
import { refundWork, submitRefund, sweepRefunds } from '#areas/order-book/server/failed-refunds.ts';
import {
  aPaidOrder,
  aStaffClient,
  refundsAtGateway,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { withWebhooks } from '#quality/support/webhooks.ts';

let t: TestApp;
let staffClient: StaffClient;
let gateway: Gateway;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  staffClient = await aStaffClient(t);
  gateway = t.context.gateway;
});
afterAll(() => t.close());
beforeEach(() => t.clearOrders());
afterEach(async () => {
  t.context.gateway = gateway;
  await checkInvariants(t.context.db);
});

const path = (id: number) => `/api/admin/orders/${id}`;
const refund = (id: number, body: object) =>
  staffClient.refund(id, { reason: 'Late delivery', ...body });
const theRefund = async () => {
  const [row] = await t.context.db.select().from(refunds);
  return row!;
};
const follow = (refundId: number) => tryNow(t.context, refundWork, refundId);
const unanswered = () => Promise.reject(new Error('no answer'));

/** As in the card provider's own dashboard. */
async function refundOutside(paymentIntentId: string, amountCents: number) {
  const reply = await fetch(`${t.sandbox.baseUrl}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${t.sandbox.secretKey}` },
    body: new URLSearchParams({ payment_intent: paymentIntentId, amount: String(amountCents) }),
  });
  expect(reply.status).toBe(200);
}

describe('a part of an order', () => {
  test('is refunded, with reason and name, and then less remains', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    const reply = await refund(id, { amount: '5' });
    expect(reply.statusCode, reply.body).toBe(200);
    const order = reply.json<AdminOrderReply>();
    expect(order).toMatchObject({
      status: 'confirmed',
      refundedTotal: '5.00',
      balance: '0.00',
      refunds: [{ amount: '5.00', reason: 'Late delivery', staffEmail: staffClient.staff.email }],
    });
    const tooMuch = await refund(id, { amount: order.total });
    expect(tooMuch.statusCode).toBe(409);
    expect(tooMuch.json()).toMatchObject({ code: 'refund_too_large' });
    await staffClient.delete(path(id));
    const back = await refundsAtGateway(t, paymentIntentId);
    expect(back.map((one) => one.amount)).toEqual([
      500,
      Math.round(Number(order.total) * 100) - 500,
    ]);
    expect(await staffClient.order(id)).toMatchObject({
      refundedTotal: order.total,
      balance: '0.00',
    });
    expect((await refund(id, { amount: '0.01' })).json()).toMatchObject({
      code: 'refund_too_large',
    });
  });

  test('is refunded once by a double click that sends the version it saw', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    const replies = await Promise.all(
      [1, 2, 3].map(() => refund(id, { amount: '5.00', version: 1 })),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409, 409]);
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
  });

  test('asked for twenty times of the order that was seen is one refund', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    const { version } = await staffClient.order(id);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => refund(id, { amount: '3.00', version })),
    );
    const refused = replies.filter((reply) => reply.statusCode !== 200);
    expect(refused.map((reply) => reply.json().code)).toEqual(
      Array.from({ length: 19 }, () => 'changed_meanwhile'),
    );
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
  });

  test('of many doors at once never exceeds the amount paid', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    const { total } = await staffClient.order(id);
    const asked = { amount: '3.00', reason: 'Late', notify: false };
    const refunded = await Promise.allSettled(
      Array.from({ length: 20 }, () => refundOrder(t.context, staffClient.staff, id, asked)),
    );
    const made = refunded.filter(({ status }) => status === 'fulfilled').length;
    expect(made).toBe(Math.floor(Math.round(Number(total) * 100) / 300));
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(made);
  });

  test('without an amount is the overpayment: nothing if the order is settled', async () => {
    const { id } = await aPaidOrder(t);
    expect((await refund(id, {})).json()).toMatchObject({ code: 'nothing_to_refund' });
  });
});

describe('while the card provider is not responding', () => {
  test('the order is cancelled, the refund is shown as on its way, and the job completes it', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    t.context.gateway = { ...gateway, createRefund: unanswered };
    const reply = await staffClient.delete(path(id));
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({
      status: 'cancelled',
      refundedTotal: '0.00',
      balance: '0.00',
      refunds: [{ state: 'sent' }],
    });
    const { id: refundId } = await theRefund();
    t.context.gateway = { ...gateway, createRefund: unanswered, listRefunds: unanswered };
    expect(await follow(refundId)).toMatchObject({
      is: 'silent',
      error: new Error('no answer'),
      nextAttemptAt: (await theRefund()).nextTryAt,
    });
    t.context.gateway = gateway;
    await follow(refundId);
    expect(await staffClient.order(id)).toMatchObject({ refunds: [{ state: 'succeeded' }] });
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
  });

  test('a refund whose reply was lost is not sent twice, even after its key has expired', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    t.context.gateway = {
      ...gateway,
      async createRefund(request) {
        await gateway.createRefund(request);
        return unanswered();
      },
    };
    await staffClient.delete(path(id));
    const { id: refundId, state } = await theRefund();
    expect(state).toBe('sent');
    t.context.gateway = {
      ...gateway,
      createRefund: () => Promise.reject(new Error('must not be sent again')),
    };
    await follow(refundId);
    expect(await theRefund()).toMatchObject({ state: 'succeeded' });
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
  });
});

test('the queue hears of a refund by its row, and sends one whose process died before sending', async () => {
  const { id, paymentIntentId } = await aPaidOrder(t);
  const told: (string | null)[] = [];
  const stopListening = t.context.changes.onWorkDue((kind) => told.push(kind));
  t.context.gateway = { ...gateway, createRefund: unanswered };
  await staffClient.delete(path(id));
  await expect.poll(() => told).toContain('refunds');
  stopListening();
  t.context.gateway = gateway;
  await t.context.db.update(refunds).set({ state: 'wanted' });
  t.advanceMinutes(1);
  expect(await sweepRefunds(t.context)).toBe(1);
  expect(await theRefund()).toMatchObject({ state: 'succeeded' });
  expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
});

test('of many processes that sweep at once, each refund is tried by one', async () => {
  const { id, paymentIntentId } = await aPaidOrder(t);
  t.context.gateway = { ...gateway, createRefund: unanswered };
  await refund(id, { amount: '1.00' });
  await refund(id, { amount: '2.00' });
  t.context.gateway = gateway;
  t.advanceMinutes(1);
  const tried = await Promise.all([1, 2, 3, 4].map(() => sweepRefunds(t.context)));
  expect(tried.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(2);
});

test('a refund processed from many places at once is made once', async () => {
  const { id, paymentIntentId } = await aPaidOrder(t);
  t.context.gateway = { ...gateway, createRefund: unanswered };
  await refund(id, { amount: '1.00' });
  t.context.gateway = gateway;
  const { id: refundId } = await theRefund();
  await t.context.db.update(refunds).set({ state: 'wanted' });
  const states = await Promise.all(
    Array.from({ length: 10 }, () => submitRefund(t.context, refundId)),
  );
  expect(new Set(states)).toEqual(new Set(['succeeded']));
  expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
});

test('a refund waits for news of the same payment that is being stored', async () => {
  const { id, paymentIntentId } = await aPaidOrder(t);
  const { db } = t.context;
  const isWaiting = async () =>
    (await db.execute(`select from pg_locks where not granted`)).rowCount !== 0;
  let cancelled: ReturnType<StaffClient['delete']> | undefined;
  await db.transaction(async (tx) => {
    const [payment] = await tx.select().from(payments).for('no key update');
    const wholeAmount = { orderId: id, paymentIntentId, amountCents: payment!.amountCents };
    await tx
      .insert(refunds)
      .values({ ...wholeAmount, reason: 'By hand', state: 'pending', idemKey: 're_by_hand' });
    let isDone = false;
    cancelled = staffClient.delete(path(id));
    void cancelled.then(() => (isDone = true));
    await expect.poll(async () => isDone || (await isWaiting())).toBe(true);
  });
  expect((await cancelled)?.json()).toMatchObject({ status: 'cancelled', balance: '0.00' });
  expect(await db.$count(refunds)).toBe(1);
});

describe('a refund that takes its time', () => {
  /** What the gateway would report about our refund. */
  async function news(state: GatewayRefund['state'], failureReason: string | null = null) {
    const { paymentIntentId, idemKey, amountCents } = await theRefund();
    await upsertRefunds(t.context, paymentIntentId, [
      { id: 're_slow', paymentIntentId, idemKey, amountCents, state, failureReason, createdAt: 0 },
    ]);
  }

  async function aSlowRefund(): Promise<number> {
    const { id } = await aPaidOrder(t);
    const created = async ({ idemKey, amountCents }: Parameters<Gateway['createRefund']>[0]) => ({
      outcome: 'made' as const,
      refund: {
        id: 're_slow',
        paymentIntentId: null,
        idemKey,
        amountCents,
        state: 'pending' as const,
        failureReason: null,
        createdAt: 0,
      },
    });
    t.context.gateway = { ...gateway, createRefund: created };
    await staffClient.delete(path(id));
    return id;
  }

  test('is pending, never shown as refunded, until the money has been returned', async () => {
    const id = await aSlowRefund();
    expect(await staffClient.order(id)).toMatchObject({
      refundedTotal: '0.00',
      refunds: [{ state: 'pending' }],
    });
    const { id: refundId } = await theRefund();
    expect(await follow(refundId)).toMatchObject({
      is: 'waiting',
      nextAttemptAt: (await theRefund()).nextTryAt,
    });
    expect(await theRefund()).toMatchObject({ state: 'pending', nextTryAt: expect.any(Date) });
    await news('succeeded');
    const order = await staffClient.order(id);
    expect(order.refundedTotal).toBe(order.total);
    expect(order.refunds).toMatchObject([{ state: 'succeeded' }]);
  });

  test('does not revert when news arrives late', async () => {
    const id = await aSlowRefund();
    await news('succeeded');
    await news('succeeded');
    await news('pending');
    expect(await staffClient.order(id)).toMatchObject({ refunds: [{ state: 'succeeded' }] });
    const entries = await t.context.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.orderId, id));
    expect(entries.map((entry) => entry.kind)).toEqual(['capture', 'refund']);
  });

  test('may fail after all: staff see it, the books show it, and it may be sent again', async () => {
    const id = await aSlowRefund();
    await news('succeeded');
    await news('failed', 'expired_or_canceled_card');
    await news('failed', 'expired_or_canceled_card');
    const order = await staffClient.order(id);
    expect(order).toMatchObject({
      refundedTotal: '0.00',
      balance: `-${order.total}`,
      warning: `A refund failed: $${order.total} still needs to be refunded.`,
      refunds: [{ state: 'failed', failureReason: 'expired_or_canceled_card' }],
    });
    t.context.gateway = gateway;
    const again = await refund(id, {});
    expect(again.json()).toMatchObject({ balance: '0.00', refundedTotal: order.total });
    expect(again.json<AdminOrderReply>().refunds.map((one) => one.state)).toEqual([
      'failed',
      'succeeded',
    ]);
  });
});

describe('a refund made by staff at the card provider', () => {
  test('that we have not heard of makes ours fail visibly, never refunds twice', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    const { total } = await staffClient.order(id);
    await refundOutside(paymentIntentId, Math.round(Number(total) * 100));
    const cancelled = (await staffClient.delete(path(id))).json<AdminOrderReply>();
    expect(cancelled).toMatchObject({ status: 'cancelled', refundedTotal: total, balance: '0.00' });
    expect(cancelled.refunds.map((one) => one.state).toSorted()).toEqual(['failed', 'succeeded']);
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
  });

  test('for a payment that is not ours is not stored', async () => {
    await expect(syncRefunds(t.context, 'pi_stranger')).rejects.toThrow('was not found');
  });

  test('is recorded by the webhook and does not cancel the order; the rest can still be refunded', async () => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    await withWebhooks(t, async () => {
      await refundOutside(paymentIntentId, 500);
      await expect
        .poll(async () => (await staffClient.order(id)).refundedTotal, { timeout: 10_000 })
        .toBe('5.00');
    });
    expect(await staffClient.order(id)).toMatchObject({
      status: 'confirmed',
      balance: '0.00',
      refunds: [{ staffEmail: null, state: 'succeeded' }],
    });
    const cancelled = (await staffClient.delete(path(id))).json<AdminOrderReply>();
    expect(cancelled.refundedTotal).toBe(cancelled.total);
    expect(cancelled.refunds).toHaveLength(2);
  });
});
