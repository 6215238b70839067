import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { TodayListReply, TodayReply } from '#areas/office/calls/today.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { findAlarms } from '#areas/office/server/find-alarms.ts';
import { readMetrics } from '#areas/office/server/read-metrics.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { refunds } from '#areas/order-book/server/tables/refunds.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { ingredients } from '#areas/menu/server/tables/ingredients.ts';
import { supplierPacks, suppliers } from '#areas/menu/server/tables/suppliers.ts';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
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
  (await today()).lists
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'alarms' && kind !== 'missing_checks');

async function listNow(kind: TodayListReply['kind']): Promise<TodayListReply | undefined> {
  return (await today()).lists.find((list) => list.kind === kind);
}

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
    const { date, windows } = await today();
    const none = { planned: 0, cooked: 0, packed: 0, out: 0, delivered: 0, missed: 0 };
    expect({ date, windows }).toEqual({
      date: TODAY,
      windows: [
        {
          timeSlot: '11:00-13:00',
          stops: 3,
          late: 0,
          counts: { ...none, out: 1, packed: 1, planned: 1 },
        },
        { timeSlot: '16:00-18:00', stops: 1, late: 0, counts: { ...none, planned: 1 } },
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
    expect((await today()).windows).toEqual([]);
    expect(await kinds()).toEqual([]);
  });
});

describe('a delivery is listed', () => {
  test('as late once its window is over, and no longer when it has an ending', async () => {
    const { id } = await aPaidOrder(t);
    at(TODAY, 12);
    expect(await kinds()).toEqual([]);
    at(TODAY, 13);
    expect(await listNow('late')).toEqual({
      kind: 'late',
      count: 1,
      items: [
        {
          id: (await deliveryOf(id)).id,
          label: 'Mia Nguyễn, 11am-1pm',
          date: TODAY,
          orderId: id,
        },
      ],
    });
    expect((await today()).windows).toMatchObject([{ late: 1 }]);
    await report(id, 'delivered');
    expect(await kinds()).toEqual([]);
  });

  test('as missed until someone decides, after midnight too, or its order is cancelled', async () => {
    const { id } = await aPaidOrder(t);
    at(TODAY, 12);
    await report(id, 'missed', 'No one home');
    expect(await listNow('missed')).toMatchObject({ count: 1, items: [{ orderId: id }] });
    at(addDays(TODAY, 1), 12);
    expect(await kinds()).toEqual(['missed']);
    at(TODAY, 12);
    await office.delete(`/api/admin/orders/${id}?refund=none`);
    expect(await kinds()).toEqual([]);
  });

  test('as without an ending from the next day on, with its day', async () => {
    const { id } = await aPaidOrder(t);
    at(addDays(TODAY, 1), 10);
    expect(await listNow('no_ending')).toMatchObject({
      count: 1,
      items: [{ label: 'Mia Nguyễn, Tue 13 Jan 2026, 11am-1pm', date: TODAY, orderId: id }],
    });
    await report(id, 'delivered');
    expect(await kinds()).toEqual([]);
  });

  test('when it was flagged', async () => {
    const { id } = await aPaidOrder(t);
    at(TODAY, 12);
    await report(id, 'delivered');
    await t.context.db.update(deliveries).set({ flag: 'two_reports' });
    expect(await listNow('flagged')).toMatchObject({ count: 1, items: [{ orderId: id }] });
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
      expect((await listNow('flagged'))?.items).toMatchObject([
        { label: expect.stringContaining('cancelled while on the road') },
      ]);
      await report(orderId, 'delivered');
      const { id, version } = await deliveryOf(orderId);
      return { orderId, id, version };
    }

    test('until someone has seen it: the list ends, and who and when stay', async () => {
      const { orderId, id, version } = await flagged();
      const [item] = (await listNow('flagged'))?.items ?? [];
      expect(item).toMatchObject({
        id,
        version,
        label: expect.stringContaining('delivered although it was cancelled'),
      });
      expect((await see(id, version)).statusCode).toBe(204);
      expect(await listNow('flagged')).toBeUndefined();
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

    test('twice seen is seen once, by whoever was first', async () => {
      const { orderId, id, version } = await flagged();
      await see(id, version);
      const first = await deliveryOf(orderId);
      const { cookie } = await signedInStaff(t, { role: 'manager' });
      expect((await see(id, version, cookie)).statusCode).toBe(204);
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
      expect(await listNow('flagged')).toMatchObject({ count: 1, items: [{ id }] });
    });

    test('and not by who saw an older state, nor where nothing is to check', async () => {
      const plain = await aPaidOrder(t);
      const { id, version } = await flagged();
      const stale = await see(id, version - 1);
      expect([stale.statusCode, stale.json().code]).toEqual([409, 'changed_meanwhile']);
      expect(await listNow('flagged')).toMatchObject({ count: 1 });
      const delivery = await deliveryOf(plain.id);
      const none = await see(delivery.id, delivery.version);
      expect([none.statusCode, none.json().code]).toEqual([409, 'not_flagged']);
      expect((await see(1_000_000, 1)).statusCode).toBe(404);
    });
  });

  test('for its allergies until it has ended, with the names of those who have them', async () => {
    const { id } = await aPaidOrder(t, forMia());
    await aPaidOrder(t);
    at(TODAY, 12);
    expect(await listNow('allergies')).toMatchObject({
      count: 1,
      items: [{ label: 'Mia Nguyễn (Mia), 11am-1pm', orderId: id }],
    });
    await report(id, 'packed');
    await report(id, 'delivered');
    expect(await kinds()).toEqual([]);
  });

  test('five times at most; the count is of all', async () => {
    for (let index = 0; index < 6; index += 1) await aPaidOrder(t);
    at(TODAY, 14);
    const late = (await listNow('late'))!;
    expect([late.count, late.items.length]).toEqual([6, 5]);
  });
});

describe('listed until it is settled is', () => {
  test('a meal on hold', async () => {
    const { id } = await aPaidOrder(t, forMia());
    const { id: mealId, ...facts } = lunch;
    const save = (change: Partial<MealReply>) =>
      office.put(`/api/meals/${mealId}`, { ...facts, ...change });
    const saved = await save({
      allergens: ['almond', ...lunch.allergens!],
      ingredients: `${lunch.ingredients}, almond meal (almond)`,
    });
    expect(saved.statusCode, saved.body).toBe(200);
    expect(await listNow('on_hold')).toMatchObject({
      count: 1,
      items: [{ label: `Mia: ${lunch.name}, Tue 13 Jan 2026`, orderId: id }],
    });
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
    const label = `${lunch.name}: The ingredients name lupin. Tick it, or change the text.`;
    expect(await listNow('meals_at_odds')).toMatchObject({ count: 1, items: [{ id, label }] });
    await store({ ingredients: list, allergens: null });
    expect(await listNow('undeclared_meals')).toMatchObject({ items: [{ label: lunch.name }] });
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
    const label = 'Salt, Sea salt, Dry Goods Co';
    expect(await listNow('unread_packs')).toMatchObject({ count: 1, items: [{ label }] });
    await db.update(supplierPacks).set({ isLabelRead: true }).where(eq(supplierPacks.id, pack!.id));
    expect(await kinds()).toEqual([]);
  });

  test('an order that needs a decision', async () => {
    const { id, orderNumber } = await aPaidOrder(t);
    await t.context.db.update(orders).set({ status: 'pending', pendingReason: 'slot_full' });
    expect(await listNow('undecided')).toEqual({
      kind: 'undecided',
      count: 1,
      items: [{ id, label: `${orderNumber}, Mia Nguyễn`, date: null, orderId: id }],
    });
    await t.context.db.update(orders).set({ status: 'confirmed', pendingReason: null });
    expect(await kinds()).toEqual([]);
  });

  test('an email that failed, without its address', async () => {
    const { orderNumber } = await aPaidOrder(t);
    await t.context.db.update(messages).set({ state: 'failed' });
    const list = await listNow('failed_messages');
    expect(list).toMatchObject({
      count: 1,
      items: [{ label: `Email “Order confirmation”, ${orderNumber}` }],
    });
    expect(JSON.stringify(list)).not.toContain('@');
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
    expect(await listNow('failed_refunds')).toMatchObject({
      count: 1,
      items: [{ label: orderNumber, orderId: id }],
    });
    await t.context.db
      .update(refunds)
      .set({ handledAt: new Date(t.context.clock()), handledNote: 'Bank transfer' });
    expect(await kinds()).toEqual([]);
  });

  test('a balance, summed up in both directions', async () => {
    const [more, less] = [await aPaidOrder(t), await aPaidOrder(t)];
    await makeDearer(t, more.id, 599);
    await makeDearer(t, less.id, -100);
    expect(await listNow('money_owed')).toMatchObject({
      count: 2,
      money: { owed: '5.99', toRefund: '1.00' },
      items: [
        { label: `${more.orderNumber}: $5.99 to pay` },
        { label: `${less.orderNumber}: $1.00 to refund` },
      ],
    });
    await makeDearer(t, more.id, -599);
    await makeDearer(t, less.id, 100);
    expect(await kinds()).toEqual([]);
  });

  test('a slot of the open week beyond nine tenths, and no other week’s', async () => {
    await aPaidOrder(t);
    await t.context.db.update(deliverySlots).set({ maxDeliveries: 1 });
    expect(await listNow('full_slots')).toMatchObject({
      count: 1,
      items: [{ label: 'Tue 13 Jan 2026, 11am-1pm: 1 of 1 booked', date: TODAY }],
    });
    at(TODAY, 12);
    expect(await kinds()).toEqual([]);
    t.setNow('2026-01-07T02:00:00Z');
    await t.context.db.update(deliverySlots).set({ maxDeliveries: 2 });
    expect(await kinds()).toEqual([]);
  });

  test('an alarm that no other list shows', async () => {
    t.advanceMinutes(8 * 24 * 60);
    expect(await listNow('alarms')).toMatchObject({ count: 1, items: [{ id: 'backup_old' }] });
    t.advanceMinutes(-8 * 24 * 60);
    expect(await listNow('alarms')).toBeUndefined();
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
    return (await today(cookie)).lists.map(({ kind }) => kind);
  };
  expect(await seenBy('manager')).toEqual([
    'late',
    'allergies',
    'failed_messages',
    'failed_refunds',
    'money_owed',
  ]);
  expect(await seenBy('phone')).toEqual(['late', 'allergies', 'failed_messages']);
  expect(await seenBy('kitchen')).toEqual(['late', 'allergies']);
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
