/** The database's primary is lost for good while customers pay, and its standby is promoted. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  openReplicatedPostgres,
  type ReplicatedPostgres,
} from '#quality/support/postgres/replicated-postgres.ts';
import { readBooks } from '../books.ts';
import { drain } from '../drain.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import type { History } from '../history.ts';
import { startLoad } from '../load.ts';
import { disturbNetwork } from '../network-faults.ts';
import { waitUntil } from '../run-concurrently.ts';
import type { Scenario, ScenarioContext, ScenarioResult } from '../scenario.ts';
import { type Random, seededRandom } from '#app/server/stage.ts';

const LONGEST_LIFE_MS = 3000;
const LONGEST_HOLD_MS = 400;
/** "Within seconds", on a machine that has to do everything else as well. */
const RECOVERY_MS = 30_000;
const SETTLE_MS = 120_000;
/** Every so many rounds the lost machine does not close its connections: it says nothing any more. */
const SILENT_EVERY = 4;

type Round = { how: 'killed' | 'silent'; sellsAfterMs: number };

export const failover: Scenario = {
  name: 'failover',
  promise:
    '20 times the primary is lost for good and the standby promoted: no paid order lost, none doubled, selling again within seconds',
  sizes: { short: 1, long: 20 },
  run,
};

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  const { seed, size, history } = context;
  const random = seededRandom(`${seed}:nemesis`);
  const database = await openReplicatedPostgres();
  const system = await context.openSystem({ database });
  const load = await startLoad({ seed, url: system.url, history, customers: 6 });
  disturbNetwork(system.proxy, seededRandom(`${seed}:line`));
  const rounds: Round[] = [];
  for (let nth = 1; nth <= size; nth += 1) {
    await sleep(random.below(LONGEST_LIFE_MS));
    const how = nth % SILENT_EVERY === 0 ? 'silent' : 'killed';
    rounds.push(await failOver(database, history, { how, random }));
    await database.addStandby();
    history.note({ who: 'operator', did: 'add a standby' });
  }
  await load.stop();
  await system.app.startLater(30);
  const settled = await drain(system, { withinMs: SETTLE_MS, skipsWaiting: true });
  const complaints = await findDiscrepancies(system, history);
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  const { orders, gatewayRefunds, emails } = await readBooks(system);
  return {
    complaints,
    measured: `${database.version}, ${describe(rounds)}: ${orders.length} paid orders, ${gatewayRefunds.length} refunds, ${emails.length} emails`,
  };
}

async function failOver(
  database: ReplicatedPostgres,
  history: History,
  { how, random }: { how: Round['how']; random: Random },
): Promise<Round> {
  // What the standby has not got yet, nobody may have been promised.
  database.holdReplication();
  await sleep(random.below(LONGEST_HOLD_MS));
  database.losePrimary(how);
  history.note({ who: 'fault injector', did: `lose the primary, ${how}` });
  const start = Date.now();
  const before = history.facts().length;
  await database.promote();
  history.note({ who: 'operator', did: 'promote the standby' });
  const isSelling = async () =>
    history
      .facts()
      .slice(before)
      .some(({ did, orderNumber }) => did === 'place' && orderNumber !== undefined);
  if (!(await waitUntil(isSelling, RECOVERY_MS)))
    throw new Error(`nothing sold within ${RECOVERY_MS / 1000} s of losing the primary (${how})`);
  return { how, sellsAfterMs: Date.now() - start };
}

function describe(rounds: readonly Round[]): string {
  const tell = (how: Round['how']) => {
    const times = rounds.filter((round) => round.how === how).map((round) => round.sellsAfterMs);
    return times.length > 0
      ? [`${how} ${times.length} times (sold after ${times.join(', ')} ms)`]
      : [];
  };
  return [...tell('killed'), ...tell('silent')].join(', ');
}
