/** The app kills itself at each of its named points, in the middle of its work. */
import { CRASH_POINTS } from '#platform/server/crash-points.ts';
import { waitUntil } from '../run-concurrently.ts';
import { readBooks } from '../books.ts';
import { findDiscrepancies } from '../find-discrepancies.ts';
import type { ScenarioResult, Scenario, ScenarioContext } from '../scenario.ts';
import { seededRandom } from '#app/server/stage.ts';
import { drain } from '../drain.ts';
import { startLoad } from '../load.ts';

const REACHED_MS = 30_000;
const SETTLE_MS = 120_000;

/** Those of captures are the approvals' own: nobody here pays for a place that is held. */
const POINTS = Object.keys(CRASH_POINTS).filter((name) => !name.startsWith('capture/'));

export const crashPoints: Scenario = {
  name: 'crash-points',
  promise:
    'killed at each named point, three times: no paid order lost, none doubled, no email doubled',
  sizes: { short: 3, long: POINTS.length * 3 },
  run,
};

async function run(context: ScenarioContext): Promise<ScenarioResult> {
  const { seed, size, history } = context;
  const system = await context.openSystem();
  const { app } = system;
  const load = await startLoad({ seed, url: system.url, history, customers: 6 });
  const complaints: string[] = [];
  for (const point of choosePoints(seed, size)) {
    await app.kill();
    await app.start(point);
    if (!(await waitUntil(async () => !app.isAlive(), REACHED_MS)))
      complaints.push(`${point} was not reached within ${REACHED_MS} ms`);
    history.note({ who: 'fault injector', did: `make the app kill itself at ${point}` });
  }
  await app.kill();
  await app.start();
  await load.stop();
  await app.startLater(30);
  const settled = await drain(system, { withinMs: SETTLE_MS, skipsWaiting: true });
  complaints.push(...(await findDiscrepancies(system, history)));
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  const { orders, gatewayRefunds, emails } = await readBooks(system);
  return {
    complaints,
    measured: `${size} deaths at ${Math.min(size, POINTS.length)} points: ${orders.length} paid orders, ${gatewayRefunds.length} refunds, ${emails.length} emails`,
  };
}

/** In a short run some of the points, in a long one each of them, the first, second and third time it is reached. */
function choosePoints(seed: string, size: number): string[] {
  const names = seededRandom(`${seed}:points`).shuffled(POINTS);
  return Array.from(
    { length: size },
    (_, index) => `${names[index % names.length]}#${1 + Math.floor(index / names.length)}`,
  );
}
