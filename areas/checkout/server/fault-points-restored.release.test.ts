/** Fault point F32 of docs/reliability.md: an old backup was restored, and orders had been paid since it was made. */
import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeBackup } from '#platform/server/backup/make-backup.ts';
import { restoreBackup } from '#platform/server/backup/restore-backup.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import { webhookMessages } from '#areas/staff/server/tables/webhooks.ts';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { compareBooks } from '#areas/payments/server/compare-books.ts';
import type { Gateway } from '#platform/server/gateway-port.ts';
import { loadShownRatings } from '#areas/customers/server/shown-ratings.ts';
import { createSite } from '#areas/menu/server/site.ts';
import { rebuildOrders } from '#areas/payments/server/rebuild-orders.ts';
import { reconcileYoung } from '#areas/payments/server/reconcile.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { A_CUSTOMER, anItem, day, menuOf } from '#quality/support/an-order.ts';
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

/** The parts of an order that customer and kitchen see. */
async function asSeen(id: number) {
  const {
    id: _id,
    createdAt: _createdAt,
    version: _version,
    refunds: _refunds,
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
    // What was written is lost: not cooked before somebody has asked.
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
  expect(after).toEqual([{ ...first, ...lost }, second]);
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
  const { file } = await makeBackup(t.context.backup, new Date().toISOString());
  const lost = [await aPaidOrder(t), await aPaidOrder(t)];
  const restored = await createEmptyDatabase();
  await restoreBackup(restored.url, file);
  const db = openDatabase(restored.url);
  onTestFinished(async () => {
    await db.$client.end();
    await restored.remove();
  });
  const context = {
    ...t.context,
    db,
    site: createSite({ db, clock: t.context.clock }, t.context.changes, loadShownRatings),
  };
  expect(await rebuildOrders(context, 0)).toEqual({ rebuilt: 2, alarms: [] });
  const numbers = (await db.select().from(orders)).map((order) => order.number);
  expect(numbers.toSorted()).toEqual(
    [kept, ...lost].map(({ orderNumber }) => orderNumber).toSorted(),
  );
  await checkInvariants(db);
  expect((await compareBooks(context, 2, 0)).problems).toEqual([]);
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
