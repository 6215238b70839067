import { rm } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SystemReply } from '#areas/office/calls/system-page.ts';
import { ALARM_IDS, ALARMS } from '#platform/rules/alarms.ts';
import { lastHolidayYear } from '#platform/rules/public-holidays.ts';
import { backupFolder } from '#platform/server/backup/make-backup.ts';
import { clockJobs } from '#platform/server/db/tables/clock-jobs.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { booksChecks, gatewayEvents, refunds } from '#areas/order-book/server/tables/payments.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { findAlarms } from './find-alarms.ts';
import { readMetrics } from '#areas/office/server/read-metrics.ts';
import { VERSION } from '#platform/server/version.ts';
import { aPaidOrder, aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { anOpenCheckout } from '#quality/support/an-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let staffClient: StaffClient;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  staffClient = await aStaffClient(t);
});
beforeEach(async () => {
  // No job has ever run: a process that has been up for long would raise the alarm.
  await t.context.db.delete(clockJobs);
  await t.context.db
    .insert(clockJobs)
    .values({ name: 'remind_to_order', dueAt: sql`now() + interval '1 hour'` });
});
afterAll(() => t.close());

async function systemNow(): Promise<SystemReply> {
  const reply = await staffClient.get('/api/admin/system');
  expect(reply.statusCode).toBe(200);
  return reply.json<SystemReply>();
}
const alarmsNow = async () => (await systemNow()).alarms.map(({ id }) => id);

test('the system reports what runs, on which database, and how emails and payments are configured', async () => {
  const system = await systemNow();
  expect(system).toMatchObject({
    version: VERSION,
    node: process.version,
    mail: { mode: 'kept', waiting: 0, failed: 0 },
    payments: { mode: 'sandbox', livemode: false },
    lastCheck: null,
  });
  expect(system.database.version).toMatch(/^\d+\.\d+/);
  expect(system.database.bytes).toBeGreaterThan(1_000_000);
  expect(system.database.migrations).toMatchObject({ isCurrent: true });
  expect(system.disks[0]?.folder).toBe(t.context.backup.dataDir);
});

test('a backup is made on request, shown, and recorded with who asked for it', async () => {
  expect(await alarmsNow()).toEqual(['backup_old']);
  const made = await staffClient.post('/api/admin/system/backups');
  expect(made.statusCode).toBe(201);
  const { backup, alarms } = await systemNow();
  expect(backup.last).toEqual(made.json());
  expect(alarms).toEqual([]);
  const [entry] = await t.context.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'system.backup'));
  expect(entry).toMatchObject({ staffEmail: staffClient.staff.email, entityId: backup.last?.file });
});

test('the health check runs from the portal and reports on everything', async () => {
  const reply = await staffClient.post('/api/admin/system/examinations');
  const { findings } = reply.json<{ findings: { about: string; state: string }[] }>();
  expect(findings.map(({ about, state }) => `${about} ${state}`)).toEqual(
    expect.arrayContaining(['database ok', 'migrations ok', 'disk ok', 'our books ok']),
  );
});

test('two concurrent requests make one backup', async () => {
  t.advanceMinutes(1);
  const replies = await Promise.all([
    staffClient.post('/api/admin/system/backups'),
    staffClient.post('/api/admin/system/backups'),
  ]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
});

test('a backup that is too old raises an alarm', async () => {
  t.advanceMinutes(8 * 24 * 60);
  expect(await alarmsNow()).toEqual(['backup_old']);
  t.advanceMinutes(-8 * 24 * 60);
});

test('a version that does not know next year’s public holidays says so', async () => {
  const metrics = await readMetrics(t.context);
  const idsIn = (year: number) =>
    findAlarms({ ...t.context, clock: () => Date.UTC(year, 5, 1) }, metrics, {
      isCurrent: true,
      upForSeconds: 0,
    }).map(({ id }) => id);
  expect(idsIn(lastHolidayYear())).toContain('holidays_missing');
  expect(idsIn(lastHolidayYear() - 1)).not.toContain('holidays_missing');
});

test('everything that needs attention is an alarm, in words, with what to do', async () => {
  const { db, clock } = t.context;
  const order = await aPaidOrder(t);
  const now = new Date(clock());
  await db.insert(booksChecks).values({
    at: new Date(clock() - 27 * 3_600_000),
    ok: false,
    problems: [],
    days: [],
  });
  await db.update(orders).set({ status: 'pending', pendingReason: 'slot_full' });
  await db.update(deliverySlots).set({ held: sql`held + 1` });
  await db.insert(refunds).values({
    orderId: order.id,
    paymentIntentId: order.paymentIntentId,
    amountCents: 100,
    reason: 'requested_by_customer',
    state: 'failed',
    idemKey: 'system-test',
  });
  await db.insert(gatewayEvents).values({
    id: 'evt_late',
    type: 'payment_intent.succeeded',
    payload: { created: Math.floor(clock() / 1000) - 3600 },
    state: 'unmatched',
    receivedAt: now,
  });
  await db.update(messages).set({ state: 'failed' });
  await db.insert(messages).values({
    kind: 'waitlist_welcome',
    dedupeKey: 'system-test',
    recipient: 'mia@example.com',
    createdAt: new Date(clock() - 3_600_000),
  });
  const before = (minutes: number) => sql`now() - ${minutes}::integer * interval '1 minute'`;
  await db.insert(clockJobs).values([
    {
      name: 'check_books',
      dueAt: before(-60),
      startedAt: before(2),
      endedAt: before(1),
      failed: true,
    },
    { name: 'ring_bells', dueAt: before(4), startedAt: before(5), endedAt: before(5) },
  ]);
  await db.execute(sql`
    insert into throttle_counters values ('sign-in account:x:', 6, ${new Date(clock() + 60_000)})`);

  const { alarms } = await systemNow();
  expect(alarms.map(({ id }) => id).toSorted()).toEqual([
    'books',
    'books_check_old',
    'jobs_failing',
    'mail_failed',
    'mail_stuck',
    'places_apart',
    'refund_failed',
    'sign_in_guessed',
    'undecided_order',
    'unmatched_event',
    'webhook_late',
  ]);
  for (const { id, title, detail, whatToDo } of alarms) {
    expect({ title, whatToDo }).toEqual(ALARMS[id]);
    expect(detail).toMatch(/^[A-Z0-9a-z_].*\.$/);
  }
  expect(alarms.find(({ id }) => id === 'webhook_late')?.detail).toContain('60 minutes late');
  const oldestSince = new Date(clock() - 3_600_000).toISOString();
  expect((await systemNow()).dueWork).toEqual([
    { kind: 'emails', due: 1, waiting: 0, givenUp: 1, oldestSince },
    { kind: 'texts', due: 0, waiting: 0, givenUp: 0, oldestSince: null },
    { kind: 'gateway_events', due: 0, waiting: 0, givenUp: 1, oldestSince: null },
    { kind: 'refunds', due: 0, waiting: 0, givenUp: 1, oldestSince: null },
    { kind: 'checkouts', due: 0, waiting: 0, givenUp: 0, oldestSince: null },
    { kind: 'captures', due: 0, waiting: 0, givenUp: 0, oldestSince: null },
    { kind: 'top_ups', due: 0, waiting: 0, givenUp: 0, oldestSince: null },
    { kind: 'order_changes', due: 0, waiting: 0, givenUp: 0, oldestSince: null },
    { kind: 'incidents', due: 0, waiting: 0, givenUp: 0, oldestSince: null },
    { kind: 'link_requests', due: 0, waiting: 0, givenUp: 0, oldestSince: null },
    { kind: 'webhooks', due: 0, waiting: 0, givenUp: 0, oldestSince: null },
    { kind: 'pictures', due: 0, waiting: 0, givenUp: 0, oldestSince: null },
  ]);
});

test('a job by the clock that is late raises the alarm, but not while it runs, nor in a process that has just started', async () => {
  const { db } = t.context;
  await db.delete(clockJobs);
  const alarm = async (upForSeconds = 3600) => {
    const metrics = await readMetrics(t.context);
    const alarms = findAlarms(t.context, metrics, { isCurrent: true, upForSeconds });
    return alarms.find(({ id }) => id === 'jobs_stopped')?.detail;
  };
  const due = (minutesAgo: number, more: Partial<typeof clockJobs.$inferInsert> = {}) => {
    const dueAt = sql`now() - ${minutesAgo}::integer * interval '1 minute'`;
    const row = { name: 'check_books', dueAt, startedAt: null, endedAt: null, ...more };
    return db
      .insert(clockJobs)
      .values(row)
      .onConflictDoUpdate({ target: clockJobs.name, set: row });
  };
  expect(await alarm()).toBe('No job has ever run.');
  expect(await alarm(60)).toBeUndefined();
  await due(4);
  expect(await alarm()).toBeUndefined();
  await due(12);
  expect(await alarm()).toBe('check_books is 12 minutes late.');
  expect(await alarm(60)).toBeUndefined();
  await due(12, { startedAt: new Date() });
  expect(await alarm()).toBeUndefined();
  await due(45, { startedAt: new Date() });
  expect(await alarm()).toBe('check_books is 45 minutes late.');
});

test('a disk that is almost full raises an alarm before it is full', async () => {
  const metrics = await readMetrics(t.context);
  const at = (freeBytes: number) => {
    const disks = [{ folder: '/srv/data', freeBytes, totalBytes: 10 * 1024 ** 3 }];
    const alarms = findAlarms(
      t.context,
      { ...metrics, disks },
      { isCurrent: true, upForSeconds: 1 },
    );
    return alarms.find(({ id }) => id === 'disk_low')?.detail;
  };
  expect(at(0.4 * 1024 ** 3)).toBe('Only 0.4 GB free at /srv/data.');
  expect(at(2 * 1024 ** 3)).toBeUndefined();
});

test('work that is due is told from work that waits for its next attempt, and from checkouts that may still be paid', async () => {
  const { db } = t.context;
  await anOpenCheckout(t);
  const holdUntil = new Date(t.context.clock() - 60_000);
  const nextAttemptAt = new Date(t.context.clock() + 60_000);
  const { checkout } = await anOpenCheckout(t);
  await db
    .update(checkouts)
    .set({ state: 'expiring', holdUntil })
    .where(eq(checkouts.id, checkout.checkoutId));
  await db
    .update(refunds)
    .set({ state: 'pending', nextTryAt: nextAttemptAt, createdAt: holdUntil });
  const { dueWork } = await systemNow();
  const oldestSince = holdUntil.toISOString();
  expect(dueWork).toEqual(
    expect.arrayContaining([
      { kind: 'refunds', due: 0, waiting: 1, givenUp: 0, oldestSince },
      { kind: 'checkouts', due: 1, waiting: 0, givenUp: 0, oldestSince },
    ]),
  );
  await db.update(refunds).set({ state: 'failed', nextTryAt: null });
});

test('the metrics match the page', async () => {
  const scraped = await t.app.inject('/metrics');
  const raised = [...scraped.body.matchAll(/^mealrun_alarm\{alarm="(\w+)"\} 1$/gm)].map(
    ([, id]) => id,
  );
  expect(raised).toEqual((await alarmsNow()).filter((id) => raised.includes(id)));
  expect(raised.length).toBe((await alarmsNow()).length);
  expect(scraped.body.match(/^mealrun_alarm\{/gm)).toHaveLength(ALARM_IDS.length);
});

test('an unwritable data folder is reported, and nothing is left half made', async () => {
  await rm(backupFolder(t.context.backup.dataDir), { recursive: true });
  const { dataDir } = t.context.backup;
  // A file cannot contain a folder.
  t.context.backup.dataDir = import.meta.filename;
  expect((await staffClient.post('/api/admin/system/backups')).statusCode).toBe(500);
  t.context.backup.dataDir = dataDir;
  expect((await staffClient.post('/api/admin/system/backups')).statusCode).toBe(201);
});
