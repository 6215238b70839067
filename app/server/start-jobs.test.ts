/** The queue and the clock of one process, on a business of its own: its work is done, whatever happens on the way. */
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WORK_KINDS, type WorkKind } from '#platform/rules/due-work.ts';
import { areas } from '#app/server/areas.ts';
import { startJobs } from './serve.ts';
import { requestOrderLink } from '#areas/customers/server/find-order.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { requestRefund } from '#areas/order-book/server/request-refund.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { clockJobs } from '#platform/server/db/tables/clock-jobs.ts';
import { armCrashPoint } from '#platform/server/crash-points.ts';
import { claimColumns } from '#platform/server/queue/due-work.ts';
import {
  aPaidOrder,
  aStaffClient,
  type PaidOrder,
  refundsAtGateway,
} from '#quality/support/a-paid-order.ts';
import { ReceivingProgram } from '#quality/support/integrations/receiving-program.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;
let order: PaidOrder;
let receiver: ReceivingProgram;
let stops: (() => Promise<void>)[];

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  receiver = new ReceivingProgram();
  const url = await receiver.listen();
  const owner = await aStaffClient(t);
  const added = await owner.post('/api/admin/webhooks', { url, events: ['order.cancelled'] });
  expect(added.statusCode, added.body).toBe(201);
});
afterAll(async () => {
  await receiver.close();
  await t.close();
});
beforeEach(async () => {
  stops = [];
  await t.clearOrders();
  await t.context.db.delete(messages);
  await t.context.db.delete(clockJobs);
  order = await aPaidOrder(t);
  await t.context.db.delete(messages);
  receiver.got.length = 0;
});
afterEach(() => Promise.all(stops.map((stop) => stop())));

/** Another process of the same business. */
function start({ isDeaf = false } = {}): void {
  const changes = { ...t.context.changes, onWorkDue: () => () => false };
  const jobs = startJobs(isDeaf ? { ...t.context, changes } : t.context, { lookEveryMs: 500 });
  stops.push(async () => void (await jobs.stop()));
}

/** As if it were time for these jobs, all looks if not said. Processes that have just started know no jobs yet. */
async function passMinute(names: readonly string[] = KINDS.map(([kind]) => kind)): Promise<void> {
  const { db } = t.context;
  const isMeant = inArray(clockJobs.name, [...names]);
  await expect.poll(() => db.$count(clockJobs, isMeant), { timeout: 10_000 }).toBe(names.length);
  await db
    .update(clockJobs)
    .set({ dueAt: sql`now()` })
    .where(isMeant);
  await db.execute(sql`notify work_due, 'clock_jobs'`);
}

const IS_DUE_OR_RUNS = sql`due_at <= now() or started_at is not null and ended_at is null`;

type Kind = { write(tx: Transaction): Promise<unknown>; countDone(): Promise<number> };

const toMia = { kind: 'order_link', recipient: 'mia@example.com' } as const;
const sent = async (channel: 'email' | 'text') =>
  (await t.context.db.select().from(messages).where(eq(messages.channel, channel))).filter(
    ({ state, sentAt }) => state === 'kept' && sentAt !== null,
  ).length;

const KINDS: [WorkKind, Kind][] = [
  [
    'emails',
    {
      write: (tx) => writeMessage(tx, t.context, { ...toMia, about: order.id, orderId: order.id }),
      countDone: () => sent('email'),
    },
  ],
  [
    'link_requests',
    {
      async write(tx) {
        const [{ number: orderNumber, email } = { number: '', email: '' }] = await tx
          .select()
          .from(orders);
        await requestOrderLink({ ...t.context, db: tx as never }, { orderNumber, email });
      },
      countDone: () => t.context.db.$count(messages),
    },
  ],
  [
    'refunds',
    {
      write: (tx) =>
        requestRefund(tx, t.context, {
          orderId: order.id,
          amountCents: 500,
          reason: 'Late',
          staff: null,
        }),
      countDone: async () => (await refundsAtGateway(t, order.paymentIntentId)).length,
    },
  ],
  [
    'webhooks',
    {
      write: (tx) =>
        tx
          .update(orders)
          .set({ status: 'cancelled', version: sql`version + 1` })
          .where(eq(orders.id, order.id)),
      countDone: async () => receiver.got.length,
    },
  ],
];
const workOf = (kind: WorkKind) =>
  areas.flatMap(({ due = [] }) => due).find((due) => due.kind === kind)!.work;

/** It is done, and after all processes have looked again it was done once. */
async function expectOnce({ countDone }: Kind): Promise<void> {
  await expect.poll(countDone, { timeout: 20_000 }).toBe(1);
  t.advanceMinutes(5);
  await passMinute();
  await Promise.all(stops.map((stop) => stop()));
  expect(await countDone()).toBe(1);
}

/** A refund is tried by the request that made it, and by the queue half a minute later. */
const becomeDue = () => t.advanceMinutes(1);

describe.each(KINDS)('%s', (kind, work) => {
  test('two processes that hear of it do it once', async () => {
    start();
    start();
    await t.context.db.transaction((tx) => work.write(tx));
    if (kind === 'refunds') {
      becomeDue();
      await passMinute();
    }
    await expectOnce(work);
  });

  test('whose signal is lost is done by the clock within a minute', async () => {
    start({ isDeaf: true });
    start({ isDeaf: true });
    await t.context.db.transaction((tx) => work.write(tx));
    becomeDue();
    await passMinute();
    await expectOnce(work);
  });

  test('of a process that was killed after its claim, it is done once the claim is over', async () => {
    await t.context.db.transaction((tx) => work.write(tx));
    becomeDue();
    const { table } = workOf(kind);
    await t.context.db.update(table).set(claimColumns(t.context, workOf(kind)) as never);
    start();
    start();
    await passMinute();
    // Else the end of this look would put off the next one.
    await expect
      .poll(() => t.context.db.$count(clockJobs, IS_DUE_OR_RUNS), { timeout: 20_000 })
      .toBe(0);
    expect(await work.countDone(), 'it may still be at it').toBe(0);
    t.advanceMinutes(2);
    await passMinute();
    await expectOnce(work);
  });
});

test('what is put off for seconds is tried when its time comes, not at the next minute', async () => {
  start();
  const sendAfter = t.context.clock() + 1000;
  await t.context.db.transaction((tx) =>
    writeMessage(tx, t.context, { ...toMia, about: order.id, orderId: order.id, sendAfter }),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await sent('email')).toBe(0);
  t.advanceMinutes(1);
  await expect.poll(() => sent('email'), { timeout: 3000 }).toBe(1);
});

test('a process that is killed between the row of a refund and its signal leaves neither', async () => {
  const { db, changes } = t.context;
  const told: (string | null)[] = [];
  const stopListening = changes.onWorkDue((kind) => told.push(kind));
  const [, refund] = KINDS.find(([kind]) => kind === 'refunds')!;
  let killed: Promise<unknown> | undefined;
  const writing = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const kill = () => (killed = db.execute(sql`select pg_terminate_backend(${rows[0]!.pid})`));
    const disarm = armCrashPoint(t.context, 'refund/before-notify', kill);
    await refund.write(tx);
    disarm();
    await killed;
  });
  await expect(writing).rejects.toThrow();
  expect(killed).toBeDefined();
  await db.execute(sql`notify work_due, 'nothing'`);
  await expect.poll(() => told.at(-1)).toBe('nothing');
  stopListening();
  // Signals of what was written before may still come.
  expect(told).not.toContain('refunds');
  expect(await db.$count(refunds)).toBe(0);
});

test('of two processes one runs each job by the clock, and all that the manifests name are run', async () => {
  start();
  start();
  const names = areas.flatMap(({ jobs = [], due = [] }) => [
    ...jobs.map(({ name }) => name),
    ...due.map(({ kind }) => kind),
  ]);
  expect(new Set(names).size).toBe(names.length);
  await passMinute(names);
  await expect
    .poll(() => t.context.db.$count(clockJobs, sql`ended_at is not null`), { timeout: 20_000 })
    .toBe(names.length);
  const rows = await t.context.db.select().from(clockJobs);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  expect(rows.filter(({ failed }) => failed)).toEqual([]);
});

test('each kind of work is named by one manifest', () => {
  const kinds = areas.flatMap(({ due = [] }) => due.map(({ kind }) => kind));
  expect(kinds.toSorted()).toEqual([...WORK_KINDS].toSorted());
});

test('what must not be kept for ever is deleted by the clock', () => {
  const names = areas.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name));
  expect(names).toEqual(
    expect.arrayContaining([
      'forget_old_mail',
      'forget_old_sign_ins',
      'forget_old_throttles',
      'forget_old_webhooks',
      'purge_delivery_photos',
      'purge_gateway_payloads',
      'purge_temperature_readings',
      'purge_unpaid_checkouts',
    ]),
  );
});
