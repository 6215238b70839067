/**
 * The chaos suite: `npm run chaos -- [scenario…] [--long] [--scale 0.1] [--seed TEXT] [--report FILE]`. Without names
 * all scenarios run, in their short form unless --long. Exits with 1 when one breaks its promise; its history is then
 * kept and the command that repeats it is printed.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runConcurrently } from './run-concurrently.ts';
import { type History, startHistory } from './history.ts';
import { type SystemOptions, type SystemUnderTest, openSystem } from './system-under-test.ts';
import type { ScenarioResult, Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const KEPT = path.join(path.dirname(path.dirname(import.meta.dirname)), 'test-results', 'chaos');
const MOST_COMPLAINTS = 20;
const SHORT_CONCURRENCY = 2;

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
/** Data folders of all scenarios that are running. */
const open = new Set<SystemUnderTest>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close([...open]).then(() => process.exit(130)));
const failed: string[] = [];
const notRun: string[] = [];
// The long form runs alone, so that its measurements are its own.
await runConcurrently(chosen.length, values.long ? 1 : SHORT_CONCURRENCY, async (index) => {
  const scenario = chosen[index];
  if (!scenario) return;
  const outcome = await play(scenario);
  if (outcome === 'broken') failed.push(scenario.name);
  if (outcome === 'not run') notRun.push(scenario.name);
});
if (values.report)
  writeFileSync(
    values.report,
    JSON.stringify({ passed: chosen.length - failed.length - notRun.length, failed, notRun }),
  );
// Customers of an aborted scenario may still be retrying.
process.exit(failed.length === 0 ? 0 : 1);

function choose(names: readonly string[]): readonly Scenario[] {
  const unknown = names.find((name) => !SCENARIOS.some((scenario) => scenario.name === name));
  if (unknown !== undefined) {
    const known = SCENARIOS.map(({ name }) => name).join(', ');
    throw new Error(`Unknown scenario ${unknown}. Available: ${known}.`);
  }
  return names.length === 0 ? SCENARIOS : SCENARIOS.filter(({ name }) => names.includes(name));
}

async function play(scenario: Scenario): Promise<'kept' | 'broken' | 'not run'> {
  const { long: isLong, seed } = values;
  const fullSize = isLong ? scenario.sizes.long : scenario.sizes.short;
  const size = Math.ceil(fullSize * Number(values.scale));
  const history = startHistory();
  const systems: SystemUnderTest[] = [];
  const start = Date.now();
  const outcome: ScenarioResult = await scenario
    .run({ seed, size, isLong, history, openSystem: (options) => openFor(systems, options) })
    .catch((error: Error) => ({
      complaints: [error.stack ?? error.message],
      measured: 'broke off',
    }));
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  const isGood = outcome.complaints.length === 0;
  console.log(`\n${scenario.name}: ${scenario.promise} (size ${size}, seed ${seed})`);
  if (outcome.notRun !== undefined) {
    console.log(`not run: ${outcome.notRun}`);
    await close(systems);
    return 'not run';
  }
  console.log(`${isGood ? 'ok    ' : 'FAILED'} ${outcome.measured} (${seconds} s)`);
  if (!isGood) {
    printComplaints(outcome.complaints);
    saveEvidence(scenario, history, systems);
  }
  await close(systems);
  return isGood ? 'kept' : 'broken';
}

function printComplaints(complaints: readonly string[]): void {
  for (const complaint of complaints.slice(0, MOST_COMPLAINTS)) console.log(`  - ${complaint}`);
  const more = complaints.length - MOST_COMPLAINTS;
  if (more > 0) console.log(`  … and ${more} more`);
}

/** Kept for finding the cause. */
function saveEvidence(
  { name }: Scenario,
  history: History,
  systems: readonly SystemUnderTest[],
): void {
  const { long: isLong, scale, seed } = values;
  const file = `${name}-${seed}`;
  console.log(`  history: ${history.save(KEPT, file)}`);
  const logs = systems.map(({ app }) => app.said());
  writeFileSync(path.join(KEPT, `${file}.log`), logs.join('\n'));
  const form = `${isLong ? ' --long' : ''}${scale === '1' ? '' : ` --scale ${scale}`}`;
  console.log(`  again:   npm run chaos -- ${name}${form} --seed ${seed}`);
}

async function openFor(
  systems: SystemUnderTest[],
  options?: SystemOptions,
): Promise<SystemUnderTest> {
  const system = await openSystem(options);
  systems.push(system);
  open.add(system);
  await system.app.start();
  return system;
}

async function close(systems: readonly SystemUnderTest[]): Promise<void> {
  await Promise.all(systems.map((system) => system.stop()));
  for (const system of systems) open.delete(system);
}
