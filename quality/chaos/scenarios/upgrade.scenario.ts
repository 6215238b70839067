/** An upgrade without a stop: the release before serves while the next one changes the database and takes over. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { createEmptyDatabase } from '#quality/support/test-database.ts';
import startTestPostgres from '#quality/support/vitest-global-setup.ts';
import { type AppProcess, appProcess } from '../app-process.ts';
import { type Balancer, openBalancer } from '../upgrade/balancer.ts';
import { readBooks } from '../books.ts';
import { drain } from '../drain.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import { startLoad } from '../load.ts';
import { makeNextRelease, type Release } from '../upgrade/next-release.ts';
import { waitUntil } from '../run-concurrently.ts';
import type { Scenario, ScenarioContext, ScenarioResult } from '../scenario.ts';
import type { SystemUnderTest } from '../system-under-test.ts';

const CUSTOMERS = 4;
/** Longer than the balancer takes to notice. */
const STOP_WAIT_SECONDS = 1;
const NOTICE_MS = 30_000;
const SETTLE_MS = 60_000;
/** Enough for orders at both releases on one database. */
const TOGETHER_MS = 1000;

export const upgrade: Scenario = {
  name: 'upgrade',
  promise:
    'upgraded while customers buy, old and new release side by side behind a balancer, the old one restarted in between: no 5xx, no reply missing, no order lost, the books agree',
  sizes: { short: 1, long: 10 },
  run,
};

type Running = { app: AppProcess; port: number };

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  const { seed, size, history } = context;
  const stopPostgres = await startTestPostgres();
  const database = { url: (await createEmptyDatabase()).url, stop: stopPostgres };
  const system = await context.openSystem({ database, stopWaitSeconds: STOP_WAIT_SECONDS });
  let serving: Running = { app: system.app, port: Number(new URL(system.url).port) };
  const balancer = await openBalancer([serving.port]);
  system.proxy.balancerUrl = balancer.url;
  const releases: Release[] = [];
  const started: AppProcess[] = [];
  const complaints: string[] = [];
  try {
    const load = await startLoad({ seed, url: balancer.url, history, customers: CUSTOMERS });
    for (let nth = 1; nth <= size; nth += 1) {
      const release = makeNextRelease(releases.at(-1), nth);
      releases.push(release);
      const next = await nextProcess(system, database.url, release);
      started.push(next.app);
      complaints.push(...(await moveOver(balancer, { before: serving, next })));
      serving = next;
    }
    await load.stop();
    complaints.push(...balancer.failures().map((failure) => `NO REPLY: ${failure}`));
    const settled = await drain(system, { withinMs: SETTLE_MS, skipsWaiting: true });
    if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
    complaints.push(...(await findDiscrepancies(system, history)));
    const { orders, gatewayRefunds, emails } = await readBooks(system);
    return {
      complaints,
      measured: `${size} upgrades, ${balancer.answered()} replies: ${orders.length} paid orders, ${gatewayRefunds.length} refunds, ${emails.length} emails`,
    };
  } finally {
    for (const app of started) await app.stop();
    await balancer.close();
    for (const release of releases) release.remove();
  }
}

async function nextProcess(
  { dataDir }: SystemUnderTest,
  databaseUrl: string,
  { root }: Release,
): Promise<Running> {
  const port = await findFreePort();
  const settings = { port, dataDir, databaseUrl, root, stopWaitSeconds: STOP_WAIT_SECONDS };
  return { app: appProcess(settings), port };
}

/** What is wrong, if anything. At the end only `next` serves. */
async function moveOver(
  balancer: Balancer,
  { before, next }: { before: Running; next: Running },
): Promise<string[]> {
  const complaints: string[] = [];
  // Changes the database that the release before is using.
  await next.app.start();
  balancer.setPorts([before.port, next.port]);
  if (!(await waitUntil(async () => balancer.isServedBy(next.port), NOTICE_MS)))
    complaints.push('the next release is never ready');
  if (!balancer.isServedBy(before.port))
    complaints.push('the release before is not ready any more beside the next one');
  await sleep(TOGETHER_MS);
  await before.app.stop();
  // As after a crash, or when the operator goes back.
  await before.app.start();
  if (!before.app.said().includes('A newer version of Mealrun upgraded this database'))
    complaints.push('the release before does not say that it is beside a newer one');
  if (!(await waitUntil(async () => balancer.isServedBy(before.port), NOTICE_MS)))
    complaints.push('the release before does not serve again on the newer database');
  await sleep(TOGETHER_MS);
  await before.app.stop();
  balancer.setPorts([next.port]);
  return complaints;
}
