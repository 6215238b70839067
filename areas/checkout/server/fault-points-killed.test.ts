/**
 * Fault point F24 of docs/reliability.md: the process dies part-way. Here the work stops at the point and the remains are checked; the chaos suite kills real processes at each point.
 */
import { isNotNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { armCrashPoint } from '#platform/server/crash-points.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots, holds } from '#areas/order-book/server/tables/slots.ts';
import { gatewayEvents, ledgerEntries, refunds } from '#areas/order-book/server/tables/payments.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import type { Gateway } from '#platform/server/gateway-port.ts';
import { retryGatewayEvents } from '#areas/payments/server/receive-gateway-event.ts';
import { sweepRefunds } from '#areas/order-book/server/failed-refunds.ts';
import {
  aPaidOrder,
  aStaffClient,
  refundsAtGateway,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import {
  anOpenCheckout,
  anOrder,
  checkOut,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { providerLedger, sendEvent, signedEvent } from '#quality/support/gateway-bench.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;
let gateway: Gateway;
let mailer: TestApp['context']['mailer'];

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  staffClient = await aStaffClient(t);
  ({ gateway, mailer } = t.context);
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});
afterEach(async () => {
  disarm();
  await checkInvariants(t.context.db);
});

let disarm = () => {};

/** The next time this point is reached, nothing after it happens. */
function dieAt(point: string) {
  disarm = armCrashPoint(t.context, point, () => {
    restart();
    throw new Error(`killed at ${point}`);
  });
}

function restart() {
  t.context.gateway = gateway;
  t.context.mailer = mailer;
}

const intentCount = async () => (await providerLedger(t)).payment_intents.length;

test('F24a: killed after the hold and before the payment is opened, another attempt opens it once', async () => {
  const orderData = await priced(t, anOrder(await menuOf(t)));
  const before = await intentCount();
  dieAt('checkout/before-intent');
  expect((await checkOut(t, orderData)).statusCode).toBe(500);
  expect(await t.context.db.$count(holds, isNotNull(holds.slotId))).toBe(1);
  expect(await intentCount()).toBe(before);
  expect((await checkOut(t, orderData)).statusCode).toBe(200);
  expect(await t.context.db.$count(holds, isNotNull(holds.slotId))).toBe(1);
  expect(await intentCount()).toBe(before + 1);
});

test('F24a: or, if no one returns, the place is released', async () => {
  dieAt('checkout/before-intent');
  await checkOut(t, await priced(t, anOrder(await menuOf(t))));
  t.advanceMinutes(16);
  expect(await expireCheckouts(t.context)).toMatchObject({ ended: 1 });
  expect(await t.context.db.select().from(deliverySlots)).toMatchObject([{ held: 0, booked: 0 }]);
});

test('F24b: killed after the payment was opened and before its id was stored, the same one is found', async () => {
  const orderData = await priced(t, anOrder(await menuOf(t)));
  const before = await intentCount();
  dieAt('checkout/after-intent');
  expect((await checkOut(t, orderData)).statusCode).toBe(500);
  expect(await t.context.db.select().from(checkouts)).toMatchObject([{ paymentIntentId: null }]);
  const checkout = (await checkOut(t, orderData)).json<CheckoutReply>();
  expect(await intentCount()).toBe(before + 1);
  await pay(t, checkout);
  expect((await place(t, checkout.paymentIntentId)).statusCode).toBe(200);
});

test('F24b: also a day later, when the card provider has forgotten the key', async () => {
  const { checkout } = await anOpenCheckout(t);
  const dayBefore = new Date(Date.now() - 25 * 3_600_000);
  await t.context.db
    .update(checkouts)
    .set({ paymentIntentId: null, clientSecret: null, createdAt: dayBefore });
  t.context.gateway = {
    ...gateway,
    createIntent: () => Promise.reject(new Error('must not be made again')),
  };
  t.advanceMinutes(16);
  expect(await expireCheckouts(t.context)).toMatchObject({ ended: 1 });
  restart();
  expect((await gateway.retrieveIntent(checkout.paymentIntentId))?.status).toBe('canceled');
});

test.each([
  'settle/before-lock',
  'settle/before-order',
  'settle/before-items',
  'settle/before-payment',
  'settle/before-ledger',
  'settle/before-message',
  'settle/before-booking',
  'any/before-commit',
])(
  'F24c: killed at %s, no trace of the order exists, and the event settles it again',
  async (point) => {
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout);
    dieAt(point);
    const event = signedEvent(t, { id: 'evt_killed', intentId: checkout.paymentIntentId });
    expect((await sendEvent(t, event)).statusCode).toBe(500);
    expect(await t.context.db.$count(orders)).toBe(0);
    expect(await t.context.db.$count(ledgerEntries)).toBe(0);
    expect(await t.context.db.select().from(gatewayEvents)).toMatchObject([{ state: 'received' }]);
    t.advanceMinutes(2);
    expect(await retryGatewayEvents(t.context)).toEqual({ done: 1, waiting: 0 });
    expect(await t.context.db.select().from(orders)).toMatchObject([{ status: 'confirmed' }]);
  },
);

test('F24d: killed after the order and before its email, the email is sent once', async () => {
  const { id } = await aPaidOrder(t);
  dieAt('mail/before-send');
  await sendMessages(t.context);
  restart();
  expect(await t.context.db.select().from(messages)).toMatchObject([{ state: 'waiting' }]);
  t.advanceMinutes(5);
  expect(await sendMessages(t.context)).toBe(1);
  expect(await sendMessages(t.context)).toBe(0);
  expect(await t.context.db.select().from(messages)).toMatchObject([
    { orderId: id, kind: 'order_confirmation', state: 'kept' },
  ]);
});

test.each(['refund/before-send', 'refund/after-send'])(
  'F24e: killed at %s, the money is refunded once',
  async (point) => {
    const { id, paymentIntentId } = await aPaidOrder(t);
    dieAt(point);
    await staffClient.delete(`/api/admin/orders/${id}`);
    expect(await t.context.db.select().from(refunds)).toMatchObject([{ state: 'sent' }]);
    t.advanceMinutes(2);
    await sweepRefunds(t.context);
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
    expect(await t.context.db.select().from(refunds)).toMatchObject([{ state: 'succeeded' }]);
    await sweepRefunds(t.context);
    expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
  },
);

test('F24e: killed between requesting a refund and sending it, the sweep sends it', async () => {
  const { id, paymentIntentId } = await aPaidOrder(t);
  t.context.gateway = { ...gateway, createRefund: () => Promise.reject(new Error('no answer')) };
  await staffClient.delete(`/api/admin/orders/${id}`);
  restart();
  await t.context.db.update(refunds).set({ state: 'wanted' });
  t.advanceMinutes(2);
  expect(await sweepRefunds(t.context)).toBe(1);
  expect(await refundsAtGateway(t, paymentIntentId)).toHaveLength(1);
});
