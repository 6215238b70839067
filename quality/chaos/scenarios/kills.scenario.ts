/** The app, or its database, is killed repeatedly while customers pay and staff work on a bad connection. */
import { setTimeout as sleep } from 'node:timers/promises';
import { A_WEDNESDAY } from '../app-process.ts';
import { waitUntil } from '../run-concurrently.ts';
import { readBooks } from '../books.ts';
import { openBrowser } from '../browser.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import type { SystemUnderTest } from '../system-under-test.ts';
import { disturbNetwork, silence } from '../network-faults.ts';
import type { ScenarioResult, Scenario, ScenarioContext } from '../scenario.ts';
import { type Random, seededRandom } from '#app/server/stage.ts';
import { drain } from '../drain.ts';
import { startLoad } from '../load.ts';

const LONGEST_LIFE_MS = 1200;
const RECOVERY_MS = 60_000;
const SETTLE_MS = 120_000;
/** A week has a limited number of places. */
const KILLS_A_WEEK = 100;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Kills once and restores service. Returns the milliseconds until it serves again. */
type Killing = (
  system: SystemUnderTest,
  random: Random,
  context: ScenarioContext,
) => Promise<number>;

export const killApp: Scenario = {
  name: 'kill-app',
  promise: '1,000 times kill -9 of the app: no paid order lost, none doubled, no email doubled',
  sizes: { short: 5, long: 1000 },
  run: (context) => run(context, killTheApp),
};

export const killDatabase: Scenario = {
  name: 'kill-database',
  promise: '100 times kill -9 of PostgreSQL: no paid order lost, none doubled, no email doubled',
  sizes: { short: 2, long: 100 },
  run: (context) => run(context, killTheDatabase),
};

async function run(context: ScenarioContext, kill: Killing): Promise<ScenarioResult> {
  const { seed, size, history } = context;
  const random = seededRandom(`${seed}:nemesis`);
  const system = await context.openSystem();
  const { url, proxy, app } = system;
  const load = await startLoad({ seed, url, history, customers: 6 });
  disturbNetwork(proxy, seededRandom(`${seed}:line`));
  const recoveries: number[] = [];
  for (let kills = 0; kills < size; kills += 1) {
    await sleep(random.below(LONGEST_LIFE_MS));
    if (random.chance(0.05)) void silence(proxy, random.below(2000));
    const weeks = Math.floor(kills / KILLS_A_WEEK);
    app.setNow(new Date(Date.parse(A_WEDNESDAY) + weeks * WEEK_MS).toISOString());
    recoveries.push(await kill(system, random, context));
  }
  await load.stop();
  await app.startLater(30);
  const settled = await drain(system, { withinMs: SETTLE_MS, skipsWaiting: true });
  const complaints = await findDiscrepancies(system, history);
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  return { complaints, measured: await measure(system, context, recoveries) };
}

/** In one case of six it is killed again while it starts. */
async function killTheApp(
  { app }: SystemUnderTest,
  random: Random,
  { history }: ScenarioContext,
): Promise<number> {
  await app.kill();
  history.note({ who: 'fault injector', did: 'kill the app' });
  const start = Date.now();
  if (random.chance(1 / 6)) {
    const starting = app.start();
    await sleep(random.below(LONGEST_LIFE_MS));
    await app.kill();
    await starting;
    history.note({ who: 'fault injector', did: 'kill the app while it starts' });
  }
  await app.start();
  return Date.now() - start;
}

async function killTheDatabase(
  system: SystemUnderTest,
  random: Random,
  { history }: ScenarioContext,
): Promise<number> {
  const how = random.pick(['SIGKILL', 'SIGQUIT'] as const);
  system.killDatabase(how);
  history.note({ who: 'fault injector', did: `${how} to the database` });
  const start = Date.now();
  const browser = openBrowser(system.url, 1);
  const isBack = async () => (await browser.get('/readyz')).status === 200;
  // The process ends a moment after the signal, not immediately.
  await sleep(50);
  const isInTime = await waitUntil(isBack, RECOVERY_MS);
  browser.close();
  if (!isInTime) throw new Error('the database did not restart');
  return Date.now() - start;
}

async function measure(
  system: SystemUnderTest,
  { size, history }: ScenarioContext,
  recoveries: readonly number[],
): Promise<string> {
  const { orders, gatewayRefunds, emails } = await readBooks(system);
  const told = history.facts().filter(({ orderNumber }) => orderNumber !== undefined).length;
  const sorted = recoveries.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  return `${size} kills (back after ${median} ms, at most ${sorted.at(-1)} ms): ${orders.length} paid orders, ${told} replies with an order number, ${gatewayRefunds.length} refunds, ${emails.length} emails`;
}
