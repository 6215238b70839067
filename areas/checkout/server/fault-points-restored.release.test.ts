/** Fault point F32 of docs/reliability.md: an old backup was restored, and orders had been paid since it was made. */
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeBackup } from '#platform/server/backup/make-backup.ts';
import { restoreBackup } from '#platform/server/backup/read-backup.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import { webhookMessages } from '#areas/staff/server/tables/webhooks.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { captureApprovals } from '#areas/orders/server/top-ups.ts';
import type { Context } from '#platform/server/context.ts';
import { Unavailable } from '#platform/server/errors.ts';
import { compareBooks } from '#areas/payments/server/check-books.ts';
import type { Gateway } from '#platform/server/gateway-port.ts';
import { loadShownRatings } from '#areas/customers/server/rating-emails.ts';
import { createSite } from '#areas/menu/server/site.ts';
import { rebuildOrders, reconcileYoung } from '#areas/payments/server/reconcile.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { providerLedger } from '#quality/support/gateway-bench.ts';
import {
  A_CUSTOMER,
  anItem,
  anOrder,
  day,
  DELIVERY_WINDOWS,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { createEmptyDatabase } from '#quality/support/test-database.ts';

let t: TestApp;
let staffClient: StaffClient;
let gateway: Gateway;

/** Each test has a card provider of its own, so its books contain nothing else. */
beforeEach(async () => {
  t = await startTestApp({ isOwn: true });
  staffClient = await aStaffClient(t);
  gateway = t.context.gateway;
});
afterEach(async () => {
  await checkInvariants(t.context.db);
  await t.close();
});

const orderPath = (id: number) => `/api/admin/orders/${id}`;

/** Everything since then is lost; the menu and the settings were in the backup. */
const restoreOldBackup = () => t.loseOrders();

/** A process on another database, into which this backup was restored. The card provider knows all that happened since. */
async function restoredFrom(file: string): Promise<Context> {
  const restored = await createEmptyDatabase();
  await restoreBackup(restored.url, file);
  const db = openDatabase(restored.url);
  onTestFinished(async () => {
    await db.$client.end();
    await restored.remove();
  });
  const site = createSite({ db, clock: t.context.clock }, t.context.changes, loadShownRatings);
  return { ...t.context, db, site };
}

/** The parts of an order that customer and kitchen see. */
async function asSeen(id: number) {
  const {
    id: _id,
    createdAt: _createdAt,
    version: _version,
    refunds: _refunds,
    personIds: _personIds,
    orderItems,
    deliveries,
    ...seen
  } = await staffClient.order(id);
  return {
    ...seen,
    orderItems: orderItems.map(({ id: _itemId, ...item }) => item),
    deliveries: deliveries.map(({ id: _deliveryId, ...delivery }) => delivery),
  };
}

test('F32: loses no paid order: number, meals, people, dates, prices and places are rebuilt', async () => {
  const menu = await menuOf(t);
  const dinner = menu.find((meal) => meal.mealType === 'dinner')!;
  const lunch = menu.find((meal) => meal.mealType === 'lunch')!;
  const daily = await aPaidOrder(t, {
    deliveryType: 'daily',
    customer: {
      ...A_CUSTOMER,
      firstName: 'Anne Marie',
      lastName: 'de Groot',
      specialInstructions: 'Ring twice',
    },
    orderItems: [0, 1, 2, 3, 5].flatMap((index) => {
      const at = { mealDate: day(index), deliveryDate: day(index) };
      const late = { deliveryWindow: '16:00-18:00' } as const;
      return [
        anItem(lunch, { ...at, personName: 'Mia', ...(index === 2 && late) }),
        anItem(dinner, { ...at, personName: 'Zoë 王', ...(index === 2 && late) }),
      ];
    }),
  });
  const weekly = await aPaidOrder(t);
  const cancelled = await aPaidOrder(t);
  await staffClient.delete(orderPath(cancelled.id));
  const before = [await asSeen(daily.id), await asSeen(weekly.id)];
  const slots = t.context.db
    .select({
      date: deliverySlots.date,
      window: deliverySlots.window,
      booked: deliverySlots.booked,
    })
    .from(deliverySlots)
    .orderBy(asc(deliverySlots.date), asc(deliverySlots.window));
  const slotsBefore = await slots;

  await restoreOldBackup();
  await t.context.db
    .insert(deliverySlots)
    .values({ date: day(0), window: '11:00-13:00', maxDeliveries: 0 });
  expect((await reconcileYoung(t.context)).alarms).toContainEqual(
    expect.stringContaining('npm run reconcile -- --rebuild'),
  );
  expect(await rebuildOrders(t.context, 0)).toEqual({ rebuilt: 3, alarms: [] });

  const rebuilt = await t.context.db.select().from(orders).orderBy(asc(orders.id));
  expect(rebuilt.map((order) => [order.number, order.status])).toEqual([
    // What was written is lost: not cooked before someone has asked.
    [daily.orderNumber, 'pending'],
    [weekly.orderNumber, 'confirmed'],
    [cancelled.orderNumber, 'cancelled'],
  ]);
  const after = await Promise.all(rebuilt.slice(0, 2).map(({ id }) => asSeen(id)));
  const [first, second] = before;
  const lost = {
    customer: { ...first!.customer, specialInstructions: expect.stringContaining('lost') },
    status: 'pending',
    pendingReason: 'recipe_changed',
    onHold: Array.from(first!.orderItems, () => expect.stringContaining('nobody has answered')),
  };
  // With its receipt; before, none was issued yet.
  const receipt = { gst: null };
  expect(after).toEqual([
    { ...first, ...lost, ...receipt },
    { ...second, ...receipt },
  ]);
  expect(await slots).toEqual(slotsBefore);
  expect(await rebuildOrders(t.context, 0)).toEqual({ rebuilt: 0, alarms: [] });
  expect((await compareBooks(t.context, 2, 0)).problems).toEqual([]);
});

test('F32: a payment that does not say what was ordered is an alarm, not an order', async () => {
  const { paymentIntentId } = await aPaidOrder(t);
  await restoreOldBackup();
  t.context.gateway = {
    ...gateway,
    async listIntentsSince(from) {
      const listed = await gateway.listIntentsSince(from);
      return listed.map((intent) => ({ ...intent, metadata: { order_0: '{"v":2}' } }));
    },
  };
  const { rebuilt, alarms } = await rebuildOrders(t.context, 0);
  expect(rebuilt).toBe(0);
  expect(alarms.join()).toContain(paymentIntentId);
  t.context.gateway = gateway;
  expect(await rebuildOrders(t.context, 0)).toEqual({ rebuilt: 1, alarms: [] });
});

test('F32: a real backup, restored into another database, regains the orders paid after it', async () => {
  const kept = await aPaidOrder(t);
  const { file } = await makeBackup({ ...t.context.backup, key: null }, new Date().toISOString());
  const lost = [await aPaidOrder(t), await aPaidOrder(t)];
  const context = await restoredFrom(file);
  const { db } = context;
  expect(await rebuildOrders(context, 0)).toEqual({ rebuilt: 2, alarms: [] });
  const numbers = (await db.select().from(orders)).map((order) => order.number);
  expect(numbers.toSorted()).toEqual(
    [kept, ...lost].map(({ orderNumber }) => orderNumber).toSorted(),
  );
  await checkInvariants(db);
  expect((await compareBooks(context, 2, 0)).problems).toEqual([]);
});

describe('F32: a backup that was made while a bank’s approval was open', () => {
  const SILENCE = () => Promise.reject(new Unavailable('payment_unavailable', 'no answer'));

  /** One holds the only place and does not pay; another was approved for it. */
  async function anApproval() {
    const [window] = DELIVERY_WINDOWS;
    await t.context.db.insert(deliverySlots).values({ date: day(0), window, maxDeliveries: 1 });
    const [lunch] = await menuOf(t);
    const open = async (n: number) => {
      const customer = { ...A_CUSTOMER, email: `buyer${n}@example.com`, phone: `042000000${n}` };
      const orderData = await priced(t, anOrder([lunch!], { customer }));
      const reply = await t.app.inject({
        method: 'POST',
        url: '/api/create-payment-intent',
        body: { amount: Number(orderData.total), orderData, onPayment: true },
      });
      return reply.json<CheckoutReply>();
    };
    const holder = await open(1);
    const buyer = await open(2);
    expect(buyer).toMatchObject({ place: 'on_payment' });
    await pay(t, buyer);
    return { holder, buyer };
  }

  /** All that runs by the clock, until nothing is left to do. */
  async function letTheClockRun(context: Context) {
    for (let run = 0; run < 3; run += 1) {
      await reconcileYoung(context);
      await captureApprovals(context);
      t.advanceMinutes(20);
      await expireCheckouts(context);
    }
  }

  async function chargedFor({ paymentIntentId }: CheckoutReply) {
    const all = (await providerLedger(t)).payment_intents;
    const intent = all.find(({ id }) => id === paymentIntentId);
    return intent && { status: intent.status, received: intent.amount_received };
  }

  const ordersIn = async ({ db }: Pick<Context, 'db'>, { paymentIntentId }: CheckoutReply) =>
    db
      .select({ status: orders.status, cents: payments.amountCents })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.paymentIntentId, paymentIntentId));

  async function isInBalance(context: Context) {
    await checkInvariants(context.db);
    expect((await compareBooks(context, 2, 0)).problems).toEqual([]);
  }

  const SINCE = {
    'nothing has happened since': async () => {},
    'it was booked and taken since': async ({ buyer }: { buyer: CheckoutReply }) => {
      expect((await place(t, buyer.paymentIntentId)).statusCode).toBe(200);
    },
  };
  test.each(Object.keys(SINCE) as (keyof typeof SINCE)[])(
    'is one order, charged once: %s',
    async (what) => {
      const approval = await anApproval();
      const { file } = await makeBackup(
        { ...t.context.backup, key: null },
        new Date().toISOString(),
      );
      await SINCE[what](approval);
      const context = await restoredFrom(file);
      await letTheClockRun(context);
      const charged = await chargedFor(approval.buyer);
      expect(charged).toMatchObject({ status: 'succeeded' });
      expect(await ordersIn(context, approval.buyer)).toMatchObject([{ cents: charged!.received }]);
      expect(await ordersIn(context, approval.holder)).toEqual([]);
      expect(await chargedFor(approval.holder)).toEqual({ status: 'canceled', received: 0 });
      await isInBalance(context);
    },
  );

  test('is no order and no charge when it was let go since, for the other had paid', async () => {
    const { holder, buyer } = await anApproval();
    const { file } = await makeBackup({ ...t.context.backup, key: null }, new Date().toISOString());
    await pay(t, holder);
    expect((await place(t, holder.paymentIntentId)).statusCode).toBe(200);
    expect((await place(t, buyer.paymentIntentId)).statusCode).toBe(409);
    t.advanceMinutes(11);
    await expireCheckouts(t.context);
    const context = await restoredFrom(file);
    await letTheClockRun(context);
    expect(await ordersIn(context, buyer)).toEqual([]);
    expect(await chargedFor(buyer)).toEqual({ status: 'canceled', received: 0 });
    expect(await ordersIn(context, holder)).toHaveLength(1);
    await isInBalance(context);
  });

  test.each([true, false])(
    'after its order was booked, before the money was taken: charged once (taken since: %s)',
    async (isTaken) => {
      const { buyer } = await anApproval();
      t.context.gateway = { ...gateway, captureIntent: SILENCE };
      await place(t, buyer.paymentIntentId);
      t.context.gateway = gateway;
      expect(await chargedFor(buyer)).toMatchObject({ status: 'requires_capture' });
      const { file } = await makeBackup(
        { ...t.context.backup, key: null },
        new Date().toISOString(),
      );
      if (isTaken) await captureApprovals(t.context);
      const context = await restoredFrom(file);
      await letTheClockRun(context);
      const charged = await chargedFor(buyer);
      expect(charged).toMatchObject({ status: 'succeeded' });
      expect(await ordersIn(context, buyer)).toEqual([
        { status: 'confirmed', cents: charged!.received },
      ]);
      await isInBalance(context);
      if (!isTaken) await captureApprovals(t.context);
    },
  );
});

test('F32: other programs hear of a rebuilt order again only where the event was lost, under its former id', async () => {
  const added = await staffClient.post('/api/admin/webhooks', {
    url: 'http://127.0.0.1:9/',
    events: ['order.paid', 'refund.succeeded'],
  });
  expect(added.statusCode, added.body).toBe(201);
  const kept = await aPaidOrder(t);
  const cancelled = await aPaidOrder(t);
  await staffClient.delete(orderPath(cancelled.id));
  const events = async () => {
    const rows = await t.context.db
      .select({ type: webhookMessages.type, key: webhookMessages.key })
      .from(webhookMessages)
      .orderBy(asc(webhookMessages.key));
    return rows;
  };
  const before = await events();
  expect(before.map(({ type }) => type).toSorted()).toEqual([
    'order.paid',
    'order.paid',
    'refund.succeeded',
  ]);

  await restoreOldBackup();
  expect(await rebuildOrders(t.context, 0)).toEqual({ rebuilt: 2, alarms: [] });
  expect(await events(), 'known: not told again').toEqual(before);

  await restoreOldBackup();
  await t.context.db.delete(webhookMessages);
  expect(await rebuildOrders(t.context, 0)).toEqual({ rebuilt: 2, alarms: [] });
  expect(await events(), 'lost: told again, under the same ids').toEqual(before);
  const numbers = await t.context.db.select({ number: orders.number }).from(orders);
  expect(numbers.map(({ number }) => number).toSorted()).toEqual(
    [kept.orderNumber, cancelled.orderNumber].toSorted(),
  );
});
