import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reconcileRuns } from '#areas/order-book/server/tables/payments.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { compareBooks } from './check-books.ts';
import { reconcile, reconcileRecent, reconcileYoung } from './reconcile.ts';
import { aPaidOrder } from '#quality/support/a-paid-order.ts';
import { anOpenCheckout, pay } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { atProvider, listenForAlarms, silentGateway } from '#quality/support/gateway-bench.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

/** Each test has a card provider of its own, so its books contain nothing else. */
beforeEach(async () => {
  t = await startTestApp();
});
afterEach(async () => {
  await checkInvariants(t.context.db);
  await t.close();
});

const allRuns = () => t.context.db.select().from(reconcileRuns).orderBy(reconcileRuns.id);

/** A payment opened outside our app; paid like any other. */
async function aForeignPayment(form: Record<string, string>): Promise<string> {
  const intent = (await atProvider(t, 'v1/payment_intents', {
    amount: '1998',
    currency: 'aud',
    ...form,
  })) as { id: string; client_secret: string };
  const checkout = { paymentIntentId: intent.id, clientSecret: intent.client_secret };
  expect((await pay(t, checkout)).statusCode).toBe(200);
  return intent.id;
}

test('each run is recorded, even when there was nothing to do; old ones are deleted', async () => {
  await reconcileYoung(t.context);
  await aPaidOrder(t);
  await reconcileYoung(t.context);
  expect(await allRuns()).toMatchObject([
    { kind: 'young', seen: 0, fixed: 0, alarms: [] },
    { kind: 'young', seen: 1, fixed: 0, alarms: [] },
  ]);
  t.advanceMinutes(31 * 24 * 60);
  await reconcileRecent(t.context);
  expect(await allRuns()).toMatchObject([{ kind: 'recent' }]);
});

test('more than one page of payments is processed', async () => {
  const checkouts = [];
  for (let count = 0; count < 3; count += 1) checkouts.push(await anOpenCheckout(t));
  for (let count = 0; count < 110; count += 1) {
    await atProvider(t, 'v1/payment_intents', { amount: '100', currency: 'aud' });
  }
  for (const { checkout } of checkouts) await pay(t, checkout);
  expect(await reconcileYoung(t.context)).toMatchObject({ seen: 3, fixed: 3 });
  expect(await t.context.db.$count(orders)).toBe(3);
});

test('payments of another shop on the same account are left alone', async () => {
  await aForeignPayment({});
  expect(await reconcileYoung(t.context)).toMatchObject({ seen: 0, fixed: 0, alarms: [] });
  expect((await compareBooks(t.context, 2, 0)).problems).toEqual([]);
});

test('a checkout paid twice keeps its one order, and raises an alarm until that money is refunded', async () => {
  const alarms = listenForAlarms(t);
  const { checkout } = await anOpenCheckout(t);
  await pay(t, checkout);
  await reconcileYoung(t.context);
  const second = await aForeignPayment({ 'metadata[checkout_id]': checkout.checkoutId });
  const run = await reconcileYoung(t.context);
  expect(run.alarms).toEqual([
    `payment ${second} paid checkout ${checkout.checkoutId} a second time`,
  ]);
  expect(alarms).toEqual(['second_payment', 'reconcile']);
  expect(await t.context.db.$count(orders)).toBe(1);
  expect((await compareBooks(t.context, 2, 0)).problems[0]?.examples.join()).toContain(second);
  await atProvider(t, 'v1/refunds', { payment_intent: second });
  expect((await reconcileYoung(t.context)).alarms).toEqual([]);
  expect((await compareBooks(t.context, 2, 0)).problems).toEqual([]);
});

test('while the card provider is silent, no run is recorded', async () => {
  t.context.gateway = await silentGateway(t);
  await expect(reconcileYoung(t.context)).rejects.toThrow('isn’t responding');
  expect(await allRuns()).toEqual([]);
});

test('a manual run goes back as far as requested', async () => {
  const { checkout } = await anOpenCheckout(t);
  await pay(t, checkout);
  expect(await reconcile(t.context, 'by_hand', Date.now() + 3_600_000)).toMatchObject({ seen: 0 });
  expect(await reconcile(t.context, 'by_hand', 0)).toMatchObject({ seen: 1, fixed: 1 });
  const placed = eq(orders.checkoutId, checkout.checkoutId);
  expect(await t.context.db.$count(orders, placed)).toBe(1);
});
