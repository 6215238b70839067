/** Test orders: marked wherever an order is seen, printed or carried, counted nowhere, and taken out once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GoingLiveReply } from '#areas/office/calls/going-live.ts';
import type { CustomerSummary } from '#areas/customers/calls/customers.ts';
import type { TodayReply } from '#areas/office/calls/today.ts';
import { sendMessages } from '#areas/messages/server/send-messages.ts';
import { noteLiveCards } from '#areas/order-book/server/is-test-order.ts';
import { problems } from '#areas/customers/server/tables/problems.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { gatewayEvents, payments, refunds } from '#areas/order-book/server/tables/payments.ts';
import { deliverySlots, mealDays } from '#areas/order-book/server/tables/slots.ts';
import { findBrokenRules, compareBooks } from '#areas/payments/server/check-books.ts';
import { receiveGatewayEvent } from '#areas/payments/server/receive-gateway-event.ts';
import { reconcile, rebuildOrders } from '#areas/payments/server/reconcile.ts';
import { staffSessions } from '#areas/staff/server/tables/staff.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import {
  aPaidOrder,
  aStaffClient,
  orderThatOwes,
  type StaffClient,
} from '#quality/support/a-paid-order.ts';
import {
  A_CUSTOMER,
  anItem,
  anOpenCheckout,
  anOrder,
  day,
  menuOf,
  pay,
  place,
  priced,
} from '#quality/support/an-order.ts';
import { pdfRuns, squeezed, textOf } from '#quality/support/pdf/pdf-runs.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let owner: StaffClient;
let sandboxGateway: TestApp['context']['gateway'];

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  owner = await aStaffClient(t);
  sandboxGateway = t.context.gateway;
});
afterAll(() => t.close());
beforeEach(async () => {
  t.context.gateway = sandboxGateway;
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.clearOrders();
  await t.context.db.execute(
    sql`delete from ${settings} where ${settings.key} in ('liveCards', 'booksSince')`,
  );
});

/** Live card keys are in force; what the sandbox took is a test. */
async function goLive() {
  t.context.gateway = { ...sandboxGateway, mode: 'stripe', livemode: true };
  await noteLiveCards(t.context);
}

/** As if it had been paid with live keys. */
async function makeReal({ id }: { id: number }) {
  await t.context.db.update(payments).set({ livemode: true }).where(eq(payments.orderId, id));
}

const PROBE = {
  ...A_CUSTOMER,
  firstName: 'Tess',
  lastName: 'Probe',
  email: 'tess@example.com',
  phone: '0412 999 001',
  // Behind the other's street: it takes nobody's number.
  address: '9 Waterloo Street, Cleveland',
};
const GIFT = {
  firstName: 'Gabi',
  lastName: 'Gift',
  phone: '0412 999 002',
  isGift: true,
  message: 'Enjoy',
  namesPayer: true,
};

async function read(url: string): Promise<string> {
  const reply = await owner.get(url);
  expect(reply.statusCode, `${url} ${reply.body.slice(0, 300)}`).toBe(200);
  return reply.body;
}

async function pdfOf(url: string): Promise<string[]> {
  const reply = await owner.get(url);
  expect(reply.statusCode, `${url} ${reply.body.slice(0, 300)}`).toBe(200);
  return (await pdfRuns(reply.rawPayload)).map((page) => textOf(page.runs));
}

/** Every door that adds orders up. What changes with each look is left out. */
const SUMS: Record<string, () => Promise<unknown>> = {
  figures: () => read('/api/admin/figures?weeks=4'),
  'figures of food': () => read('/api/admin/figures/food?weeks=4'),
  'days for the accountant': () => read('/api/admin/figures/days.csv?weeks=4'),
  'documents for the accountant': () => read('/api/admin/figures/documents.csv?weeks=4'),
  'orders as CSV': async () => {
    const all = await t.context.db.select({ id: orders.id }).from(orders);
    return read(`/api/admin/orders.csv?${all.map(({ id }) => `orderId=${id}`).join('&')}`);
  },
  bench: async () => {
    const bench = JSON.parse(await read(`/api/bench?date=${day(0)}`)) as object;
    return { ...bench, now: '' };
  },
  'production plan': () =>
    read(`/api/admin/production/plan?from=${day(0)}&to=${day(1)}&forecast=off`),
  shopping: () => read(`/api/admin/production/shopping?from=${day(0)}&to=${day(1)}&forecast=off`),
  'food to be measured': () => read('/api/admin/food-safety'),
  'day of Today': async () => {
    const today = JSON.parse(await read('/api/admin/today')) as TodayReply;
    return { day: today.day, week: today.week, rows: today.rows, count: today.count };
  },
  'going live, what is under way': async () =>
    (JSON.parse(await read('/api/admin/going-live')) as GoingLiveReply).underWay,
};

/** Rows of Today about one order. */
const KINDS_OF_ROWS = ['on_hold', 'problem', 'refund_failed', 'short', 'told', 'undecided'];

/** For the day: what was not measured by then is missing. */
const EVENING = '2026-01-13T10:00:00Z';

describe('a test order', () => {
  test('counts like any other until live card keys are in force, and then nowhere, at every door that adds up', async () => {
    const real = await aPaidOrder(t);
    await makeReal(real);
    t.setNow(EVENING);
    const look = async () => {
      await t.context.db.update(orderItems).set({ cookedVersions: [1] });
      await sendMessages(t.context);
      return Object.fromEntries(
        await Promise.all(
          Object.entries(SUMS).map(async ([name, sum]) => [name, await sum()] as const),
        ),
      );
    };
    const alone = await look();
    t.setNow(AN_ORDINARY_WEDNESDAY);
    const dinner = (await menuOf(t)).find(({ mealType }) => mealType === 'dinner');
    // Another meal, so that a list of meals differs too.
    await aPaidOrder(t, { customer: PROBE, orderItems: [anItem(dinner!)] });
    t.setNow(EVENING);
    const both = await look();
    for (const [name, sum] of Object.entries(both)) expect(sum, name).not.toEqual(alone[name]);
    await goLive();
    expect(await look()).toEqual(alone);
  });

  test('is marked in lists, on its page, in packing, driving and search, and real ones are not', async () => {
    const real = await aPaidOrder(t);
    await makeReal(real);
    const probe = await aPaidOrder(t, { customer: PROBE });
    t.setNow('2026-01-12T22:00:00Z');
    type Marked = { isTest?: boolean };
    const marks = async () => {
      const list = JSON.parse(await read('/api/admin/orders')) as (Marked & { id: number })[];
      const deliveries = JSON.parse(
        await read(`/api/admin/deliveries?date=${day(0)}`),
      ) as (Marked & {
        orderId: number;
      })[];
      const pack = JSON.parse(await read('/api/pack/day')) as {
        bags: (Marked & { key: string })[];
      };
      const drive = JSON.parse(await read('/api/drive/day')) as {
        stops: (Marked & { name: string })[];
      };
      const found = async (q: string) => {
        const reply = await owner.post('/api/admin/search', { q });
        const { groups } = reply.json<{
          groups: { kind: string; items: { detail: string }[] }[];
        }>();
        return groups
          .find(({ kind }) => kind === 'orders')
          ?.items.some(({ detail }) => detail.startsWith('TEST · '));
      };
      const of = (isProbe: boolean) => ({
        list: list.find(({ id }) => (id === probe.id) === isProbe)?.isTest,
        deliveries: deliveries.find(({ orderId }) => (orderId === probe.id) === isProbe)?.isTest,
        pack: pack.bags.find(({ key }) => key.includes('Tess') === isProbe)?.isTest,
        drive: drive.stops.find(({ name }) => name.includes('Tess') === isProbe)?.isTest,
      });
      return {
        probe: {
          ...of(true),
          page: ((await owner.order(probe.id)) as Marked).isTest,
          search: await found(probe.orderNumber),
        },
        real: {
          ...of(false),
          page: ((await owner.order(real.id)) as Marked).isTest,
          search: await found(real.orderNumber),
        },
      };
    };
    const none = { list: undefined, deliveries: undefined, pack: undefined, drive: undefined };
    const unmarked = { ...none, page: undefined, search: false };
    expect(await marks()).toEqual({ probe: unmarked, real: unmarked });
    await goLive();
    const marked = { list: true, deliveries: true, pack: true, drive: true };
    expect(await marks()).toEqual({
      probe: { ...marked, page: true, search: true },
      real: unmarked,
    });
  });

  test('says that it is one on everything that is printed of it, and nothing else does', async () => {
    const real = await aPaidOrder(t);
    await makeReal(real);
    const probe = await aPaidOrder(t, { customer: PROBE, recipient: GIFT });
    t.setNow('2026-01-12T22:00:00Z');
    const [delivery] = (await owner.order(probe.id)).deliveries;
    const [ownDelivery] = (await owner.order(real.id)).deliveries;
    const printed = ({ id }: { id: number }, deliveryId: number) => [
      `/api/admin/labels?orderId=${id}&kind=food&preview=true`,
      `/api/admin/labels?orderId=${id}&kind=delivery&preview=true`,
      `/api/admin/orders/${id}/receipt.pdf`,
      ...(id === probe.id ? [`/api/admin/gift-cards?deliveryId=${deliveryId}`] : []),
    ];
    await goLive();
    const words = squeezed('TEST, NOT FOR DELIVERY');
    for (const url of printed(probe, delivery!.id))
      for (const page of await pdfOf(url)) expect(page, url).toContain(words);
    for (const url of printed(real, ownDelivery!.id))
      for (const page of await pdfOf(url)) expect(page, url).not.toContain(words);
    // Sheets list both.
    for (const sheet of ['prep-sheet', 'run-sheet', 'day-papers']) {
      const text = (await pdfOf(`/api/admin/${sheet}?date=${day(0)}&preview=true`)).join('');
      expect(text.split(words).length - 1, sheet).toBeGreaterThan(0);
      expect(text, sheet).toContain('Gabi');
    }
    const csv = await read(`/api/admin/run-sheet?date=${day(0)}&format=csv&preview=true`);
    const marked = csv.split('\n').filter((line) => line.includes('TEST, NOT FOR DELIVERY'));
    expect(marked).toEqual([expect.stringContaining('Gabi')]);
  });

  test('asks nothing of anyone on Today, and is none of its customer’s orders', async () => {
    const real = await aPaidOrder(t);
    await makeReal(real);
    const probe = await aPaidOrder(t, { customer: { ...PROBE, email: A_CUSTOMER.email } });
    const { db } = t.context;
    for (const { id: orderId, paymentIntentId } of [real, probe]) {
      const { deliveries: toBring, orderItems: items } = await owner.order(orderId);
      const dueAt = new Date(t.context.clock());
      await db
        .update(orders)
        .set({ status: 'pending', pendingReason: 'slot_full' })
        .where(eq(orders.id, orderId));
      await db
        .insert(problems)
        .values({ orderId, kind: 'missing', text: 'No box', isUrgent: false, dueAt, itemIds: [] });
      const matter = {
        orderId,
        deliveryId: toBring[0]!.id,
        itemId: items[0]!.id,
        personName: 'Mia',
        mealName: 'Curry',
        why: 'it may contain milk',
        openedAt: dueAt,
      };
      for (const kind of ['clash', 'told', 'short'] as const)
        await db.insert(foodMatters).values({ ...matter, kind });
      await db.insert(refunds).values({
        orderId,
        paymentIntentId,
        amountCents: 100,
        reason: 'requested_by_customer',
        state: 'failed',
        idemKey: `of ${orderId}`,
      });
    }
    const asked = async () => {
      const { rows } = JSON.parse(await read('/api/admin/today')) as TodayReply;
      return Object.fromEntries(
        KINDS_OF_ROWS.map((kind) => [kind, rows.filter((row) => row.kind === kind).length]),
      );
    };
    const ordered = async () => {
      const { customers } = JSON.parse(await read('/api/admin/customers')) as {
        customers: CustomerSummary[];
      };
      return customers.map((customer) => customer.orders);
    };
    const each = (count: number) => Object.fromEntries(KINDS_OF_ROWS.map((kind) => [kind, count]));
    expect([await asked(), await ordered()]).toEqual([each(2), [2]]);
    await goLive();
    expect([await asked(), await ordered()]).toEqual([each(1), [1]]);
  });

  test('takes no live payment on top', async () => {
    const { token } = await orderThatOwes(t, owner);
    await goLive();
    const paid = await t.app.inject({ method: 'POST', url: `/api/orders/track/${token}/pay` });
    expect([paid.statusCode, paid.json()]).toMatchObject([503, { code: 'payment_unavailable' }]);
  });

  test('uses up nobody’s free first delivery', async () => {
    const body = { email: PROBE.email, suburb: 'Cleveland' };
    await t.app.inject({ method: 'POST', url: '/api/waitlist', body });
    await aPaidOrder(t, { customer: { ...PROBE, email: 'other@example.com' } });
    const order = anOrder(await menuOf(t), { customer: PROBE });
    const feeOf = async () => (await priced(t, order)).deliveryFee;
    expect(await feeOf()).toBe('5.99');
    await goLive();
    expect(await feeOf()).toBe('0.00');
  });
});

describe('which orders are tests', () => {
  const isTest = async (id: number) =>
    ((await owner.order(id)) as { isTest?: boolean }).isTest === true;

  test('follows the keys until real money was taken; keys that cannot be read change nothing', async () => {
    const probe = await aPaidOrder(t);
    await goLive();
    expect(await isTest(probe.id)).toBe(true);
    t.context.gateway = { ...sandboxGateway, mode: 'none', livemode: false };
    await noteLiveCards(t.context);
    expect(await isTest(probe.id)).toBe(true);
    t.context.gateway = sandboxGateway;
    await noteLiveCards(t.context);
    expect(await isTest(probe.id)).toBe(false);
    const real = await aPaidOrder(t, { customer: PROBE });
    await makeReal(real);
    await goLive();
    t.context.gateway = sandboxGateway;
    await noteLiveCards(t.context);
    expect([await isTest(probe.id), await isTest(real.id)]).toEqual([true, false]);
  });
});

describe('removing test orders', () => {
  const URL = '/api/admin/going-live/test-orders';
  const remove = () => owner.delete(URL);
  const counts = async () => {
    const { rows } = await t.context.db.execute<Record<string, number>>(sql`
      select ${sql.join(
        t.context.keptTables
          .filter((table) => table.class === 'trade')
          .map(
            ({ name }) =>
              sql`(select count(*)::int from ${sql.identifier(name)}) as ${sql.identifier(name)}`,
          ),
        sql`, `,
      )}`);
    return Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0);
  };
  const stepOf = async () => {
    const { steps } = (await owner.get('/api/admin/going-live')).json<GoingLiveReply>();
    return steps.find(({ step }) => step === 'tests');
  };

  test('takes out all of trade, makes a backup first, and leaves waitlist, staff and trail; again, it removes none', async () => {
    const body = { email: A_CUSTOMER.email, suburb: 'Cleveland' };
    await t.app.inject({ method: 'POST', url: '/api/waitlist', body });
    await aPaidOrder(t);
    const second = await aPaidOrder(t, { customer: PROBE });
    expect(await stepOf()).toBeUndefined();
    await goLive();
    expect(await stepOf()).toMatchObject({ state: 'open' });
    await sleep(1_100);
    const removed = await remove();
    expect(removed.json(), removed.body).toEqual({ removed: 2 });
    expect(await counts()).toEqual([]);
    expect(await stepOf()).toMatchObject({ state: 'done' });
    const { db } = t.context;
    const entries = await db.select().from(waitlistEntries);
    expect(entries.map(({ firstOrderCheckoutId }) => firstOrderCheckoutId)).toEqual([null]);
    expect(await db.$count(deliverySlots, sql`held + booked > 0`)).toBe(0);
    expect(await db.$count(mealDays, sql`held + booked + kept > 0`)).toBe(0);
    const lines = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'system.remove_tests'));
    expect(lines).toMatchObject([
      { before: { testOrders: 2 }, after: { testOrders: 0 }, staffEmail: owner.staff.email },
    ]);
    expect(lines[0]?.entityId).toMatch(/mealrun/);
    expect((await remove()).json()).toEqual({ removed: 0 });
    expect(await findBrokenRules(t.context)).toEqual([]);
    // What the card provider still knows makes nothing again.
    const longAgo = Date.now() - 3_600_000;
    expect(await reconcile(t.context, 'by_hand', longAgo)).toMatchObject({
      seen: 0,
      fixed: 0,
      alarms: [],
    });
    expect(await rebuildOrders(t.context, longAgo)).toEqual({ rebuilt: 0, alarms: [] });
    expect(await compareBooks(t.context, 2, 0)).toMatchObject({ problems: [], compared: 0 });
    const late = {
      id: 'evt_late',
      type: 'payment_intent.succeeded',
      livemode: false,
      paymentIntentId: second.paymentIntentId,
      payload: {},
    };
    expect(await receiveGatewayEvent(t.context, late)).toBe('ignored');
    expect(await db.$count(orders)).toBe(0);
    await db.delete(gatewayEvents);
    // The next order is the first of the new books, with an id of its own.
    t.context.gateway = sandboxGateway;
    const next = await aPaidOrder(t);
    expect(next.id).toBeGreaterThan(second.id);
    expect(await reconcile(t.context, 'by_hand', longAgo)).toMatchObject({ seen: 1, alarms: [] });
  });

  test('is refused once a real order was paid, and while someone is paying; nothing goes', async () => {
    const probe = await aPaidOrder(t);
    const { checkout } = await anOpenCheckout(t, { customer: PROBE });
    await goLive();
    expect((await remove()).json()).toMatchObject({ code: 'paying_now' });
    t.context.gateway = sandboxGateway;
    await pay(t, checkout);
    await place(t, checkout.paymentIntentId);
    await goLive();
    const [other] = await t.context.db
      .select({ id: payments.orderId })
      .from(payments)
      .where(eq(payments.paymentIntentId, checkout.paymentIntentId));
    await makeReal(other!);
    expect((await remove()).json()).toMatchObject({ code: 'real_orders' });
    expect(await t.context.db.$count(orders)).toBe(2);
    expect(await stepOf()).toMatchObject({
      state: 'done',
      says: expect.stringMatching(/^1 test order stays/) as string,
    });
    expect((await owner.order(probe.id)).status).toBe('confirmed');
  });

  test('asks for the password again, and only owners may', async () => {
    await aPaidOrder(t);
    await goLive();
    const { db } = t.context;
    await db.update(staffSessions).set({ confirmedAt: sql`now() - interval '11 minutes'` });
    expect((await remove()).json()).toMatchObject({ code: 'confirm_first' });
    await db.update(staffSessions).set({ confirmedAt: sql`now()` });
    const manager = await aStaffClient(t, { role: 'manager' });
    expect((await manager.delete(URL)).statusCode).toBe(403);
    expect(await db.$count(orders)).toBe(1);
  });
});
