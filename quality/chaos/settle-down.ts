/** After the load: everything works again, and pending work is completed. */
import { sql } from 'drizzle-orm';
import { KNOWN_CRONTABS } from '#server/db/job-tables.ts';
import { waitUntil } from './at-once.ts';
import { readBooks, succeededIntents } from './books.ts';
import { type Kitchen, patiently } from './kitchen.ts';

type Options = {
  withinMs: number;
  /** Does not wait for the clock: makes every job and every webhook due now. */
  isHurried: boolean;
};

const HURRY_MS = 1000;

/** Resolves to the milliseconds it took, or to the work that is still open when the time is up. */
export async function settleDown(
  kitchen: Kitchen,
  { withinMs, isHurried }: Options,
): Promise<{ tookMs: number } | { open: string[] }> {
  kitchen.wire.fateOfCall = () => 'well';
  kitchen.wire.fateOfDelivery = () => 'well';
  const start = Date.now();
  let hurriedAt = 0;
  let open: string[] = [];
  const isSettled = await waitUntil(async () => {
    if (isHurried && Date.now() - hurriedAt > HURRY_MS) {
      await patiently(() => hurry(kitchen));
      hurriedAt = Date.now();
    }
    open = await patiently(() => listOpen(kitchen));
    return open.length === 0;
  }, withinMs);
  return isSettled ? { tookMs: Date.now() - start } : { open };
}

/** Runs now what the clock would run within a minute, or at the next retry. */
export async function hurry(kitchen: Kitchen): Promise<void> {
  const webhook = kitchen.wire.sandboxWebhook();
  if (webhook) await kitchen.sandbox('/_sandbox/settings', webhook);
  await kitchen.inDatabase(async (db) => {
    await db.execute(sql`
      select graphile_worker.reschedule_jobs(
        array(select id from graphile_worker.jobs where run_at > now() and locked_at is null),
        run_at => now())`);
    await db.execute(sql`
      select graphile_worker.add_job(identifier, job_key => 'hurry:' || identifier)
      from ${KNOWN_CRONTABS} where identifier not like '%backup%'`);
  });
}

async function listOpen(kitchen: Kitchen): Promise<string[]> {
  const books = await readBooks(kitchen);
  const known = new Set(books.orders.map(({ intent }) => intent));
  const undelivered = (await kitchen.sandbox('/v1/events?delivery_success=false&limit=1')) as {
    data: object[];
  };
  const count = {
    'payments without an order': succeededIntents(books).filter(({ id }) => !known.has(id)).length,
    'refunds in progress': books.refunds.filter(
      ({ state }) => state !== 'succeeded' && state !== 'failed',
    ).length,
    'refunds in progress at the card provider': books.gatewayRefunds.filter(
      ({ status }) => status === 'pending',
    ).length,
    'emails to send': books.mails.filter(({ state }) => state === 'waiting').length,
    'events to deliver': undelivered.data.length,
  };
  return Object.entries(count)
    .filter(([, number]) => number > 0)
    .map(([what, number]) => `${number} ${what}`);
}
