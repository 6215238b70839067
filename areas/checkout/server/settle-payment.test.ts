import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots, holds } from '#areas/order-book/server/tables/slots.ts';
import { gatewayEvents, ledgerEntries } from '#areas/order-book/server/tables/payments.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders, people } from '#areas/order-book/server/tables/orders.ts';
import { endCheckout } from '#areas/checkout/server/end-checkout.ts';
import { claimDue } from '#platform/server/queue/due-work.ts';
import { checkoutWork, expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import {
  anItem,
  anOpenCheckout,
  anOrder,
  checkOut,
  day,
  DECLINED_CARD,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { withWebhooks } from '#quality/support/webhooks.ts';

let t: TestApp;
let menu: MealReply[];

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  menu = await menuOf(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
});

const allOrders = () => t.context.db.select().from(orders);
const allSlots = () =>
  t.context.db.select().from(deliverySlots).orderBy(deliverySlots.date, deliverySlots.window);

describe('a payment that succeeded', () => {
  test('becomes one order that matches the quote exactly', async () => {
    const lunches = menu.filter((meal) => meal.mealType === 'lunch' && meal.freezable);
    const dinners = menu.filter((meal) => meal.mealType === 'dinner' && meal.freezable);
    const orderData = anOrder(menu, {
      people: [
        { name: 'Mia', calorieTarget: 1500 },
        { name: 'Ben', calorieTarget: 1800 },
        { name: 'Ava', calorieTarget: 1200 },
      ],
      orderItems: [
        anItem(lunches[0]!, { personName: 'Mia', mealDate: day(1) }),
        anItem(dinners[1]!, { personName: 'Ben', mealDate: day(5) }),
        anItem(lunches[2]!, { personName: 'Ben', mealDate: day(0) }),
      ],
    });
    const { checkout } = await anOpenCheckout(t, orderData);
    expect((await pay(t, checkout)).statusCode).toBe(200);
    const placed = await place(t, checkout.paymentIntentId, orderData);
    expect(placed.statusCode, placed.body).toBe(200);
    expect(placed.json().orderNumber).toMatch(/^RT-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);

    const [order] = await allOrders();
    expect(order).toMatchObject({
      number: placed.json().orderNumber,
      status: 'confirmed',
      pendingReason: null,
      phone: '+61412345678',
      lastName: 'Nguyễn',
      addressLine1: '12 Shore Street West',
      addressLine2: 'Unit 3',
      suburb: 'Cleveland',
      postcode: '4163',
      deliveryType: 'weekly',
      deliveryFeeCents: 2 * 599,
      totalCents: Math.round(Number(checkout.quote.total) * 100),
    });
    expect(await t.context.db.select().from(people)).toHaveLength(3);
    expect(await t.context.db.select().from(orderItems)).toHaveLength(3);
    expect(await allSlots()).toMatchObject([{ date: day(0), held: 0, booked: 1 }]);
    expect(await t.context.db.$count(holds)).toBe(0);
    expect(await t.context.db.select().from(ledgerEntries)).toMatchObject([
      {
        kind: 'capture',
        amountCents: order?.totalCents,
        paymentIntentId: checkout.paymentIntentId,
      },
    ]);
    expect(await t.context.db.select().from(messages)).toMatchObject([
      { kind: 'order_confirmation' },
    ]);

    const tracked = await t.app.inject(`/api/orders/track/${placed.json().trackingToken}`);
    expect(tracked.statusCode).toBe(200);
    const shown = tracked.json<TrackedOrderReply>();
    expect(shown).toMatchObject({
      orderNumber: order?.number,
      total: checkout.quote.total,
      firstName: 'Mia',
    });
    expect(shown.deliveries).toHaveLength(1);
    expect(
      shown.deliveries[0]?.items.map((item) => [
        item.personName,
        item.mealDate,
        item.advice !== null,
      ]),
    ).toEqual([
      ['Mia', day(1), false],
      ['Ben', day(0), false],
      ['Ben', day(5), true],
    ]);
    expect(tracked.body).not.toContain('mia@example.com');
  });

  test('stays one order, however often and from wherever it is settled concurrently', async () => {
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout);
    const id = checkout.paymentIntentId;
    const replies = await Promise.all([
      ...Array.from({ length: 20 }, () => place(t, id)),
      ...Array.from({ length: 5 }, () =>
        // As in a separate process.
        settlePayment({ ...t.context }, id).then((placed) => ({
          json: () => placed,
          statusCode: 200,
        })),
      ),
    ]);
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.json()))).size).toBe(1);
    expect(await allOrders()).toHaveLength(1);
    expect(await allSlots()).toMatchObject([{ held: 0, booked: 1 }]);
    expect(await t.context.db.$count(messages)).toBe(1);
  });

  test('is checked again by a call that arrives while an older one still reads "not paid"', async () => {
    const { checkout } = await anOpenCheckout(t);
    const id = checkout.paymentIntentId;
    const unpaid = await t.context.gateway.retrieveIntent(id);
    const answer = Promise.withResolvers<void>();
    let asked = 0;
    const retrieveIntent = async (asking: string) => {
      asked += 1;
      if (asked > 1) return t.context.gateway.retrieveIntent(asking);
      await answer.promise;
      return unpaid;
    };
    const context = { ...t.context, gateway: { ...t.context.gateway, retrieveIntent } };
    const early = settlePayment(context, id);
    await expect.poll(() => asked).toBe(1);
    await pay(t, checkout);
    const late = settlePayment(context, id);
    answer.resolve();
    await expect(early).rejects.toThrow('has not succeeded');
    expect(await late).toMatchObject({ orderNumber: expect.any(String) });
  });

  test('is settled by the webhook alone when the browser was closed', async () => {
    const { checkout } = await anOpenCheckout(t);
    await withWebhooks(t, async () => {
      await pay(t, checkout);
      await expect.poll(allOrders, { timeout: 10_000 }).toHaveLength(1);
    });
    expect(
      await t.context.db.select().from(gatewayEvents).where(isSuccessOf(checkout.paymentIntentId)),
    ).toMatchObject([{ state: 'processed' }]);
    expect(JSON.stringify(await t.context.db.select().from(gatewayEvents))).not.toContain(
      checkout.clientSecret,
    );
  });

  const isSuccessOf = (intentId: string) =>
    and(
      eq(gatewayEvents.type, 'payment_intent.succeeded'),
      eq(gatewayEvents.paymentIntentId, intentId),
    );

  test('is found and settled when its time runs out, not cancelled', async () => {
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout);
    t.advanceMinutes(16);
    expect(await expireCheckouts(t.context)).toEqual({ ended: 0, paid: 1, waiting: 0 });
    expect(await allOrders()).toMatchObject([{ status: 'confirmed' }]);
  });
});

describe('a payment that has not succeeded', () => {
  test('creates no order and returns 402', async () => {
    const { checkout } = await anOpenCheckout(t);
    expect((await place(t, checkout.paymentIntentId)).statusCode).toBe(402);
    const declined = await pay(t, checkout, DECLINED_CARD);
    expect(declined.statusCode).toBe(402);
    expect((await place(t, checkout.paymentIntentId)).json()).toMatchObject({ code: 'not_paid' });
    expect(await allOrders()).toEqual([]);
  });

  test('may still succeed with another card, on the same hold', async () => {
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout, DECLINED_CARD);
    await pay(t, checkout);
    expect((await place(t, checkout.paymentIntentId)).statusCode).toBe(200);
    expect(await allSlots()).toMatchObject([{ held: 0, booked: 1 }]);
  });

  test('that is not ours or does not exist is not found', async () => {
    expect((await place(t, 'pi_unknown')).statusCode).toBe(404);
    expect((await place(t, '../v1/refunds')).statusCode).toBe(404);
  });
});

describe('time running out', () => {
  test('releases the places only after the gateway has cancelled the intent', async () => {
    const { checkout } = await anOpenCheckout(t);
    t.advanceMinutes(14);
    expect(await expireCheckouts(t.context)).toEqual({ ended: 0, paid: 0, waiting: 0 });
    t.advanceMinutes(2);
    expect(await expireCheckouts(t.context)).toEqual({ ended: 1, paid: 0, waiting: 0 });
    expect(await allSlots()).toMatchObject([{ held: 0, booked: 0 }]);
    expect((await t.context.gateway.retrieveIntent(checkout.paymentIntentId))?.status).toBe(
      'canceled',
    );
    expect((await pay(t, checkout)).statusCode).toBe(400);
  });

  test('keeps the places while the gateway is silent: rather undersold than oversold', async () => {
    await anOpenCheckout(t);
    t.advanceMinutes(16);
    const silent = {
      ...t.context,
      gateway: { ...t.context.gateway, cancelIntent: () => Promise.reject(new Error('no answer')) },
    };
    expect(await expireCheckouts(silent)).toEqual({ ended: 0, paid: 0, waiting: 1 });
    expect(await allSlots()).toMatchObject([{ held: 1 }]);
    expect(await expireCheckouts(t.context)).toEqual({ ended: 1, paid: 0, waiting: 0 });
    expect(await allSlots()).toMatchObject([{ held: 0 }]);
  });

  test('is seen to by one of many processes: each checkout is ended once', async () => {
    for (let count = 0; count < 3; count += 1) await anOpenCheckout(t);
    t.advanceMinutes(16);
    let asked = 0;
    const counting = {
      ...t.context,
      gateway: {
        ...t.context.gateway,
        cancelIntent: (id: string) => {
          asked += 1;
          return t.context.gateway.cancelIntent(id);
        },
      },
    };
    const counts = await Promise.all([1, 2, 3, 4].map(() => expireCheckouts(counting)));
    expect(counts.reduce((sum, { ended }) => sum + ended, 0)).toBe(3);
    expect(asked).toBe(3);
    expect(await allSlots()).toMatchObject([{ held: 0 }]);
  });

  test('comes back to a checkout whose ending was cut off', async () => {
    await anOpenCheckout(t);
    t.advanceMinutes(16);
    await claimDue(t.context, checkoutWork);
    expect(await expireCheckouts(t.context)).toEqual({ ended: 0, paid: 0, waiting: 0 });
    t.advanceMinutes(1);
    expect(await expireCheckouts(t.context)).toEqual({ ended: 1, paid: 0, waiting: 0 });
  });

  test('and a payment at the same instant: one of the two happens, never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { checkout } = await anOpenCheckout(t);
      t.advanceMinutes(16);
      const [paid] = await Promise.all([pay(t, checkout), expireCheckouts(t.context)]);
      await expireCheckouts(t.context);
      const [order] = await t.context.db
        .select()
        .from(orders)
        .where(eq(orders.checkoutId, checkout.checkoutId));
      expect(order !== undefined).toBe(paid.statusCode === 200);
    }
    const [slot] = await allSlots();
    expect(slot).toMatchObject({ held: 0, booked: (await allOrders()).length });
  });

  test('an intent whose id was lost in a crash is found again and cancelled', async () => {
    const { checkout } = await anOpenCheckout(t);
    await t.context.db.update(checkouts).set({ paymentIntentId: null, clientSecret: null });
    t.advanceMinutes(16);
    expect(await expireCheckouts(t.context)).toMatchObject({ ended: 1 });
    expect((await t.context.gateway.retrieveIntent(checkout.paymentIntentId))?.status).toBe(
      'canceled',
    );
  });
});

describe('a payment that arrives after its places were released', () => {
  /** As if the gateway had said "cancelled" and still taken the money. */
  async function releasedThenPaid() {
    const { checkout } = await anOpenCheckout(t);
    const lying = {
      ...t.context,
      gateway: {
        ...t.context.gateway,
        cancelIntent: () => Promise.resolve({ outcome: 'cancelled' as const }),
      },
    };
    const [row] = await t.context.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.id, checkout.checkoutId));
    expect(await endCheckout(lying, row!, 'expired')).toBe('ended');
    await pay(t, checkout);
    return checkout;
  }

  test('gets its places again if they are free', async () => {
    const checkout = await releasedThenPaid();
    expect((await place(t, checkout.paymentIntentId)).statusCode).toBe(200);
    expect(await allOrders()).toMatchObject([{ status: 'confirmed' }]);
    expect(await allSlots()).toMatchObject([{ held: 0, booked: 1 }]);
  });

  test('needs a decision when the slot is full, and takes no place', async () => {
    const checkout = await releasedThenPaid();
    await t.context.db.update(deliverySlots).set({ maxDeliveries: 0 });
    expect((await place(t, checkout.paymentIntentId)).statusCode).toBe(200);
    expect(await allOrders()).toMatchObject([{ status: 'pending', pendingReason: 'slot_full' }]);
    expect(await allSlots()).toMatchObject([{ held: 0, booked: 0 }]);
    expect(await t.context.db.select().from(deliveries)).toMatchObject([{ takesPlace: false }]);
  });

  test('needs a decision when the week has closed', async () => {
    const checkout = await releasedThenPaid();
    t.setNow('2026-01-11T08:00:00Z');
    expect((await place(t, checkout.paymentIntentId)).statusCode).toBe(200);
    expect(await allOrders()).toMatchObject([{ status: 'pending', pendingReason: 'past_cutoff' }]);
  });

  test('does not disturb a newer checkout of the same basket', async () => {
    const { orderData, checkout } = await anOpenCheckout(t);
    const lying = {
      ...t.context,
      gateway: {
        ...t.context.gateway,
        cancelIntent: () => Promise.resolve({ outcome: 'cancelled' as const }),
      },
    };
    const [row] = await t.context.db.select().from(checkouts);
    await endCheckout(lying, row!, 'expired');
    expect((await checkOut(t, orderData)).statusCode).toBe(200);
    await pay(t, checkout);
    expect((await place(t, checkout.paymentIntentId)).statusCode).toBe(200);
  });
});

test('a payment of a different amount than agreed needs a decision', async () => {
  const { checkout } = await anOpenCheckout(t);
  await pay(t, checkout);
  await t.context.db.update(checkouts).set({ totalCents: 1 });
  await place(t, checkout.paymentIntentId);
  expect(await allOrders()).toMatchObject([{ status: 'pending', pendingReason: 'amount_differs' }]);
});

describe('webhooks', () => {
  const send = (body: string, signature?: string) =>
    t.app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers: {
        'content-type': 'application/json',
        ...(signature && { 'stripe-signature': signature }),
      },
      body,
    });

  test('with a wrong signature are refused and not stored', async () => {
    const body = JSON.stringify({ id: 'evt_forged', type: 'payment_intent.succeeded' });
    expect((await send(body)).statusCode).toBe(400);
    expect((await send(body, 't=1,v1=00')).statusCode).toBe(400);
    expect(await t.context.db.$count(gatewayEvents, eq(gatewayEvents.id, 'evt_forged'))).toBe(0);
  });

  test('delivered fifty times concurrently make one order', async () => {
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout);
    const { body, signature } = await signedEvent('evt_twice', checkout.paymentIntentId);
    const replies = await Promise.all(Array.from({ length: 50 }, () => send(body, signature)));
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
    expect(await allOrders()).toHaveLength(1);
  });

  test('about an unknown payment are stored and retried', async () => {
    const { body, signature } = await signedEvent('evt_stranger', 'pi_stranger');
    expect((await send(body, signature)).statusCode).toBe(200);
    expect(
      await t.context.db.select().from(gatewayEvents).where(eq(gatewayEvents.id, 'evt_stranger')),
    ).toMatchObject([{ state: 'unmatched' }]);
  });

  test('that arrive before the browser give the browser the same number', async () => {
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout);
    const { body, signature } = await signedEvent('evt_first', checkout.paymentIntentId);
    await send(body, signature);
    const [order] = await allOrders();
    expect((await place(t, checkout.paymentIntentId)).json().orderNumber).toBe(order?.number);
  });

  async function signedEvent(id: string, intentId: string) {
    const { default: Stripe } = await import('stripe');
    const body = JSON.stringify({
      id,
      object: 'event',
      type: 'payment_intent.succeeded',
      livemode: false,
      data: { object: { id: intentId, object: 'payment_intent' } },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: t.sandbox.webhookSecret,
    });
    return { body, signature };
  }
});

test('ledger entries can be neither changed nor deleted', async () => {
  const { checkout } = await anOpenCheckout(t);
  await pay(t, checkout);
  await place(t, checkout.paymentIntentId);
  const refusal = { cause: { message: 'ledger_entries only takes new rows' } };
  await expect(t.context.db.update(ledgerEntries).set({ amountCents: 1 })).rejects.toMatchObject(
    refusal,
  );
  await expect(t.context.db.delete(ledgerEntries)).rejects.toMatchObject(refusal);
});

test('tracking gives unknown and malformed tokens the same reply', async () => {
  const unknown = await t.app.inject(`/api/orders/track/${'A'.repeat(32)}`);
  const malformed = await t.app.inject('/api/orders/track/%00%27');
  expect([unknown.statusCode, malformed.statusCode]).toEqual([404, 404]);
  expect(malformed.json()).toEqual(unknown.json());
});

test('daily delivery of five dinners makes five deliveries at $2.99 each', async () => {
  const dinner = menu.find((meal) => meal.mealType === 'dinner')!;
  const dinners = [0, 1, 2, 3, 4]
    .map(day)
    .map((date) => anItem(dinner, { mealDate: date, deliveryDate: date }));
  const order = await priced(t, anOrder(menu, { deliveryType: 'daily', orderItems: dinners }));
  expect(order.deliveryFee).toBe('14.95');
  const { checkout } = await anOpenCheckout(t, order);
  await pay(t, checkout);
  await place(t, checkout.paymentIntentId);
  expect(
    (await t.context.db.select().from(deliveries)).map((delivery) => delivery.date).toSorted(),
  ).toEqual([0, 1, 2, 3, 4].map(day));
});
