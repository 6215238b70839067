import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { deliverySlots, holds } from '#areas/order-book/server/tables/slots.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { armCrashPoint, CRASH_POINTS, parseCrashAt } from '#platform/server/crash-points.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { endCheckout } from '#areas/checkout/server/end-checkout.ts';
import { receiveGatewayEvent } from '#areas/payments/server/receive-gateway-event.ts';
import { syncRefunds } from '#areas/order-book/server/sync-refunds.ts';
import { aPaidOrder, aStaffClient } from '#quality/support/a-paid-order.ts';
import { anOpenCheckout, anOrder, menuOf, pay, place, priced } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

/** Each point must be reached by the flow it is named after, or the chaos suite would kill nothing. */
describe('contract with drizzle-orm: every crash point', () => {
  const passed = new Set<string>();
  let t: TestApp;
  const disarm: (() => void)[] = [];

  beforeAll(async () => {
    t = await startTestApp();
    const { gateway, mailer } = t.context;
    for (const name of Object.keys(CRASH_POINTS)) {
      disarm.push(armCrashPoint(t.context, name, () => passed.add(name)));
    }
    expect(t.context.gateway).not.toBe(gateway);
    expect(t.context.mailer).not.toBe(mailer);
    const { id, paymentIntentId } = await aPaidOrder(t);
    const event = { type: 'payment_intent.succeeded', livemode: false, paymentIntentId };
    await receiveGatewayEvent(t.context, { ...event, id: 'evt_seen', payload: {} });
    const { checkout } = await anOpenCheckout(t);
    const [row] = await t.context.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.id, checkout.checkoutId));
    await endCheckout(t.context, row!, 'expired');
    const staffClient = await aStaffClient(t);
    await staffClient.delete(`/api/admin/orders/${id}`);
    await syncRefunds(t.context, paymentIntentId);
    await sendMessages(t.context);
    await buyOnPayment(t);
  });
  afterAll(() => {
    for (const stop of disarm) stop();
    return t.close();
  });

  test.each(Object.keys(CRASH_POINTS))('%s is reached', (name) => {
    expect(passed).toContain(name);
  });
});

/** The last place of a window is only held, and another pays for it. */
async function buyOnPayment(t: TestApp): Promise<void> {
  await t.context.db.update(deliverySlots).set({ maxDeliveries: 1, booked: 0, held: 0 });
  await t.context.db.delete(holds);
  await anOpenCheckout(t);
  const orderData = await priced(t, anOrder(await menuOf(t)));
  const url = '/api/create-payment-intent';
  const body = { amount: Number(orderData.total), orderData, onPayment: true };
  const opened = (await t.app.inject({ method: 'POST', url, body })).json<CheckoutReply>();
  await pay(t, opened);
  expect((await place(t, opened.paymentIntentId)).statusCode).toBe(200);
}

test('an unknown crash point is refused, and so is an invalid count', () => {
  expect(() => parseCrashAt('settle/nowhere')).toThrow('is not a crash point');
  expect(() => parseCrashAt('any/before-commit#0')).toThrow('is not a crash point');
  expect(parseCrashAt('any/before-commit#3').times).toBe(3);
});
