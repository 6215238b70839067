/** What each release wrote, brought to this version's schema and worked with by this version. */
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cutoffFor } from '#areas/business/rules/ordering-week.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { FiguresReply } from '#areas/office/calls/figures.ts';
import { formatAmount, parseAmount, sumCents } from '#platform/rules/money.ts';
import { restoreAsMade } from '#platform/server/backup/read-backup.ts';
import { compareBooks, findBrokenRules } from '#areas/payments/server/check-books.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import sampleMenu from '#areas/menu/server/samples/sample-menu.json' with { type: 'json' };
import { meals } from '#areas/menu/server/tables/meals.ts';
import { migrateDatabase } from '#platform/server/db/migrate.ts';
import type { MessagesReply } from '#areas/messages/calls/emails.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { issueMarkedDocuments } from '#areas/order-book/server/lock-order.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { sweepRefunds } from '#areas/order-book/server/failed-refunds.ts';
import { checkSystem } from '#areas/office/server/check-system.ts';
import { aPaidOrder } from '#quality/support/a-paid-order.ts';
import { cookiesOf, signInWith } from '#quality/support/staff-session.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { createEmptyDatabase } from '#quality/support/test-database.ts';
import { compareDigests, digestTables } from './digest-tables.ts';
import { listReleases } from './release-data.ts';
import { type Caller, callerOf, signInAt, type Storefront } from './site.ts';
import { storefrontOf } from './storefront-of-app.ts';
import { readPrep, type SeenBusiness, type StaffPassword } from './write-business.ts';

/** Values that a migration changes on purpose, and why. Anything else that changed was lost. */
const CHANGED_ON_PURPOSE: Record<string, string> = {
  'checkouts.frozen_order has other values': '0007: each person gets food needs, none declared',
  'meals.slug has other values': '0009: meals that staff added get one',
  'orders.fees is gone': '0003: what an order was sold on is in terms, and its fees follow',
  'orders.offers is gone': '0003: the same',
  'slot_holds is gone': '0003: what was held is in holds, see below',
  'messages.kind has other values': '0003: kinds that told the same are one',
  'messages.dedupe_key has other values': '0003: it names the kind',
};

const DAY_MS = 24 * 60 * 60_000;

test('there is data of every release in the changelog but the one under way', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const [, ...released] = [...changelog.matchAll(/^## (\d\S+)$/gm)].map(([, version]) => version);
  expect(listReleases().map(({ version }) => version)).toEqual(released.toReversed());
});

describe.each(listReleases())('data of $version', ({ backupFile, copySandbox, seen }) => {
  let t: TestApp;
  let site: Storefront;
  let owner: Caller;
  let changes: string[];
  let heldBefore: number | undefined;

  beforeAll(async () => {
    const database = await createEmptyDatabase();
    await restoreAsMade(database.url, backupFile);
    const before = await digestTables(database.url);
    heldBefore = before.get('slot_holds')?.rows;
    await migrateDatabase(database.url);
    changes = compareDigests(before, await digestTables(database.url, before));
    const dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-upgrade-'));
    copySandbox(dataDir);
    t = await startTestApp({ existing: { database, dataDir } });
    t.setNow(seen.now);
    site = storefrontOf(t);
    owner = await signInAt(site, ownerOf(seen));
  });
  afterAll(() => t.close());

  test('every row is still there, with every value it had', () => {
    expect(changes.filter((line) => !(line in CHANGED_ON_PURPOSE))).toEqual([]);
  });

  test('every delivery may be changed until the cutoff of its week', async () => {
    const { business } = await t.context.site.current();
    const rows = await t.context.db.select().from(deliveries);
    expect(rows.length).toBeGreaterThan(0);
    for (const { date, changeableUntil } of rows)
      expect(changeableUntil.getTime(), date).toBe(cutoffFor(date, business));
  });

  test('every place that was held is held by the same checkout', async () => {
    const { rows } = await t.context.db.execute(sql`
      select s.held, count(h.id)::int as holds
      from delivery_slots s left join holds h on h.slot_id = s.id group by s.id`);
    expect(rows.map(({ holds }) => holds)).toEqual(rows.map(({ held }) => held));
    expect(rows.reduce((sum, { holds }) => sum + Number(holds), 0)).toBe(heldBefore);
  });

  test('the order book reads every order as the release showed it to staff', async () => {
    const rows = await t.context.db.select().from(orders).orderBy(orders.id);
    expect(rows.length).toBeGreaterThanOrEqual(seen.orders.length);
    expect((await loadOrders(t.context.db, rows)).map(({ id }) => id)).toEqual(
      rows.map(({ id }) => id),
    );
    for (const { id, admin } of seen.orders) {
      const now = await owner<AdminOrderReply>('GET', `/api/admin/orders/${id}`);
      expect(staffFactsOf(now)).toEqual(staffFactsOf(admin as AdminOrderReply));
    }
  });

  test('staff read every message that was sent, by the kind that it has now', async () => {
    const kept = await t.context.db.select({ kind: messages.kind }).from(messages);
    const { messages: listed } = await owner<MessagesReply>('GET', '/api/admin/messages?limit=200');
    expect(listed.map(({ kind }) => kind).toSorted()).toEqual(
      kept.map(({ kind }) => kind).toSorted(),
    );
    const stored = kept.filter(({ kind }) => kind === 'cancelled' || kind === 'delivery_delivered');
    expect(stored.length).toBeGreaterThan(0);
  });

  test('links in old emails open, with the same order, its receipt and its calendar', async () => {
    for (const { trackingToken, tracked } of seen.orders) {
      const link = `/api/orders/track/${trackingToken}`;
      const { orderNumber, status, total, address } = tracked;
      const now = await callerOf(site)<TrackedOrderReply>('GET', link);
      expect(now).toMatchObject({ orderNumber, status, total, address });
      // In other words since, and to the same sum.
      expect(deliverySum(now)).toBe(deliverySum(tracked as Lines));
      for (const file of ['receipt.pdf', 'calendar.ics'])
        expect((await t.app.inject(`${link}/${file}`)).statusCode).toBe(200);
    }
  });

  test('every payment and refund of the past has its document, issued again from the records', async () => {
    await issueMarkedDocuments(t.context.db);
    const { rows } = await t.context.db.execute(sql`
      select o.number, p.cents - coalesce(r.cents, 0) as moved,
        o.total_cents as total, (select sum(total_cents) from documents d where d.order_id = o.id) as documented,
        (select bool_and(is_reissued and issued_at >= o.created_at) from documents d where d.order_id = o.id) as reissued
      from orders o
      join (select order_id, sum(amount_cents) as cents from payments group by order_id) p on p.order_id = o.id
      left join (select order_id, sum(amount_cents) as cents from refunds where state <> 'failed' group by order_id) r
        on r.order_id = o.id`);
    expect(rows.length).toBeGreaterThanOrEqual(seen.orders.length);
    const sold = new Map(seen.orders.map(({ admin }) => [admin['orderNumber'], admin['total']]));
    for (const { documented, moved, reissued, number, total } of rows) {
      expect([number, documented, reissued]).toEqual([number, moved, true]);
      // By the terms that were worked out it costs what it did.
      if (sold.has(number))
        expect([number, formatAmount(Number(total))]).toEqual([number, sold.get(number)]);
    }
  });

  test('our books agree with each other, and with the card provider’s to the cent', async () => {
    expect(await findBrokenRules(t.context)).toEqual([]);
    const days = Math.ceil((Date.now() - Date.parse(seen.writtenAt)) / DAY_MS) + 1;
    const { problems, compared } = await compareBooks(t.context, days, 0);
    expect(problems).toEqual([]);
    expect(compared).toBeGreaterThan(seen.orders.length);
    const findings = await checkSystem(t.context);
    expect(findings.filter(({ state }) => state === 'failure')).toEqual([]);
  });

  test('staff sign in with their passwords, and those who left do not', async () => {
    for (const { email, password } of seen.staff)
      expect((await signInWith(t, email, password)).statusCode).toBe(200);
    for (const { email, password } of seen.formerStaff)
      expect((await signInWith(t, email, password)).statusCode).not.toBe(200);
  });

  test('the kitchen cooks, packs and drives what it would have', async () => {
    const date = seen.prepDate;
    const { meals: toCook, deliveries: bags, byMeal } = seen.prep;
    expect(await readPrep(owner, date)).toEqual({
      meals: toCook,
      deliveries: bags,
      byMeal: byMeal
        .map((meal) => pick(meal, ['mealId', 'count']))
        .toSorted((a, b) => a.mealId - b.mealId),
    });
    for (const printout of ['prep-sheet', 'run-sheet', 'labels'])
      expect(await owner('GET', `/api/admin/${printout}?date=${date}`)).toBeTruthy();
  });

  test('the sample’s meals are cooked to what their steps say, unless someone has made them their own', async () => {
    const cores = new Map(sampleMenu.map(({ slug, coreCelsius }) => [slug, coreCelsius]));
    const known = await t.context.db
      .select()
      .from(meals)
      .where(inArray(meals.slug, [...cores.keys()]));
    const ofSample = known.filter(({ version }) => version === 1);
    expect(ofSample.length).toBeGreaterThan(0);
    for (const { slug, coreCelsius } of ofSample) expect(coreCelsius, slug).toBe(cores.get(slug));
    for (const { slug, coreCelsius } of known.filter(({ version }) => version > 1))
      expect(coreCelsius, slug).toBeNull();
  });

  test('places, waitlist, figures and export are those of the release', async () => {
    const slots = await owner('GET', '/api/admin/delivery-slots?from=2026-01-01&to=2026-02-28');
    expect(slots).toMatchObject(seen.slots);
    expect(await owner('GET', '/api/waitlist')).toMatchObject(seen.waitlist);
    // The ledger keeps the real time at which money moved, in UTC perhaps of the week before.
    t.setNow(new Date(Date.parse(seen.writtenAt) + DAY_MS).toISOString());
    owner = await signInAt(site, ownerOf(seen));
    const figures = await owner<FiguresReply>(
      'GET',
      `/api/admin/figures?week=${seen.writtenAt.slice(0, 10)}&weeks=2`,
    );
    expect(figures.totals).toMatchObject(moneyOf(seen));
    const file = await t.app.inject({ url: '/api/admin/export', headers: await cookieOf(t, seen) });
    expect(file.statusCode).toBe(200);
    expect(file.rawPayload.length).toBeGreaterThan(10_000);
  });

  test('business goes on: an abandoned checkout ends, an old order is cancelled, a new one is paid', async () => {
    t.setNow(new Date(Date.parse(seen.now) + DAY_MS).toISOString());
    owner = await signInAt(site, ownerOf(seen));
    await expireCheckouts(t.context);
    const open = seen.orders.find(
      ({ admin }) => admin['status'] === 'confirmed' && admin['balance'] === '0.00',
    );
    await owner('DELETE', `/api/admin/orders/${open?.id}?refund=full`);
    await sweepRefunds(t.context);
    await buyInOpenWeek(t);
    expect(await findBrokenRules(t.context)).toEqual([]);
  });
});

/** What must never change of an order that nobody touched. */
function staffFactsOf(order: AdminOrderReply) {
  const { firstName, lastName, email, phone, address, specialInstructions } = order.customer;
  return {
    ...pick(order, ['orderNumber', 'status', 'createdAt', 'pendingReason', 'deliveryType']),
    ...pick(order, ['subtotal', 'deliveryFee', 'tax', 'total', 'paid', 'refundedTotal']),
    customer: { firstName, lastName, email, phone, address, specialInstructions },
    items: order.orderItems.map((item) => ({
      ...pick(item, ['id', 'mealId', 'mealType', 'price', 'personName', 'mealDate']),
      ...pick(item, ['deliveryDate', 'deliveryWindow']),
      meal: pick(item.meal, ['name', 'calories', 'allergens', 'ingredients', 'price']),
    })),
    deliveries: order.deliveries.map((delivery) =>
      pick(delivery, ['id', 'date', 'timeSlot', 'takesPlace']),
    ),
    refunds: order.refunds.map((refund) =>
      pick(refund, ['id', 'amount', 'state', 'reason', 'staffEmail', 'createdAt']),
    ),
  };
}

/** What the release's own orders add up to. */
function moneyOf({ money }: SeenBusiness) {
  const sum = (name: 'paid' | 'refundedTotal') =>
    formatAmount(sumCents(money.map((order) => parseAmount(order[name]) ?? 0)));
  return { captured: { now: sum('paid') }, refunded: { now: sum('refundedTotal') } };
}

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}

type Lines = Pick<TrackedOrderReply, 'deliveryLines'>;

function deliverySum({ deliveryLines }: Lines): number {
  return sumCents(deliveryLines.map(({ amount }) => parseAmount(amount) ?? Number.NaN));
}

function ownerOf({ staff: [owner] }: SeenBusiness): StaffPassword {
  if (!owner) throw new Error('the release had no staff');
  return owner;
}

async function cookieOf(t: TestApp, seen: SeenBusiness) {
  const { email, password } = ownerOf(seen);
  return { cookie: cookiesOf(await signInWith(t, email, password)) };
}

async function buyInOpenWeek(t: TestApp): Promise<void> {
  const week = await t.app.inject('/api/ordering-week');
  const [first] = week.json<{ days: { date: string }[] }>().days;
  const menu = (await t.app.inject('/api/meals')).json<
    { id: number; mealType: 'lunch'; price: string }[]
  >();
  const [meal] = menu;
  if (!first || !meal) throw new Error('nothing can be ordered');
  const at = {
    mealDate: first.date,
    deliveryDate: first.date,
    deliveryWindow: '16:00-18:00' as const,
  };
  await aPaidOrder(t, {
    orderItems: [
      { mealId: meal.id, mealType: meal.mealType, price: meal.price, personName: 'Mia', ...at },
    ],
  });
}
