/** Cancelled orders whose refunds hang or fail, on a connection that loses replies, with an app that is killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { PaymentsOverviewReply } from '#areas/payments/calls/admin-payments.ts';
import { runConcurrently, waitUntil } from '../run-concurrently.ts';
import { type Books, type OrderEntry, readBooks } from '../books.ts';
import type { BrowserAnswer } from '../browser.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import { waitFor } from '../system-under-test.ts';
import { openFixture, sellToClosedBrowsers, type Fixture } from '../open-fixture.ts';
import type { ScenarioResult, Scenario, ScenarioContext } from '../scenario.ts';
import { type Random, seededRandom } from '#app/server/stage.ts';
import { runDueJobsNow, drain } from '../drain.ts';

const SETTLE_MS = 120_000;
/** Outcomes for each ten refunds; the sandbox uses them in turn. */
const TURNS = { succeeded: 6, pending: 3, failed: 1 };

export const refundsScenario: Scenario = {
  name: 'refunds',
  promise:
    '1,000 refunds, 30% pending and 10% failed: none twice, none above the captured amount, each failure a task for staff',
  sizes: { short: 40, long: 1000 },
  run,
};

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  const fixture = await openFixture(context);
  const { system } = fixture;
  const random = seededRandom(`${context.seed}:refunds`);
  await sellToClosedBrowsers(fixture, context.size);
  await drain(system, { withinMs: SETTLE_MS, skipsWaiting: true });
  const turns = Object.entries(TURNS).flatMap(([turn, count]) => Array<string>(count).fill(turn));
  const outcomes = random.shuffled(turns).join();
  await system.sandbox('/_sandbox/refund-outcomes', new URLSearchParams({ outcomes }));
  const luck = seededRandom(`${context.seed}:line`);
  system.proxy.fateOfCall = (_method, path) =>
    path.startsWith('/v1/refunds') && luck.chance(0.1)
      ? luck.pick(['response-lost', 'request-lost'])
      : 'well';
  await cancelAll(context, fixture, random);
  await system.app.startLater(30);
  const pending = await finishPending(fixture, random);
  const settled = await drain(system, { withinMs: SETTLE_MS, skipsWaiting: true });

  const books = await readBooks(system);
  const complaints = await findDiscrepancies(system, context.history);
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  complaints.push(
    ...checkEachCancelled(books, context.size),
    ...(await checkTasks(fixture, books)),
  );
  fixture.close();
  const failed = books.refunds.filter(({ state }) => state === 'failed').length;
  return {
    complaints,
    measured: `${books.refunds.length} refunds, ${pending} of them pending at first: ${books.refunds.length - failed} succeeded, ${failed} failed and are tasks for staff`,
  };
}

/**
 * Every order is cancelled, some by two members of staff concurrently; some are first mostly refunded by two. The app
 * is killed now and then.
 */
async function cancelAll(
  { history, size }: ScenarioContext,
  fixture: Fixture,
  random: Random,
): Promise<void> {
  const { app } = fixture.system;
  const { orders } = await readBooks(fixture.system);
  const killEvery = Math.max(20, Math.ceil(size / 10));
  let isUp: Promise<void> = Promise.resolve();
  await runConcurrently(orders.length, 8, async (index) => {
    const order = orders[index];
    if (!order) return;
    if (index % killEvery === killEvery - 1) isUp = restart();
    const habit = random.next();
    if (habit < 0.2) await Promise.all([refundMost(order), refundMost(order)]);
    else if (habit < 0.4) await pressUntilAnswered(() => fixture.staffBrowser.cancel(order.id));
    await pressUntilAnswered(() => fixture.staffBrowser.cancel(order.id));
  });

  async function restart(): Promise<void> {
    await app.kill();
    history.note({ who: 'fault injector', did: 'kill the app' });
    await app.start();
  }
  async function refundMost({ id, totalCents }: OrderEntry): Promise<void> {
    const amount = (Math.round(totalCents * 0.6) / 100).toFixed(2);
    await pressUntilAnswered(() => fixture.staffBrowser.refund(id, amount));
  }
  /** An action without a reply may have happened or not; staff check again and click again. */
  async function pressUntilAnswered(press: () => Promise<BrowserAnswer>): Promise<void> {
    for (;;) {
      await isUp;
      const { status } = await press();
      if (status === 200 || status === 409) return;
      await sleep(100);
    }
  }
}

/** The bank decides pending refunds: nine of ten succeed. Returns how many there were. */
async function finishPending({ system }: Fixture, random: Random): Promise<number> {
  const isAllSent = async () => {
    await waitFor(() => runDueJobsNow(system));
    const { refunds: entries } = await readBooks(system);
    return entries.every(({ state }) => state !== 'wanted' && state !== 'sent');
  };
  await waitUntil(isAllSent, SETTLE_MS);
  const { gatewayRefunds } = await readBooks(system);
  const pending = gatewayRefunds.filter(({ status }) => status === 'pending');
  for (const { id } of pending) {
    const status = random.chance(0.9) ? 'succeeded' : 'failed';
    await system.sandbox(`/_sandbox/refunds/${id}`, new URLSearchParams({ status }));
  }
  return pending.length;
}

/** The whole payment was refunded, attempted, or both; never more than all of it. */
function checkEachCancelled({ orders, refunds: entries }: Books, size: number): string[] {
  const complaints: string[] = [];
  if (orders.length !== size) complaints.push(`${orders.length} orders of ${size} customers`);
  for (const { id, number, status, paidCents } of orders) {
    if (status !== 'cancelled') complaints.push(`order ${number} is ${status}`);
    const own = entries.filter(({ orderId }) => orderId === id);
    const sum = (list: typeof own) => list.reduce((cents, refund) => cents + refund.cents, 0);
    const backCents = sum(own.filter(({ state }) => state === 'succeeded'));
    const paid = paidCents ?? 0;
    if (backCents > paid) complaints.push(`order ${number}: ${backCents} of ${paid} refunded`);
    if (sum(own) < paid)
      complaints.push(`order ${number}: only ${sum(own)} of ${paid} were attempted`);
    const refused = own.filter(({ state, gatewayId }) => state === 'failed' && gatewayId === null);
    if (refused.length > 0)
      complaints.push(
        `order ${number}: ${refused.length} refunds that the card provider had to refuse`,
      );
    const isClean = own.every(({ state }) => state === 'succeeded');
    if (isClean && own.length > 2) complaints.push(`order ${number} has ${own.length} refunds`);
  }
  return complaints;
}

/** Every failed refund, and no other, is a task on the Payments page. */
async function checkTasks({ staffBrowser }: Fixture, books: Books): Promise<string[]> {
  const reply = (await staffBrowser.get('/api/admin/payments')).body as PaymentsOverviewReply;
  const tasks = reply.failedRefunds.map(({ id }) => id).toSorted((a, b) => a - b);
  const failed = books.refunds.filter(({ state }) => state === 'failed').map(({ id }) => id);
  if (isDeepStrictEqual(tasks, failed)) return [];
  return [`refunds ${failed.join(', ')} failed, but the tasks are ${tasks.join(', ')}`];
}
