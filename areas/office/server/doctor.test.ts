import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type {
  BooksCheckReply,
  PaymentsOverviewReply,
} from '#areas/payments/calls/admin-payments.ts';
import { makeBackup } from '#platform/server/backup/make-backup.ts';
import { booksChecks } from '#areas/order-book/server/tables/payments.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { checkBooks, compareBooks } from '#areas/payments/server/check-books.ts';
import {
  checkAddress,
  checkBackups,
  checkClock,
  checkDatabase,
  checkDisk,
  checkEnvironment,
  checkMailServer,
  checkMigrations,
} from './prove-steps.ts';
import {
  checkGateway,
  checkRecentBooks,
  checkReconciler,
  checkTasks,
  checkSystem,
} from './check-system.ts';
import { readEnvironment } from '#platform/server/env.ts';
import { reconcileYoung } from '#areas/payments/server/reconcile.ts';
import { aPaidOrder, aStaffClient, makeDearer } from '#quality/support/a-paid-order.ts';
import { anOpenCheckout, pay } from '#quality/support/an-order.ts';
import { atProvider, listenForAlarms, silentGateway } from '#quality/support/gateway-bench.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

/** Each test has a card provider of its own, so its books contain nothing else. */
beforeEach(async () => {
  t = await startTestApp();
});
afterEach(() => t.close());

describe("the card provider's books", () => {
  const today = async () => (await compareBooks(t.context, 2, 0)).days[0]!;

  test('agree to the cent, day by day', async () => {
    const staffClient = await aStaffClient(t);
    const paid = await aPaidOrder(t);
    const { total } = await staffClient.order(paid.id);
    await staffClient.refund(paid.id, {
      amount: '3.50',
      reason: 'Late',
    });
    const { days, problems } = await compareBooks(t.context, 31, 0);
    expect(problems).toEqual([]);
    expect(days).toHaveLength(31);
    const sums = { capturedCents: Math.round(Number(total) * 100), refundedCents: 350 };
    expect(days[0]).toMatchObject({ provider: sums, ours: sums });
  });

  test('show a payment without an order, until it is settled or refunded', async () => {
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout);
    const { problems } = await compareBooks(t.context, 2, 0);
    expect(problems.map(({ rule }) => rule.slice(0, 2))).toEqual(['I1', 'I4']);
    expect(problems[0]?.examples.join()).toContain(checkout.paymentIntentId);
    await reconcileYoung(t.context);
    expect((await compareBooks(t.context, 2, 0)).problems).toEqual([]);
  });

  test('show a refund unknown to us', async () => {
    const { paymentIntentId } = await aPaidOrder(t);
    await atProvider(t, 'v1/refunds', { payment_intent: paymentIntentId, amount: '250' });
    expect(await today()).toMatchObject({
      provider: { refundedCents: 250 },
      ours: { refundedCents: 0 },
    });
    await reconcileYoung(t.context);
    expect((await today()).ours.refundedCents).toBe(250);
  });

  test('show money in our ledger that is unknown to the provider', async () => {
    await aPaidOrder(t);
    await t.context.db.execute(sql`
      insert into ledger_entries (order_id, payment_intent_id, kind, amount_cents, gateway_id)
      select order_id, payment_intent_id, 'capture', 100, 'ch_invented' from payments`);
    const day = await today();
    expect(day.ours.capturedCents - day.provider.capturedCents).toBe(100);
  });

  test('count a refund that failed later as nothing', async () => {
    const staffClient = await aStaffClient(t);
    const { id } = await aPaidOrder(t);
    await staffClient.delete(`/api/admin/orders/${id}`);
    const { rows } = await t.context.db.execute<{ id: string }>(
      sql`select gateway_id as id from refunds`,
    );
    await atProvider(t, `refunds/${rows[0]?.id}`, { status: 'failed' });
    await reconcileYoung(t.context);
    const day = await today();
    expect([day.provider.refundedCents, day.ours.refundedCents]).toEqual([0, 0]);
  });

  const says = async () => {
    const { findings } = await checkRecentBooks(t.context, 31);
    return findings.map(({ about, says: words }) => `${about}: ${words}`);
  };

  test('never agree to the cent when there is nothing to compare', async () => {
    expect(await says()).toEqual([
      'our books: no paid orders to compare',
      "the card provider's books: no payments and refunds to compare",
    ]);
  });

  test('say what was not compared because it is minutes old', async () => {
    for (let count = 0; count < 4; count += 1) await aPaidOrder(t);
    expect(await says()).toEqual([
      'our books: 4 paid orders agree to the cent',
      "the card provider's books: no payments and refunds to compare; 4 payments and refunds younger than 5 minutes not compared yet",
    ]);
    const check = await checkBooks(t.context);
    expect(check).toMatchObject({ ok: true, notCompared: 4 });
    expect(await compareBooks(t.context, 31, 0)).toMatchObject({ compared: 4, notCompared: 0 });
  });

  test('do not hide that a customer is owed money', async () => {
    const staffClient = await aStaffClient(t);
    const { id } = await aPaidOrder(t);
    const overview = async () => (await staffClient.get('/api/admin/payments')).json();
    expect(await overview()).toMatchObject({ openBalances: [] });
    await makeDearer(t, id, -1299);
    const { orderNumber, balance } = await staffClient.order(id);
    expect(balance).toBe('-12.99');
    const open = { openBalances: [{ orderId: id, orderNumber, balance: '-12.99' }] };
    expect(await overview()).toMatchObject(open);
    expect((await checkTasks(t.context)).says).toContain('open balances: 1');
    // A refund beyond what the order costs less is goodwill: nobody owes it.
    const goodwill = await aPaidOrder(t);
    const given = await staffClient.refund(goodwill.id, {
      amount: '3.50',
      reason: 'Late',
    });
    expect(given.statusCode, given.body).toBe(200);
    expect(await overview()).toMatchObject(open);
    // For an order of last year, the last check tells.
    t.advanceMinutes(60 * 24 * 60);
    expect(await overview()).toMatchObject({ openBalances: [] });
    await checkBooks(t.context);
    expect(await overview()).toMatchObject(open);
  });

  test('leave out very recent payments and refunds', async () => {
    const { checkout } = await anOpenCheckout(t);
    await pay(t, checkout);
    expect((await compareBooks(t.context, 2)).problems).toEqual([]);
  });
});

describe('the nightly check', () => {
  test('is stored, shown to staff, and run immediately when they ask', async () => {
    const staffClient = await aStaffClient(t);
    expect((await staffClient.get('/api/admin/payments')).json()).toMatchObject({
      lastCheck: null,
    });
    await aPaidOrder(t);
    await checkBooks(t.context);
    const shown = (await staffClient.get('/api/admin/payments')).json<PaymentsOverviewReply>();
    expect(shown.lastCheck).toMatchObject({ ok: true, problems: [] });
    expect(shown.lastCheck?.days).toHaveLength(31);
    const alarms = listenForAlarms(t);
    await t.context.db.update(deliverySlots).set({ held: 3 });
    const checked = (await staffClient.post('/api/admin/payments/check')).json<BooksCheckReply>();
    expect(checked).toMatchObject({ ok: false, problems: [{ count: 1 }] });
    expect(alarms).toEqual(['books']);
    expect(await t.context.db.$count(booksChecks)).toBe(2);
  });

  test('says so when the card provider is not responding', async () => {
    t.context.gateway = await silentGateway(t);
    const { ok, problems, days } = await checkBooks(t.context);
    expect([ok, days]).toEqual([false, []]);
    expect(problems[0]?.rule).toContain('did not respond');
  });
});

describe('the health check', () => {
  test('reports a healthy kitchen as healthy', async () => {
    const { db } = t.context;
    await aPaidOrder(t);
    await reconcileYoung(t.context);
    const ledger = await checkRecentBooks(t.context, 2);
    const findings = [
      await checkDatabase(db),
      await checkMigrations(db),
      await checkClock(db),
      await checkDisk({ dataDir: tmpdir() }),
      await checkGateway(t.context),
      await checkReconciler(t.context),
      await checkTasks(t.context),
      ...ledger.findings,
      checkEnvironment(readEnvironment({})),
    ];
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
  });

  test('finds a silent card provider, wrong books and stopped jobs', async () => {
    await reconcileYoung(t.context);
    t.advanceMinutes(10);
    expect(await checkReconciler(t.context)).toMatchObject({ state: 'warning' });
    await aPaidOrder(t);
    await t.context.db.delete(messages);
    t.context.gateway = await silentGateway(t);
    expect(await checkGateway(t.context)).toMatchObject({ state: 'failure' });
    const { findings } = await checkRecentBooks(t.context, 2);
    expect(findings.map(({ state }) => state)).toEqual(['failure', 'failure']);
    expect(findings[0]?.says).toContain('I7');
  });

  test('finds orders that need a decision', async () => {
    await aPaidOrder(t);
    await t.context.db.update(orders).set({ status: 'pending', pendingReason: 'slot_full' });
    expect(await checkTasks(t.context)).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('orders to decide: 1'),
    });
  });

  test('finds missing and old backups, and an unreachable mail server', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-doctor-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const source = { ...t.context.backup, dataDir, key: null };
    expect(await checkBackups({ dataDir, backupHour: 2 })).toMatchObject({ state: 'warning' });
    await makeBackup(source, '2026-01-01T00:00:00Z');
    expect(await checkBackups({ dataDir, backupHour: 2 })).toMatchObject({ state: 'failure' });
    expect(await checkBackups({ dataDir, backupHour: null })).toMatchObject({ state: 'warning' });
    await makeBackup(source, new Date().toISOString());
    expect(await checkBackups({ dataDir, backupHour: 2 })).toMatchObject({ state: 'ok' });
    const smtpUrl = `smtp://127.0.0.1:${await findFreePort()}`;
    const sending = { ...t.context, mailer: { ...t.context.mailer, mode: 'smtp' as const } };
    expect(await checkMailServer(sending, { smtpUrl })).toMatchObject({ state: 'failure' });
    expect(await checkMailServer(t.context, { smtpUrl: null })).toMatchObject({ state: 'warning' });
  });
  test.each([
    ['http://meals.example', 'warning', /Camera, offline pages and Add to Home Screen need https/],
    ['http://192.168.1.20:3000', 'warning', /need https/],
    ['http://localhost:3000', 'ok', /localhost/],
    ['http://127.0.0.1:3000', 'ok', /127/],
    ['https://meals.example', 'ok', /meals/],
  ])('for phones, the address %s is a %s', (publicUrl, state, says) => {
    const found = { about: 'address', state, says: expect.stringMatching(says) };
    expect(checkAddress({ publicUrl })).toEqual(found);
  });

  test('tells both on the System page too', async () => {
    const of = { ...t.context.signIn, publicUrl: 'http://meals.example' };
    const texter = { ...t.context.texter, mode: 'service' as const, from: 'Redlands' };
    const found = await checkSystem({ ...t.context, signIn: of, texter });
    expect(found).toContainEqual(expect.objectContaining({ about: 'address', state: 'warning' }));
    expect(found).toContainEqual(
      expect.objectContaining({ about: 'text messages', state: 'warning' }),
    );
  });

  test('finds settings unsuitable for production', () => {
    const allowed = { NODE_ENV: 'production', ALLOW_TEST_PAYMENTS: 'yes' };
    expect(checkEnvironment(readEnvironment(allowed))).toMatchObject({ state: 'failure' });
    const https = { ...allowed, PUBLIC_URL: 'https://meals.example.com' };
    expect(checkEnvironment(readEnvironment(https))).toMatchObject({ state: 'warning' });
  });
});
