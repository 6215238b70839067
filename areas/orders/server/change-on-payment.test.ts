/** What a change needs is held unpaid by others: its payment is approved first, and taken once that is its own. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { writeEmail } from '#areas/messages/server/write-email.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { ChangeQuoteReply, PaymentDueReply } from '#areas/order-book/calls/order-change.ts';
import type { PreparedItem } from '#areas/order-book/rules/prepared-order.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { orderChanges, topUps } from '#areas/order-book/server/tables/order-changes.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { endTopUps } from './top-ups.ts';
import { finishChanges } from './waiting-change.ts';
import { reconcileYoung } from '#areas/payments/server/reconcile.ts';
import { Unavailable } from '#platform/server/errors.ts';
import type { Gateway } from '#platform/server/gateway-port.ts';
import {
  aPaidOrder,
  aStaffClient,
  refundsAtGateway,
  trackingTokenOf,
} from '#quality/support/a-paid-order.ts';
import {
  A_CUSTOMER,
  anItem,
  anOpenCheckout,
  day,
  DELIVERY_WINDOWS,
  menuOf,
  pay,
  place,
} from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { providerLedger } from '#quality/support/gateway-bench.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

const LOSES_THE_ANSWER = '4000 0000 0000 9318';
const NEVER_CAPTURED = '4000 0000 0000 9300';
const SILENCE = () => Promise.reject(new Unavailable('payment_unavailable', 'no answer'));

let t: TestApp;
let lunch: MealReply;
let gateway: Gateway;
let id: number;
let token: string;
let holder: CheckoutReply;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  lunch = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch')!;
  gateway = t.context.gateway;
});
afterAll(() => t.close());
/** An order for Tuesday; the only place of Wednesday is held by someone who has not paid. */
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await t.context.db.delete(deliverySlots);
  await t.context.db.insert(deliverySlots).values({
    date: day(1),
    window: DELIVERY_WINDOWS[0],
    maxDeliveries: 1,
  });
  ({ id } = await aPaidOrder(t, { orderItems: [anItem(lunch)] }));
  token = await trackingTokenOf(t, id);
  ({ checkout: holder } = await anOpenCheckout(t, {
    customer: { ...A_CUSTOMER, email: 'holder@example.com', phone: '0420000001' },
    orderItems: [onWednesday()],
  }));
});
afterEach(async () => {
  t.context.gateway = gateway;
  await checkInvariants(t.context.db);
  const taken = (await providerLedger(t)).payment_intents.filter((one) => one.amount_received > 0);
  expect(await t.context.db.$count(payments)).toBe(taken.length);
  const { booked = 0, maxDeliveries = 0 } = (await wednesday()) ?? {};
  expect(booked).toBeLessThanOrEqual(maxDeliveries);
});

function onWednesday(): PreparedItem {
  return anItem(lunch, { mealDate: day(1), deliveryDate: day(1) });
}
/** Delivered on Wednesday instead, with a lunch more. */
const MORE = () => ({
  orderItems: [onWednesday(), { ...onWednesday(), mealDate: day(2) }],
  onPayment: true,
});
const send = (what: 'quote' | 'change', body: object) =>
  t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/${what}`, body });
async function due(): Promise<PaymentDueReply> {
  const reply = await send('change', MORE());
  expect(reply.statusCode, reply.body).toBe(402);
  return reply.json<PaymentDueReply>();
}
const finish = ({ paymentIntentId }: PaymentDueReply) => send('change', { paymentIntentId });
const statusOf = async ({ paymentIntentId }: { paymentIntentId: string }) =>
  (await gateway.retrieveIntent(paymentIntentId))?.status;
const wednesday = async () =>
  (await t.context.db.select().from(deliverySlots)).find(({ date }) => date === day(1));
const statesOf = async () =>
  (await t.context.db.select().from(orderChanges)).map((one) => one.state);
/** The emails that say that nothing was charged. */
async function told(): Promise<string[]> {
  const rows = await t.context.db.select().from(messages).where(eq(messages.kind, 'not_ordered'));
  const emails = await Promise.all(rows.map((row) => writeEmail(t.context, row, 'now')));
  return emails.map((email) => `${email?.subject} ${email?.text}`.replaceAll(/\s+/g, ' '));
}

test('is quoted and opened on payment, and holds nothing', async () => {
  const quote = (await send('quote', MORE())).json<ChangeQuoteReply>();
  expect(quote).toMatchObject({ place: 'on_payment' });
  expect(quote).not.toHaveProperty('blocked');
  expect(await due()).toMatchObject({ place: 'on_payment' });
  expect(await wednesday()).toMatchObject({ held: 1, booked: 0 });
});

test('is full for a caller that does not know of it, and for everyone once it is sold or closed', async () => {
  const unaware = { orderItems: MORE().orderItems };
  expect((await send('change', unaware)).json()).toMatchObject({ code: 'slot_full' });
  await t.context.db.update(deliverySlots).set({ isActive: false });
  expect((await send('change', MORE())).json()).toMatchObject({ code: 'slot_full' });
  await t.context.db.update(deliverySlots).set({ isActive: true });
  await pay(t, holder);
  await place(t, holder.paymentIntentId);
  expect((await send('change', MORE())).json()).toMatchObject({ code: 'slot_full' });
});

test('once approved, the hold gives way, the money is taken and the change is made', async () => {
  const payment = await due();
  expect((await pay(t, payment)).json()).toMatchObject({ status: 'requires_capture' });
  const made = await finish(payment);
  expect(made.statusCode, made.body).toBe(200);
  expect(await statesOf()).toEqual(['applied']);
  expect([await statusOf(payment), await statusOf(holder)]).toEqual(['succeeded', 'canceled']);
  expect(await wednesday()).toMatchObject({ held: 0, booked: 1 });
  expect((await finish(payment)).statusCode).toBe(200);
});

test('with the browser closed, the provider’s books do the same', async () => {
  const payment = await due();
  await pay(t, payment);
  expect(await reconcileYoung(t.context)).toMatchObject({ alarms: [] });
  expect(await finishChanges(t.context)).toEqual({ finished: 1 });
  expect(await statesOf()).toEqual(['applied']);
});

test('an answer to the capture that is lost every time is found at the intent', async () => {
  const payment = await due();
  await pay(t, payment, LOSES_THE_ANSWER);
  expect((await finish(payment)).statusCode).toBe(200);
  expect(await statesOf()).toEqual(['applied']);
});

test('no answer to the capture keeps what is held by now, for the next attempt', async () => {
  const payment = await due();
  await pay(t, payment);
  t.context.gateway = { ...gateway, captureIntent: SILENCE };
  expect((await finish(payment)).statusCode).toBe(503);
  expect(await wednesday()).toMatchObject({ held: 1, booked: 0 });
  expect(await statusOf(holder)).toBe('canceled');
  t.context.gateway = gateway;
  expect((await finish(payment)).statusCode).toBe(200);
  expect(await wednesday()).toMatchObject({ held: 0, booked: 1 });
});

test('while the gateway is silent the hold of the other stays, and the customer waits', async () => {
  const payment = await due();
  await pay(t, payment);
  t.context.gateway = { ...gateway, cancelIntent: SILENCE };
  expect((await finish(payment)).json()).toMatchObject({ code: 'place_pending' });
  expect(await wednesday()).toMatchObject({ held: 1, booked: 0 });
  expect(await statusOf(payment)).toBe('requires_capture');
  t.context.gateway = gateway;
  expect((await finish(payment)).statusCode).toBe(200);
});

test('the other has paid meanwhile: the approval is let go, and the order is as it was', async () => {
  const payment = await due();
  await pay(t, payment);
  await pay(t, holder);
  const gone = await finish(payment);
  expect(gone.statusCode).toBe(409);
  expect(gone.json()).toMatchObject({ code: 'slot_full' });
  expect([await statusOf(payment), await statusOf(holder)]).toEqual(['canceled', 'succeeded']);
  expect(await statesOf()).toEqual(['ended']);
  expect(await wednesday()).toMatchObject({ held: 0, booked: 1 });
  expect(await told()).toEqual([
    expect.stringContaining('The last place for your change of order'),
  ]);
  await finish(payment);
  expect(await told(), 'once').toHaveLength(1);
});

test('with the browser closed, who can no longer have the place hears that nothing was charged', async () => {
  const payment = await due();
  await pay(t, payment);
  await pay(t, holder);
  await reconcileYoung(t.context);
  expect(await statusOf(payment)).toBe('canceled');
  const [words] = await told();
  expect(words).toContain('Not changed, not charged');
  expect(words).toContain('your card was not charged for it');
  const [topUp] = await t.context.db.select().from(topUps);
  expect(words).toContain(`Your bank may show ${formatDollars(topUp!.amountCents)} as pending`);
  expect(words).toContain(`/track/${token}`);
});

test('what nobody had approved ends without a word', async () => {
  await due();
  t.advanceMinutes(20);
  expect(await endTopUps(t.context)).toMatchObject({ ended: 1 });
  expect(await told()).toEqual([]);
});

test('the order has changed meanwhile: an approval is let go', async () => {
  const payment = await due();
  await pay(t, payment);
  const staffClient = await aStaffClient(t);
  const { version } = await staffClient.order(id);
  await staffClient.delete(`/api/admin/orders/${id}?version=${version}`);
  expect((await finish(payment)).json()).toMatchObject({ code: 'hold_ended' });
  expect(await statusOf(payment)).toBe('canceled');
  expect(await statusOf(holder)).not.toBe('canceled');
});

test('money that was taken for a change that is refused goes back by itself', async () => {
  const payment = await due();
  await pay(t, payment);
  await settlePayment(t.context, payment.paymentIntentId);
  const staffClient = await aStaffClient(t);
  const { version } = await staffClient.order(id);
  await staffClient.delete(`/api/admin/orders/${id}?version=${version}&refund=none&reason=Test`);
  await finishChanges(t.context);
  expect(await statesOf()).toEqual(['refused']);
  expect(await refundsAtGateway(t, payment.paymentIntentId)).toHaveLength(1);
  expect(await wednesday()).toMatchObject({ held: 0, booked: 0 });
});

test('money that can never be taken ends the change, and gives the place back', async () => {
  const payment = await due();
  await pay(t, payment, NEVER_CAPTURED);
  expect((await finish(payment)).json()).toMatchObject({ code: 'hold_ended' });
  expect(await statesOf()).toEqual(['ended']);
  expect(await wednesday()).toMatchObject({ held: 0, booked: 0 });
});

test('an approval that nobody settles is let go when its time is over, and one that we do not know at once', async () => {
  const payment = await due();
  await pay(t, payment);
  t.advanceMinutes(20);
  expect(await endTopUps(t.context)).toMatchObject({ ended: 1 });
  expect(await statusOf(payment)).toBe('canceled');
  expect(await told()).toEqual([
    expect.stringContaining('could no longer be made after your bank approved'),
  ]);
  expect(await finishChanges(t.context)).toEqual({ finished: 1 });
  t.setNow(AN_ORDINARY_WEDNESDAY);
  const other = await due();
  await pay(t, other);
  await t.context.db.delete(orderChanges);
  await t.context.db.delete(topUps);
  expect(await reconcileYoung(t.context)).toMatchObject({ fixed: 1 });
  expect(await statusOf(other)).toBe('canceled');
});
