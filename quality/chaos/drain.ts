/** After the load: everything works again, and pending work is completed. */
import { notLike } from 'drizzle-orm';
import { clockJobs } from '#platform/server/db/tables/clock-jobs.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { refundWork } from '#areas/order-book/server/failed-refunds.ts';
import { makeDue } from '#quality/support/run-job-now.ts';
import { waitUntil } from './run-concurrently.ts';
import { readBooks, succeededIntents } from './books.ts';
import { type SystemUnderTest, waitFor } from './system-under-test.ts';

type Options = {
  withinMs: number;
  /** Does not wait for the clock: makes every job and every webhook due now. */
  skipsWaiting: boolean;
};

const RUN_JOBS_EVERY_MS = 1000;

/** Resolves to the milliseconds it took, or to the work that is still open when the time is up. */
export async function drain(
  system: SystemUnderTest,
  { withinMs, skipsWaiting }: Options,
): Promise<{ tookMs: number } | { open: string[] }> {
  system.proxy.fateOfCall = () => 'well';
  system.proxy.fateOfDelivery = () => 'well';
  const start = Date.now();
  let jobsRunAt = 0;
  let open: string[] = [];
  const isSettled = await waitUntil(async () => {
    if (skipsWaiting && Date.now() - jobsRunAt > RUN_JOBS_EVERY_MS) {
      await waitFor(() => runDueJobsNow(system));
      jobsRunAt = Date.now();
    }
    open = await waitFor(() => listOpen(system));
    return open.length === 0;
  }, withinMs);
  return isSettled ? { tookMs: Date.now() - start } : { open };
}

/** Runs now what the clock would run within a minute, or at the next retry. */
export async function runDueJobsNow(system: SystemUnderTest): Promise<void> {
  const webhook = system.proxy.sandboxWebhook();
  if (webhook) await system.sandbox('/_sandbox/settings', webhook);
  await system.inDatabase(async (db) => {
    await db.update(refunds).set({ nextTryAt: null }).where(refundWork.isOpen);
    await makeDue(db, notLike(clockJobs.name, '%backup%'));
  });
}

async function listOpen(system: SystemUnderTest): Promise<string[]> {
  const books = await readBooks(system);
  const known = new Set(books.orders.map(({ intent }) => intent));
  const undelivered = (await system.sandbox('/v1/events?delivery_success=false&limit=1')) as {
    data: object[];
  };
  const count = {
    'payments without an order': succeededIntents(books).filter(({ id }) => !known.has(id)).length,
    'approvals neither taken nor let go': books.intents.filter(
      ({ status }) => status === 'requires_capture',
    ).length,
    'refunds in progress': books.refunds.filter(
      ({ state }) => state !== 'succeeded' && state !== 'failed',
    ).length,
    'refunds in progress at the card provider': books.gatewayRefunds.filter(
      ({ status }) => status === 'pending',
    ).length,
    'emails to send': books.emails.filter(({ state }) => state === 'waiting').length,
    'events to deliver': undelivered.data.length,
  };
  return Object.entries(count)
    .filter(([, number]) => number > 0)
    .map(([what, number]) => `${number} ${what}`);
}
