/**
 * The chaos suite: `npm run chaos -- [scenario…] [--long] [--scale 0.1] [--seed TEXT] [--report FILE]`.
 * Without names all scenarios run, in their short form unless --long. Ends with 1 when one is not as promised; its
 * history is then kept and the command that plays it again is printed.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startHistory } from './history.ts';
import { type Kitchen, openKitchen } from './kitchen.ts';
import type { Outcome, Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const KEPT = path.join(path.dirname(import.meta.dirname), 'test-results', 'chaos');
const MOST_COMPLAINTS = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    report: { type: 'string' },
  },
});
const chosen = choose(positionals);
const kitchens = new Set<Kitchen>();
let failed = 0;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closeAll().then(() => process.exit(130)));
for (const scenario of chosen) if (!(await play(scenario))) failed += 1;
if (values.report)
  writeFileSync(values.report, JSON.stringify({ passed: chosen.length - failed, failed }));
// Customers of a scenario that broke off may still be trying.
process.exit(failed === 0 ? 0 : 1);

function choose(names: readonly string[]): readonly Scenario[] {
  const unknown = names.find((name) => !SCENARIOS.some((scenario) => scenario.name === name));
  if (unknown !== undefined) {
    const known = SCENARIOS.map(({ name }) => name).join(', ');
    throw new Error(`There is no scenario ${unknown}. There are: ${known}.`);
  }
  return names.length === 0 ? SCENARIOS : SCENARIOS.filter(({ name }) => names.includes(name));
}

/** True when all was as promised. */
async function play(scenario: Scenario): Promise<boolean> {
  const { long: isLong, seed } = values;
  const size = Math.ceil(
    (isLong ? scenario.sizes.long : scenario.sizes.short) * Number(values.scale),
  );
  const history = startHistory();
  console.log(`\n${scenario.name}: ${scenario.promise} (size ${size}, seed ${seed})`);
  const start = Date.now();
  const outcome: Outcome = await scenario
    .run({ seed, size, isLong, history, openKitchen: openForNow })
    .catch((error: Error) => ({
      complaints: [error.stack ?? error.message],
      measured: 'broke off',
    }));
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  const isGood = outcome.complaints.length === 0;
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${outcome.measured} (${seconds} s)`);
  if (!isGood) {
    for (const complaint of outcome.complaints.slice(0, MOST_COMPLAINTS))
      console.log(`  - ${complaint}`);
    const more = outcome.complaints.length - MOST_COMPLAINTS;
    if (more > 0) console.log(`  … and ${more} more`);
    const name = `${scenario.name}-${seed}`;
    console.log(`  history: ${history.save(KEPT, name)}`);
    for (const kitchen of kitchens)
      writeFileSync(path.join(KEPT, `${name}.log`), kitchen.app.said(), { flag: 'a' });
    const form = `${isLong ? ' --long' : ''}${values.scale === '1' ? '' : ` --scale ${values.scale}`}`;
    console.log(`  again:   npm run chaos -- ${scenario.name}${form} --seed ${seed}`);
  }
  await closeAll();
  return isGood;
}

async function openForNow(): Promise<Kitchen> {
  const kitchen = await openKitchen();
  kitchens.add(kitchen);
  await kitchen.app.start();
  return kitchen;
}

async function closeAll(): Promise<void> {
  await Promise.all([...kitchens].map((kitchen) => kitchen.stop()));
  kitchens.clear();
}
