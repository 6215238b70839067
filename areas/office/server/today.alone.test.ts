import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { TodayReply } from '#areas/office/calls/today.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { findAlarms } from './find-alarms.ts';
import { readMetrics } from '#areas/office/server/read-metrics.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { ingredients, supplierPacks, suppliers } from '#areas/menu/server/tables/recipes.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import {
  aPaidOrder,
  aStaffClient,
  makeDearer,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import { anItem, day, menuOf } from '#quality/support/an-order.ts';
import { signedInStaff } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { CONFIRMED } from '#quality/support/confirmed.ts';

let t: TestApp;
let office: StaffClient;
let lunch: MealReply;

/** The day of a plain order: its lunch comes between 11am and 1pm. */
const TODAY = day(0);
const at = (date: string, hour: number) =>
  t.setNow(`${date}T${String(hour - 10).padStart(2, '0')}:00:00Z`);

beforeAll(async () => {
  t = await startTestApp();
  office = await aStaffClient(t);
  await office.post('/api/admin/system/backups');
  // No job runs here, which is an alarm once a process is up for five minutes, as this one is on a busy machine.
  vi.spyOn(process, 'uptime').mockReturnValue(60);
  lunch = (await menuOf(t)).find(
    ({ mealType, allergens }) => mealType === 'lunch' && allergens && !allergens.includes('almond'),
  )!;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await t.close();
});
beforeEach(async () => {
  await t.clearOrders();
  await t.context.db.delete(messages);
  t.setNow('2026-01-07T02:00:00Z');
});

async function today(cookie = office.cookie): Promise<TodayReply> {
  const reply = await t.app.inject({ url: '/api/admin/today', headers: { cookie } });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<TodayReply>();
}

/** Without alarms and readings: no job runs here that would send emails while days pass, and nobody measures. */
const kinds = async () =>
  (await office.today())
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'alarm' && kind !== 'check_missing');

async function deliveryOf(orderId: number) {
  const [found] = await t.context.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.orderId, orderId));
  return found!;
}

async function report(orderId: number, status: string, reason = '') {
  const { id } = await deliveryOf(orderId);
  const reply = await office.post('/api/admin/deliveries/status', {
    confirm: CONFIRMED,
    deliveries: [{ id }],
    status,
    reason,
  });
  expect(reply.json()).toMatchObject({ results: [{ ok: true }] });
}

const forMia = () => ({
  people: [{ name: 'Mia', calorieTarget: 1200 as const, allergens: ['almond' as const] }],
  orderItems: [anItem(lunch)],
});

describe('the day', () => {
  test('counts the deliveries of each window by what has become of them', async () => {
    const [out, packed] = [await aPaidOrder(t), await aPaidOrder(t), await aPaidOrder(t)];
    await aPaidOrder(t, { orderItems: [anItem(lunch, { deliveryWindow: '16:00-18:00' })] });
    at(TODAY, 12);
    await report(out.id, 'out');
    await report(packed.id, 'packed');
    const { date, windows } = (await today()).day;
    const none = { planned: 0, cooked: 0, packed: 0, out: 0, delivered: 0, missed: 0 };
    expect({ date, windows }).toEqual({
      date: TODAY,
      windows: [
        {
          window: '11:00-13:00',
          stops: 3,
          late: 0,
          counts: { ...none, out: 1, packed: 1, planned: 1 },
          drivers: [],
        },
        {
          window: '16:00-18:00',
          stops: 1,
          late: 0,
          counts: { ...none, planned: 1 },
          drivers: [],
        },
      ],
    });
  });

  test('without deliveries and troubles is empty, and neither other days nor cancelled orders count', async () => {
    const cancelled = await aPaidOrder(t);
    await office.delete(`/api/admin/orders/${cancelled.id}?refund=none`);
    await aPaidOrder(t, {
      ...forMia(),
      orderItems: [anItem(lunch, { mealDate: day(1), deliveryDate: day(1) })],
    });
    at(TODAY, 22);
    expect((await today()).day.windows).toEqual([]);
    expect(await kinds()).toEqual([]);
  });
});

describe('a delivery is listed', () => {
  test('as late once its window is over, and no longer when it has an ending', async () => {
    const { id } = await aPaidOrder(t);
    at(TODAY, 12);
    expect(await kinds()).toEqual([]);
    at(TODAY, 13);
    expect(await office.today('late')).toEqual([
      {
        key: `late:${TODAY} 11:00-13:00`,
        kind: 'late',
        many: 'late windows',
        level: 'without',
        title: '11am-1pm is late: 1 delivery',
        detail: 'Mia Nguyễn',
        about: 1,
        since: `${TODAY}T03:00:00.000Z`,
        dueAt: null,
        page: 'deliveries',
        action: { label: 'Look', opens: `/admin?tab=deliveries&date=${TODAY}&status=late` },
        canWait: false,
      },
    ]);
    expect((await today()).day.windows).toMatchObject([{ late: 1 }]);
    await report(id, 'delivered');
    expect(await kinds()).toEqual([]);
  });

  test('as missed until someone decides, after midnight too, or its order is cancelled', async () => {
    const { id } = await aPaidOrder(t);
    at(TODAY, 12);
    await report(id, 'missed', 'No one home');
    expect(await office.today('missed')).toMatchObject([
      {
        title: 'Mia Nguyễn, not delivered',
        action: { opens: `/admin?tab=orders&order=${id}` },
      },
    ]);
    at(addDays(TODAY, 1), 12);
    expect(await kinds()).toEqual(['missed']);
    at(TODAY, 12);
    await office.delete(`/api/admin/orders/${id}?refund=none`);
    expect(await kinds()).toEqual([]);
  });

  test('as without an ending from the next day on, one row a day', async () => {
    const { id } = await aPaidOrder(t);
    at(addDays(TODAY, 1), 10);
    expect(await office.today('no_ending')).toMatchObject([
      { title: 'Tue 13 Jan 2026: 1 delivery without an ending', detail: 'Mia Nguyễn' },
    ]);
    await report(id, 'delivered');
    expect(await kinds()).toEqual([]);
  });

  test('when it was flagged', async () => {
    const { id } = await aPaidOrder(t);
    at(TODAY, 12);
    await report(id, 'delivered');
    await t.context.db.update(deliveries).set({ flag: 'two_reports' });
    expect(await office.today('flagged')).toHaveLength(1);
    await t.context.db.update(deliveries).set({ flag: null });
    expect(await kinds()).toEqual([]);
  });

  describe('to be checked', () => {
    const see = (id: number, version: number, cookie = office.cookie) =>
      t.app.inject({
        method: 'POST',
        url: `/api/admin/deliveries/flag-seen/${id}`,
        headers: { cookie, origin: 'http://localhost' },
        payload: { version },
      });

    async function flagged(): Promise<{ orderId: number; id: number; version: number }> {
      const { id: orderId } = await aPaidOrder(t);
      at(TODAY, 12);
      await report(orderId, 'out');
      await office.delete(`/api/admin/orders/${orderId}`);
      expect(await office.today('flagged')).toMatchObject([
        { title: expect.stringContaining('cancelled while on the road') },
      ]);
      await report(orderId, 'delivered');
      const { id, version } = await deliveryOf(orderId);
      return { orderId, id, version };
    }

    test('until someone has seen it: the list ends, and who and when stay', async () => {
      const { orderId, id, version } = await flagged();
      expect(await office.today('flagged')).toMatchObject([
        {
          key: `flagged:${id}`,
          version,
          title: expect.stringContaining('delivered although it was cancelled'),
        },
      ]);
      expect((await see(id, version)).statusCode).toBe(204);
      expect(await office.today('flagged')).toEqual([]);
      const seen = await deliveryOf(orderId);
      expect(seen).toMatchObject({ flag: 'after_cancel', version: version + 1 });
      expect(seen.flagSeenAt?.getTime()).toBe(t.context.clock());
      const [audited] = await t.context.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.action, 'order.flag_seen'), eq(auditLog.entityId, String(orderId))));
      expect(audited).toMatchObject({ after: { deliveryId: id, flag: 'after_cancel' } });
      expect(audited?.staffEmail).not.toBeNull();
      const listed = await office.get(`/api/admin/deliveries?date=${TODAY}&q=`);
      expect(listed.json()).toMatchObject([{ id, flagSeenBy: seen.flagSeenBy }]);
    });

    test('twice seen is seen once, by the first who saw it', async () => {
      const { orderId, id, version } = await flagged();
      await see(id, version);
      const first = await deliveryOf(orderId);
      expect((await see(id, version)).statusCode).toBe(204);
      const { cookie } = await signedInStaff(t, { role: 'manager', firstName: 'Robin' });
      const second = await see(id, version, cookie);
      expect([second.statusCode, second.json()]).toMatchObject([
        409,
        {
          code: 'already_settled',
          message: expect.stringMatching(/^Noah Chef settled it at \S+\.$/),
        },
      ]);
      expect(await deliveryOf(orderId)).toEqual(first);
    });

    test('again, when another report asks for it', async () => {
      const { id, version } = await flagged();
      expect((await see(id, version)).statusCode).toBe(204);
      const { cookie, staff } = await signedInStaff(t, { role: 'driver' });
      const missed = {
        key: randomUUID(),
        deliveryId: id,
        status: 'missed',
        reason: 'No one home',
        at: new Date(t.context.clock()).toISOString(),
      };
      const reply = await t.app.inject({
        method: 'POST',
        url: '/api/drive/reports',
        headers: { cookie, origin: 'http://localhost' },
        payload: { deviceId: randomUUID(), staffId: staff.id, reports: [missed] },
      });
      expect(reply.statusCode, reply.body).toBe(200);
      expect(await office.today('flagged')).toMatchObject([{ key: `flagged:${id}` }]);
    });

    test('and not by who saw an older state, nor where nothing is to check', async () => {
      const plain = await aPaidOrder(t);
      const { id, version } = await flagged();
      const stale = await see(id, version - 1);
      expect([stale.statusCode, stale.json().code]).toEqual([409, 'changed_meanwhile']);
      expect(await office.today('flagged')).toHaveLength(1);
      const delivery = await deliveryOf(plain.id);
      const none = await see(delivery.id, delivery.version);
      expect([none.statusCode, none.json().code]).toEqual([409, 'not_flagged']);
      expect((await see(1_000_000, 1)).statusCode).toBe(404);
    });
  });
});

describe('listed until it is settled is', () => {
  test('a meal on hold', async () => {
    await aPaidOrder(t, forMia());
    const { id: mealId, ...facts } = lunch;
    const save = (change: Partial<MealReply>) =>
      office.put(`/api/meals/${mealId}`, { ...facts, ...change });
    const saved = await save({
      allergens: ['almond', ...lunch.allergens!],
      ingredients: `${lunch.ingredients}, almond meal (almond)`,
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await office.today('on_hold')).toMatchObject([
      {
        title: `Mia: ${lunch.name} is on hold`,
        detail: expect.stringContaining('Mia Nguyễn · Tue 13 Jan, 11am-1pm'),
        level: 'hurt',
      },
    ]);
    // The order that waits because of it is the same decision.
    await t.context.db.update(orders).set({ status: 'pending', pendingReason: 'recipe_changed' });
    expect(await kinds()).toEqual(['on_hold']);
    await t.context.db.update(orders).set({ pendingReason: 'slot_full' });
    expect(await kinds()).toEqual(['on_hold', 'undecided']);
    await t.context.db.update(orders).set({ status: 'confirmed', pendingReason: null });
    await save({});
    expect(await kinds()).toEqual([]);
  });

  test('a meal at odds with its own text, which is not sold, and one that declares nothing', async () => {
    const { id, allergens, ingredients: list } = lunch;
    const store = async (values: Partial<typeof meals.$inferInsert>) => {
      await t.context.db.update(meals).set(values).where(eq(meals.id, id));
      t.context.site.renew();
    };
    await store({ ingredients: `${list} Lupin flour.` });
    expect(await office.today('meal_at_odds')).toMatchObject([
      {
        key: `meal_at_odds:${id}`,
        detail: 'The ingredients name lupin. Tick it, or change the text.',
      },
    ]);
    await store({ ingredients: list, allergens: null });
    expect(await office.today('undeclared')).toMatchObject([{ key: `undeclared:${id}` }]);
    await store({ allergens });
    expect(await kinds()).toEqual([]);
  });

  test('a pack whose label nobody has read', async () => {
    const { db } = t.context;
    const [ingredient] = await db
      .insert(ingredients)
      .values({ name: 'Salt', labelName: 'salt', baseUnit: 'g', storeArea: 'dry' })
      .returning();
    const [supplier] = await db.insert(suppliers).values({ name: 'Dry Goods Co' }).returning();
    const [pack] = await db
      .insert(supplierPacks)
      .values({
        supplierId: supplier!.id,
        ingredientId: ingredient!.id,
        name: 'Sea salt',
        qty: 1000,
      })
      .returning();
    expect(await office.today('unread_pack')).toMatchObject([
      { title: 'Salt: does its label say the same?', detail: 'Sea salt · Dry Goods Co' },
    ]);
    await db.update(supplierPacks).set({ isLabelRead: true }).where(eq(supplierPacks.id, pack!.id));
    expect(await kinds()).toEqual([]);
  });

  test('an order that needs a decision', async () => {
    const { id, orderNumber } = await aPaidOrder(t);
    await t.context.db.update(orders).set({ status: 'pending', pendingReason: 'slot_full' });
    expect(await office.today('undecided')).toMatchObject([
      {
        key: `undecided:${id}`,
        title: `${orderNumber}, paid: keep or refund`,
        detail: expect.stringMatching(/^Mia Nguyễn · \$\d+\.\d\d · refunded automatically at /),
        page: 'orders',
      },
    ]);
    await t.context.db.update(orders).set({ status: 'confirmed', pendingReason: null });
    expect(await kinds()).toEqual([]);
  });

  test('an email that failed, without its address', async () => {
    const { orderNumber } = await aPaidOrder(t);
    await t.context.db
      .update(messages)
      .set({ state: 'failed', lastError: 'mailbox of mia@example.com is full' });
    const list = await office.today('message_failed');
    expect(list).toMatchObject([
      {
        title: 'Email “Order confirmation” not sent',
        detail: `${orderNumber} · mailbox of … is full`,
      },
    ]);
    expect(JSON.stringify(list)).not.toContain('@');
    await aPaidOrder(t);
    await t.context.db
      .update(messages)
      .set({ state: 'failed', recipient: sql`id || '@example.com'`, lastError: 'No such domain' });
    expect(await office.today('message_failed')).toMatchObject([
      { about: 2, detail: '2 people · No such domain' },
    ]);
    await t.context.db.update(messages).set({ state: 'sent' });
    expect(await kinds()).toEqual([]);
  });

  test('a refund that failed', async () => {
    const { id, orderNumber, paymentIntentId } = await aPaidOrder(t);
    await t.context.db.insert(refunds).values({
      orderId: id,
      paymentIntentId,
      amountCents: 100,
      presents: [{ part: 'order', cents: 100 }],
      reason: 'requested_by_customer',
      state: 'failed',
      idemKey: 'today-test',
    });
    expect(await office.today('refund_failed')).toMatchObject([
      { title: 'Refund of $1.00 failed', detail: orderNumber, page: 'payments' },
    ]);
    await t.context.db
      .update(refunds)
      .set({ handledAt: new Date(t.context.clock()), handledNote: 'Bank transfer' });
    expect(await kinds()).toEqual([]);
  });

  test('a balance in either direction', async () => {
    const [more, less] = [await aPaidOrder(t), await aPaidOrder(t)];
    await makeDearer(t, more.id, 599);
    await makeDearer(t, less.id, -100);
    expect((await office.today('balance')).map(({ title }) => title)).toEqual([
      `${more.orderNumber}: $5.99 to pay`,
      `${less.orderNumber}: $1.00 to refund`,
    ]);
    await makeDearer(t, more.id, -599);
    await makeDearer(t, less.id, 100);
    expect(await kinds()).toEqual([]);
  });

  test('an alarm that no other list shows', async () => {
    t.advanceMinutes(8 * 24 * 60);
    expect(await office.today('alarm')).toMatchObject([
      {
        key: 'alarm:backup_old',
        action: { opens: '/admin?tab=help&page=alarms&section=backup_old' },
      },
    ]);
    t.advanceMinutes(-8 * 24 * 60);
    expect(await office.today('alarm')).toEqual([]);
  });
});

test('a manager is not told of alarms, the phone nothing of money, the kitchen of neither nor of emails', async () => {
  const dearer = await aPaidOrder(t, forMia());
  const { id, paymentIntentId } = await aPaidOrder(t);
  await t.context.db.insert(refunds).values({
    orderId: id,
    paymentIntentId,
    amountCents: 100,
    presents: [{ part: 'order', cents: 100 }],
    reason: 'requested_by_customer',
    state: 'failed',
    idemKey: 'today-roles',
  });
  await makeDearer(t, dearer.id, 1);
  await t.context.db.update(messages).set({ state: 'failed' });
  at(TODAY, 14);
  const seenBy = async (role: 'manager' | 'phone' | 'kitchen') => {
    const { cookie } = await signedInStaff(t, { role });
    const reply = await today(cookie);
    expect(reply.count).toBe(reply.rows.length);
    return reply.rows.map(({ kind }) => kind);
  };
  expect(await seenBy('manager')).toEqual(['late', 'message_failed', 'refund_failed', 'balance']);
  expect(await seenBy('phone')).toEqual(['late', 'message_failed']);
  expect(await seenBy('kitchen')).toEqual(['late']);
});

test('an alarm is raised at 9pm for deliveries of today without an ending, and lasts until they have one', async () => {
  const alarm = async () => {
    const metrics = await readMetrics(t.context);
    const alarms = findAlarms(t.context, metrics, { isCurrent: true, upForSeconds: 0 });
    return alarms.find(({ id }) => id === 'deliveries_open')?.detail;
  };
  const [first, second] = [await aPaidOrder(t), await aPaidOrder(t)];
  at(TODAY, 20);
  expect(await alarm()).toBeUndefined();
  at(TODAY, 21);
  expect(await alarm()).toBe('2 of today have no ending.');
  await report(first.id, 'delivered');
  expect(await alarm()).toBe('1 of today has no ending.');
  at(addDays(TODAY, 1), 10);
  expect(await alarm()).toBe('1 of the days before has no ending.');
  await report(second.id, 'missed', 'No one home');
  expect(await alarm()).toBeUndefined();
});
