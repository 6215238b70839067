/** The app kills itself at each of its named points, in the middle of its work. */
import { CRASH_POINTS } from '#server/crash-points.ts';
import { waitUntil } from '../at-once.ts';
import { readBooks } from '../books.ts';
import { checkBooks } from '../check-books.ts';
import type { Outcome, Scenario, Stage } from '../scenario.ts';
import { seededRandom } from '../seeded-random.ts';
import { settleDown } from '../settle-down.ts';
import { startStorm } from '../storm.ts';

const REACHED_MS = 30_000;
const SETTLE_MS = 120_000;

export const crashPoints: Scenario = {
  name: 'crash-points',
  promise:
    'killed at each named point, three times: no paid order lost, none doubled, no email doubled',
  sizes: { short: 3, long: Object.keys(CRASH_POINTS).length * 3 },
  run,
};

async function run(stage: Stage): Promise<Outcome> {
  const { seed, size, history } = stage;
  const kitchen = await stage.openKitchen();
  const { app } = kitchen;
  const storm = await startStorm({ seed, url: kitchen.url, history, customers: 6 });
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
  await storm.stop();
  await app.startLater(30);
  const settled = await settleDown(kitchen, { withinMs: SETTLE_MS, isHurried: true });
  complaints.push(...(await checkBooks(kitchen, history)));
  if ('open' in settled) complaints.push(...settled.open.map((what) => `still open: ${what}`));
  const { orders, gatewayRefunds, mails } = await readBooks(kitchen);
  return {
    complaints,
    measured: `${size} deaths at ${Math.min(size, Object.keys(CRASH_POINTS).length)} points: ${orders.length} paid orders, ${gatewayRefunds.length} refunds, ${mails.length} mails`,
  };
}

/** In a short run some of the points, in a long one each of them, the first, second and third time it is reached. */
function choosePoints(seed: string, size: number): string[] {
  const names = seededRandom(`${seed}:points`).shuffled(Object.keys(CRASH_POINTS));
  return Array.from(
    { length: size },
    (_, index) => `${names[index % names.length]}#${1 + Math.floor(index / names.length)}`,
  );
}
