/** Payments on top of orders in the books, and in an old backup. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TopUpReply } from '#areas/order-book/calls/orders.ts';
import { compareBooks } from '#areas/payments/server/check-books.ts';
import { rebuildOrders, reconcile } from '#areas/payments/server/reconcile.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { topUps } from '#areas/order-book/server/tables/order-changes.ts';
import { aStaffClient, type StaffClient, orderThatOwes } from '#quality/support/a-paid-order.ts';
import { pay } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;

beforeAll(async () => {
  t = await startTestApp();
  staffClient = await aStaffClient(t);
});
afterAll(() => t.close());

async function aPaidTopUp() {
  const order = await orderThatOwes(t, staffClient);
  const url = `/api/orders/track/${order.token}/pay`;
  await pay(t, (await t.app.inject({ method: 'POST', url })).json<TopUpReply>());
  return order;
}

test('a payment on top that nobody told us of is found by reconciling, and both books agree', async () => {
  const { id } = await aPaidTopUp();
  const run = await reconcile(t.context, 'young', Date.now() - 60_000);
  expect(run).toMatchObject({ fixed: 1, alarms: [] });
  expect((await staffClient.order(id)).balance).toBe('0.00');
  const { problems, days } = await compareBooks(t.context, 1, 0);
  expect(problems).toEqual([]);
  expect(days[0]?.ours).toEqual(days[0]?.provider);
  await checkInvariants(t.context.db);
});

test('a payment on top that an old backup does not know is added to its order again', async () => {
  const { id } = await aPaidTopUp();
  const before = await t.context.db.$count(payments);
  await t.context.db.delete(topUps).where(eq(topUps.orderId, id));
  expect(await rebuildOrders(t.context, 0)).toEqual({ rebuilt: 0, alarms: [] });
  expect((await staffClient.order(id)).balance).toBe('0.00');
  expect(await t.context.db.$count(payments)).toBe(before + 1);
  await checkInvariants(t.context.db);
});
