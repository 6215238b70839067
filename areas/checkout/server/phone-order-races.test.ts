/** Many callers, few places: what staff hold for callers is never sold twice, and leaves those online their share. */
import { eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { UNPAID_CHECKOUTS } from '#areas/checkout/server/hold-bounds.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliverySlots, slotBells } from '#areas/order-book/server/tables/slots.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { eraseCustomer } from '#areas/customers/server/erase-customer.ts';
import { sendTexts } from '#areas/messages/server/send-messages.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import { ringBells } from '#areas/checkout/server/bell-routes.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import {
  anOpenedPayment,
  aPhoneOrder,
  openPayment,
  send,
  tokenIn,
} from '#quality/support/a-phone-order.ts';
import {
  A_CUSTOMER,
  anItem,
  anOrder,
  checkOut,
  day,
  menuOf,
  pay,
  priced,
} from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let clerks: StaffClient[];
let lunch: MealReply;

beforeAll(async () => {
  t = await startTestApp({ throttle: true });
  clerks = [await aStaffClient(t, { role: 'phone' }), await aStaffClient(t, { role: 'phone' })];
  lunch = (await menuOf(t)).find(({ mealType }) => mealType === 'lunch')!;
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await t.context.db.delete(messages);
  await t.context.db.delete(throttleCounters);
});
afterEach(() => checkInvariants(t.context.db));

const caller = (n: number) => ({
  ...A_CUSTOMER,
  email: `caller${n}@example.com`,
  phone: `04${String(10_000_000 + n)}`,
});

async function call(n: number, index = 0) {
  const item = anItem(lunch, { mealDate: day(index), deliveryDate: day(index) });
  return priced(t, anOrder([lunch], { customer: caller(n), orderItems: [item] }));
}

const slotOf = async (index = 0) =>
  (
    await t.context.db
      .select()
      .from(deliverySlots)
      .where(eq(deliverySlots.date, day(index)))
  )[0]!;

test('50 calls for 20 places, by two clerks at once: 20 are held, all that pay are delivered, the rest is free again', async () => {
  const calls = await Promise.all(Array.from({ length: 50 }, (_, n) => call(n)));
  const replies = await Promise.all(calls.map((each, n) => send(clerks[n % 2]!, each)));
  const taken = replies.filter(({ statusCode }) => statusCode === 200);
  expect(taken).toHaveLength(20);
  for (const refused of replies.filter(({ statusCode }) => statusCode !== 200))
    expect(refused.json()).toMatchObject({ code: 'slot_full' });
  expect(await slotOf()).toMatchObject({ held: 20, booked: 0, maxDeliveries: 20 });

  const links = taken.map((reply) => reply.json<PhoneOrderReply>());
  const tokens = links.map(({ link }) => tokenIn(link ?? ''));
  const opened: CheckoutReply[] = [];
  for (const token of tokens) opened.push(await anOpenedPayment(t, token));
  // A third pays, a third is cancelled while it pays, and of a third the time is over while some pay.
  await Promise.all([
    ...opened.slice(0, 14).map((each) => pay(t, each)),
    ...links
      .slice(7, 14)
      .map(({ id }, n) => clerks[n % 2]!.post(`/api/admin/phone-orders/${id}/cancel`, {})),
  ]);
  t.advanceMinutes(121);
  await Promise.all([
    ...opened.slice(14, 17).map((each) => pay(t, each)),
    expireCheckouts(t.context),
    expireCheckouts(t.context),
  ]);
  for (const { paymentIntentId } of opened)
    await settlePayment(t.context, paymentIntentId).catch(() => {});
  await expireCheckouts(t.context);

  const paid = await t.context.db.$count(orders, eq(orders.status, 'confirmed'));
  expect(paid).toBeGreaterThanOrEqual(7);
  expect(await slotOf()).toMatchObject({ held: 0, booked: paid });
  for (const { paymentIntentId } of opened) {
    const intent = await t.context.gateway.retrieveIntent(paymentIntentId);
    expect(['succeeded', 'canceled']).toContain(intent?.status);
  }
}, 120_000);

test('a clerk holds for more than anyone online may, and their holds count against nobody', async () => {
  for (let n = 0; n < 12; n += 1) {
    const reply = await send(clerks[0]!, { ...(await call(n)), customer: A_CUSTOMER });
    expect([n, reply.statusCode]).toEqual([n, 200]);
  }
  // 12 of 20 are held: more than the half that unpaid holds may take together.
  const online = await Promise.all(
    Array.from({ length: 4 }, async (_, n) => {
      const order = await call(100 + n);
      return t.app.inject({
        method: 'POST',
        url: '/api/create-payment-intent',
        remoteAddress: `198.51.${n}.7`,
        body: { amount: Number(order.total), orderData: order },
      });
    }),
  );
  expect(online.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  // And the customer for whom staff hold so much may still order online.
  expect(UNPAID_CHECKOUTS.mailbox).toBeLessThan(12);
  const own = await priced(t, anOrder([lunch], { customer: A_CUSTOMER }));
  expect((await checkOut(t, own)).statusCode).toBe(200);
});

test('a place that staff hold for a caller counts as sold; not paid for, those who asked are told of it', async () => {
  const slot = { date: day(0), window: '11:00-13:00' as const };
  await t.context.db.insert(deliverySlots).values({ ...slot, maxDeliveries: 2 });
  for (const n of [1, 2]) expect((await send(clerks[0]!, await call(n))).statusCode).toBe(200);
  const asked = await t.app.inject({
    method: 'POST',
    url: '/api/slot-bells',
    body: { date: slot.date, window: slot.window, email: 'ana@example.com' },
  });
  expect(asked.statusCode, asked.body).toBe(202);
  await t.context.db.update(slotBells).set({ state: 'confirmed' });
  expect(await ringBells(t.context)).toMatchObject({ told: 0 });
  t.advanceMinutes(121);
  await expireCheckouts(t.context);
  expect(await ringBells(t.context)).toMatchObject({ told: 1 });
  expect(await slotOf()).toMatchObject({ held: 0, booked: 0 });
});

test('a caller who calls twice, at two clerks at once, has two orders; paying one leaves the other to end', async () => {
  const [first, second] = await Promise.all(
    clerks.map(async (clerk) => (await send(clerk, await call(1))).json<PhoneOrderReply>()),
  );
  expect(first!.id).not.toBe(second!.id);
  const opened = await anOpenedPayment(t, tokenIn(first!.link!));
  await pay(t, opened);
  await settlePayment(t.context, opened.paymentIntentId);
  const again = (await openPayment(t, tokenIn(second!.link!))).json<CheckoutReply>();
  expect(again.justOrdered).toBe(true);
  t.advanceMinutes(121);
  await expireCheckouts(t.context);
  expect(await slotOf()).toMatchObject({ held: 0, booked: 1 });
});

test('erasing a caller erases what was texted to them before there was an order', async () => {
  const { id } = await aPhoneOrder(t, clerks[0]!);
  await sendTexts(t.context);
  await clerks[0]!.post(`/api/admin/phone-orders/${id}/cancel`, { notify: false });
  await eraseCustomer(t.context, null, A_CUSTOMER.email);
  const about = await t.context.db
    .select()
    .from(messages)
    .where(inArray(messages.kind, ['phone_order_link', 'phone_order_cancelled']));
  expect(about).toHaveLength(2);
  for (const { recipient, mail, textMessage, facts } of about)
    expect({ recipient, mail, textMessage, facts }).toEqual({
      recipient: '',
      mail: null,
      textMessage: null,
      facts: {},
    });
});
