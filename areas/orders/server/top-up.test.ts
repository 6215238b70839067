import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { PayLinkReply } from '#areas/orders/calls/order-editing.ts';
import type { TopUpReply, TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { TimelineReply } from '#areas/orders/calls/order-timeline.ts';
import { formatAmount, parseAmount } from '#platform/rules/money.ts';
import { reconcile, reconcileRecent } from '#areas/payments/server/reconcile.ts';
import { ledgerEntries, payments, refunds } from '#areas/order-book/server/tables/payments.ts';
import { topUps } from '#areas/order-book/server/tables/order-changes.ts';
import { writeEmail } from '#areas/messages/server/write-email.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { endTopUps } from './top-ups.ts';
import type { Gateway } from '#platform/server/gateway-port.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import { submitRefund } from '#areas/order-book/server/failed-refunds.ts';
import {
  aPaidOrder,
  aStaffClient,
  refundsAtGateway,
  type StaffClient,
  trackingTokenOf,
  addAGuest,
  orderThatOwes,
} from '#quality/support/a-paid-order.ts';
import { pay, place } from '#quality/support/an-order.ts';
import { atProvider } from '#quality/support/gateway-bench.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';
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
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});
afterEach(async () => {
  t.context.gateway = gateway;
  await checkInvariants(t.context.db);
});

const anOrderThatOwes = () => orderThatOwes(t, staffClient);
const addDinner = (id: number) => addAGuest(t, staffClient, id);

const open = (token: string) =>
  t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/pay` });
async function opened(token: string): Promise<TopUpReply> {
  const reply = await open(token);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<TopUpReply>();
}
const tracked = async (token: string) =>
  (
    await t.app.inject({ method: 'GET', url: `/api/orders/track/${token}` })
  ).json<TrackedOrderReply>();
const rowsOf = () => t.context.db.select().from(topUps);
const statesOf = async () => (await rowsOf()).map(({ state }) => state).toSorted();
const kindsSent = async () => (await t.context.db.select().from(messages)).map(({ kind }) => kind);
const cents = (amount: string) => parseAmount(amount) ?? Number.NaN;

describe('an order that costs more than was paid', () => {
  test('says so to its customer, who pays the rest by card; then nothing is owed', async () => {
    const { id, orderNumber, token, owed } = await anOrderThatOwes();
    expect(cents(owed)).toBeGreaterThan(0);
    expect((await tracked(token)).owed).toBe(owed);
    const topUp = await opened(token);
    expect(topUp.amount).toBe(owed);
    expect((await pay(t, topUp)).statusCode).toBe(200);
    const placed = await place(t, topUp.paymentIntentId);
    expect(placed.json(), placed.body).toEqual({ orderNumber, trackingToken: token });

    const order = await staffClient.order(id);
    expect(order).toMatchObject({ balance: '0.00', warning: null, paid: order.total });
    expect((await tracked(token)).owed).toBeNull();
    const entries = await t.context.db
      .select({ cents: ledgerEntries.amountCents })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.paymentIntentId, topUp.paymentIntentId));
    expect(entries).toEqual([{ cents: cents(owed) }]);
    expect((await kindsSent()).filter((kind) => kind === 'order_payment_received')).toHaveLength(1);
    const timeline = await staffClient.get(`/api/admin/orders/${id}/timeline`);
    const paidEntries = timeline
      .json<TimelineReply>()
      .entries.flatMap((entry) => (entry.kind === 'paid' ? [entry.amount] : []));
    expect(paidEntries).toHaveLength(2);
    expect(paidEntries).toContain(owed);
  });

  test('has one payment to make, however often and from however many tabs it is opened', async () => {
    const { token } = await anOrderThatOwes();
    const replies = await Promise.all([1, 2, 3, 4].map(() => opened(token)));
    expect(new Set(replies.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(1);
    expect(await rowsOf()).toHaveLength(1);
  });

  test('gets it once, by browser, webhook and reconciling at once', async () => {
    const { token, id } = await anOrderThatOwes();
    await withWebhooks(t, async () => {
      const topUp = await opened(token);
      await pay(t, topUp);
      await Promise.all([
        place(t, topUp.paymentIntentId),
        place(t, topUp.paymentIntentId),
        reconcile(t.context, 'young', Date.now() - 60_000),
      ]);
    });
    expect(await t.context.db.select().from(payments).where(eq(payments.orderId, id))).toHaveLength(
      2,
    );
    expect((await staffClient.order(id)).balance).toBe('0.00');
  });

  test('gets it once from two processes that learn of it at the same time', async () => {
    const { token, id } = await anOrderThatOwes();
    const topUp = await opened(token);
    await pay(t, topUp);
    const both = await Promise.all(
      [1, 2].map(() => settlePayment({ ...t.context }, topUp.paymentIntentId)),
    );
    expect(both[0]).toEqual(both[1]);
    expect(await t.context.db.$count(payments, eq(payments.orderId, id))).toBe(2);
    expect((await kindsSent()).filter((kind) => kind === 'order_payment_received')).toHaveLength(1);
  });

  test('that changes again is paid by the new amount: the payment opened before can no longer be made', async () => {
    const { token, id } = await anOrderThatOwes();
    const before = await opened(token);
    await addDinner(id);
    const after = await opened(token);
    expect(cents(after.amount)).toBeGreaterThan(cents(before.amount));
    expect(after.paymentIntentId).not.toBe(before.paymentIntentId);
    expect((await gateway.retrieveIntent(before.paymentIntentId))?.status).toBe('canceled');
    expect((await pay(t, before)).statusCode).toBe(400);
    expect(await statesOf()).toEqual(['ended', 'open']);
  });

  test('that was paid as it was before is settled first, and only the rest is asked for', async () => {
    const { token, id, owed } = await anOrderThatOwes();
    const before = await opened(token);
    await pay(t, before);
    await addDinner(id);
    const after = await opened(token);
    const order = await staffClient.order(id);
    expect(after.amount).toBe(order.balance);
    expect(cents(order.paid)).toBe(cents(order.total) - cents(order.balance));
    expect(await statesOf()).toEqual(['open', 'paid']);
    expect(cents(owed)).toBe(cents(before.amount));
  });

  test('paid when nothing was owed any more shows what is to go back', async () => {
    const { token, id, owed } = await anOrderThatOwes();
    const topUp = await opened(token);
    const order = await staffClient.order(id);
    await staffClient.delete(`/api/admin/orders/${id}?refund=none&version=${order.version}`);
    await pay(t, topUp);
    expect((await place(t, topUp.paymentIntentId)).statusCode).toBe(200);
    expect((await staffClient.order(id)).warning).toContain('was not refunded');
    expect((await open(token)).json()).toMatchObject({ code: 'nothing_owed' });
    expect(cents(owed)).toBeGreaterThan(0);
  });
});

describe('a payment that nobody makes', () => {
  test('ends after twelve hours; asked again, there is a new one', async () => {
    const { token } = await anOrderThatOwes();
    const before = await opened(token);
    t.advanceMinutes(12 * 60 - 1);
    expect(await endTopUps(t.context)).toEqual({ ended: 0, waiting: 0 });
    t.advanceMinutes(1);
    expect(await endTopUps(t.context)).toEqual({ ended: 1, waiting: 0 });
    expect((await gateway.retrieveIntent(before.paymentIntentId))?.status).toBe('canceled');
    expect((await opened(token)).paymentIntentId).not.toBe(before.paymentIntentId);
  });

  test('ends as soon as its order has changed', async () => {
    const { token, id } = await anOrderThatOwes();
    await opened(token);
    await addDinner(id);
    expect(await endTopUps(t.context)).toEqual({ ended: 1, waiting: 0 });
    expect(await statesOf()).toEqual(['ended']);
  });

  test('does not count as ended while the card provider is silent', async () => {
    const { token, id } = await anOrderThatOwes();
    const topUp = await opened(token);
    await addDinner(id);
    t.context.gateway = { ...gateway, cancelIntent: () => Promise.reject(new Error('no answer')) };
    await endTopUps(t.context);
    expect(await statesOf()).toEqual(['ending']);
    t.context.gateway = gateway;
    await pay(t, topUp);
    await endTopUps(t.context);
    expect(await statesOf()).toEqual(['paid']);
  });
});

describe('money that goes back', () => {
  async function anOrderPaidTwice() {
    const order = await anOrderThatOwes();
    const topUp = await opened(order.token);
    await pay(t, topUp);
    await place(t, topUp.paymentIntentId);
    return { ...order, topUp };
  }
  const sendAll = async () => {
    for (const { id } of await t.context.db.select().from(refunds))
      await submitRefund(t.context, id);
  };

  test('of a cancelled order goes back to both payments, each what it held', async () => {
    const { id, paymentIntentId, topUp, owed } = await anOrderPaidTwice();
    const { total } = await staffClient.order(id);
    const reply = await staffClient.delete(`/api/admin/orders/${id}`);
    expect(reply.statusCode, reply.body).toBe(200);
    await sendAll();
    const back = async (intent: string) =>
      (await refundsAtGateway(t, intent)).map(({ amount }) => amount);
    expect(await back(topUp.paymentIntentId)).toEqual([cents(owed)]);
    expect(await back(paymentIntentId)).toEqual([cents(total) - cents(owed)]);
    expect(await staffClient.order(id)).toMatchObject({ refundedTotal: total, balance: '0.00' });
  });

  test('waits of the payment that a bank looks into, and goes back of the other', async () => {
    const { id, paymentIntentId, topUp, owed } = await anOrderPaidTwice();
    const refund = (amount: string) => staffClient.refund(id, { amount, reason: 'Late' });
    const { id: dispute } = await atProvider(t, 'disputes', { payment_intent: paymentIntentId });
    await reconcileRecent(t.context);
    const more = formatAmount(cents(owed) + 1);
    expect((await refund(more)).json()).toMatchObject({ code: 'dispute_open' });
    expect((await refund(owed)).statusCode).toBe(200);
    expect(await t.context.db.select().from(refunds)).toMatchObject([
      { paymentIntentId: topUp.paymentIntentId, amountCents: cents(owed) },
    ]);
    expect((await refund('0.01')).json()).toMatchObject({ code: 'dispute_open' });
    await atProvider(t, `disputes/${dispute}`, { status: 'won' });
    await reconcileRecent(t.context);
    expect((await refund('0.01')).statusCode).toBe(200);
  });

  test('is one refund when one payment holds it, and never more than was paid', async () => {
    const { id, paymentIntentId } = await anOrderPaidTwice();
    const { total } = await staffClient.order(id);
    const refund = (amount: string) =>
      staffClient.refund(id, { amount, reason: 'Late', notify: true });
    await refund('1.00');
    expect(await t.context.db.select().from(refunds)).toMatchObject([
      { paymentIntentId, amountCents: 100 },
    ]);
    const tooMuch = await refund(total);
    expect(tooMuch.json()).toMatchObject({ code: 'refund_too_large' });
    const rest = formatAmount(cents(total) - 100);
    expect((await refund(rest)).statusCode).toBe(200);
    expect(await t.context.db.select().from(refunds)).toHaveLength(3);
    const emails = await t.context.db
      .select()
      .from(messages)
      .where(eq(messages.kind, 'refund_made'))
      .orderBy(messages.id);
    const texts = await Promise.all(emails.map((email) => writeEmail(t.context, email)));
    expect(texts.map((email) => email?.subject)).toEqual([
      'Your refund of $1.00',
      `Your refund of $${rest}`,
    ]);
  });
});

describe('a pay link', () => {
  const send = (id: number, version?: number) =>
    staffClient.post(`/api/admin/orders/${id}/pay-link`, version === undefined ? {} : { version });

  test('is emailed to the customer, says how much, and opens their page', async () => {
    const { id, token, owed } = await anOrderThatOwes();
    const { version, customer } = await staffClient.order(id);
    const reply = await send(id, version);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json<PayLinkReply>()).toEqual({
      amount: owed,
      sentTo: customer.email,
      link: `${t.context.signIn.publicUrl}/track/${token}#pay`,
    });
    await sendMessages(t.context);
    const [email] = await t.context.db
      .select()
      .from(messages)
      .where(eq(messages.kind, 'order_payment_due'));
    expect(email?.mail?.subject).toContain(`$${owed} to pay`);
    expect(email?.mail?.text).toContain(`/track/${token}#pay`);
    expect(email?.mail?.text).toContain('Who can’t have what');
    const again = await send(id, version);
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([
      409,
      'changed_meanwhile',
    ]);
  });

  test('is refused when nothing is owed, and not sent any more once it was paid', async () => {
    const { id, token } = await anOrderThatOwes();
    await send(id);
    const topUp = await opened(token);
    await pay(t, topUp);
    await place(t, topUp.paymentIntentId);
    await sendMessages(t.context);
    const [email] = await t.context.db
      .select()
      .from(messages)
      .where(eq(messages.kind, 'order_payment_due'));
    expect(email?.state).toBe('withdrawn');
    expect((await send(id)).json()).toMatchObject({ code: 'nothing_owed' });
  });
});

test('nothing is owed by an order that was paid in full, nor by a stranger’s link', async () => {
  const { id } = await aPaidOrder(t);
  const reply = await open(await trackingTokenOf(t, id));
  expect([reply.statusCode, reply.json<AdminOrderReply & { code: string }>().code]).toEqual([
    409,
    'nothing_owed',
  ]);
  expect((await open('somebody-elses')).statusCode).toBe(404);
});
