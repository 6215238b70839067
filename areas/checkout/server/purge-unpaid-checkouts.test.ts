import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purgeUnpaidCheckouts, endCheckout } from '#areas/checkout/server/end-checkout.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { NotPaid } from '#platform/server/errors.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import { aPaidOrder } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, anOpenCheckout, menuOf } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
const CUSTOMER = {
  ...A_CUSTOMER,
  firstName: 'Quokkabeth',
  lastName: 'Zyxwell',
  email: 'quokkabeth@example.com',
  specialInstructions: 'The gate code is 90417',
};
/** Everything that says who it was, in any spelling the database uses. */
const WHO = /quokka|zyxwell|412345678|Shore Street|Cleveland|4163|90417|Theo/i;

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  t.setNow('2026-01-07T02:00:00Z');
  await t.clearOrders();
});
afterAll(() => t.close());

async function anExpiredCheckout() {
  const menu = await menuOf(t);
  const lunch = menu.find((meal) => meal.mealType === 'lunch')!;
  const { checkout } = await anOpenCheckout(t, {
    customer: CUSTOMER,
    orderItems: [anItem(lunch), anItem(lunch, { personName: 'Theo' })],
  });
  t.advanceMinutes(20);
  await expireCheckouts(t.context);
  return checkout;
}

async function rowOf(id: string) {
  const [row] = await t.context.db.select().from(checkouts).where(eq(checkouts.id, id));
  return row!;
}

test('a checkout that was not paid loses its people seven days after its end, and keeps amounts, meals and dates', async () => {
  const { checkoutId } = await anExpiredCheckout();
  const before = await rowOf(checkoutId);
  expect(before.state).toBe('expired');
  expect(JSON.stringify(before)).toMatch(WHO);
  t.advanceMinutes(7 * DAY - HOUR);
  expect(await purgeUnpaidCheckouts(t.context)).toBe(0);
  expect(await rowOf(checkoutId)).toEqual(before);
  t.advanceMinutes(HOUR);
  expect(await purgeUnpaidCheckouts(t.context)).toBe(1);
  expect(await purgeUnpaidCheckouts(t.context)).toBe(0);
  const after = await rowOf(checkoutId);
  expect(JSON.stringify(after)).not.toMatch(WHO);
  expect(after.contentHash).toBe('');
  expect(after.totalCents).toBe(before.totalCents);
  expect(after.frozenOrder.price.totalCents).toBe(before.totalCents);
  expect(after.frozenOrder.drops).toEqual(before.frozenOrder.drops);
  expect(
    after.frozenOrder.items.map(({ mealId, mealDate, personName }) => [
      mealId,
      mealDate,
      personName,
    ]),
  ).toEqual(
    before.frozenOrder.items.map(({ mealId, mealDate }, at) => [
      mealId,
      mealDate,
      `Person ${at + 1}`,
    ]),
  );
});

test('a checkout that was replaced by a changed basket loses them too; a paid or open one does not', async () => {
  const { checkout } = await anOpenCheckout(t, { customer: CUSTOMER });
  await endCheckout(t.context, await rowOf(checkout.checkoutId), 'replaced');
  await aPaidOrder(t, { customer: CUSTOMER });
  const open = await anOpenCheckout(t, { customer: CUSTOMER });
  t.advanceMinutes(8 * DAY);
  expect(await purgeUnpaidCheckouts(t.context)).toBe(1);
  expect((await rowOf(checkout.checkoutId)).purgedAt).not.toBeNull();
  expect(JSON.stringify(await rowOf(open.checkout.checkoutId))).toMatch(WHO);
  const { rows } = await t.context.db.execute<{ paid: string }>(
    sql`select frozen_order::text as paid from checkouts where state = 'paid'`,
  );
  expect(rows[0]?.paid).toMatch(WHO);
});

test('a payment for a checkout without its people, which the gateway should have refused, waits for staff', async () => {
  const { checkoutId, paymentIntentId } = await anExpiredCheckout();
  t.advanceMinutes(8 * DAY);
  await purgeUnpaidCheckouts(t.context);
  await expect(settlePayment(t.context, paymentIntentId)).rejects.toThrow(NotPaid);
  const { gateway } = t.context;
  const late = {
    ...t.context,
    gateway: {
      ...gateway,
      async retrieveIntent(id: string) {
        const intent = await gateway.retrieveIntent(id);
        return intent && { ...intent, status: 'succeeded' as const };
      },
    },
  };
  t.setNow('2026-01-07T03:00:00Z');
  await settlePayment(late, paymentIntentId);
  const [order] = await t.context.db.select().from(orders).where(eq(orders.checkoutId, checkoutId));
  expect(order).toMatchObject({ status: 'pending', pendingReason: 'past_cutoff', phone: '' });
  await checkInvariants(t.context.db);
});
