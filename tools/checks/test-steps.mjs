import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildWeb } from '../setup/build-web.mjs';
import { findHeadlessChromium } from '../setup/find-chromium.mjs';
import { project } from '../setup/prepare.mjs';
import { readChaosReport, readPlaywrightReport, readVitestReport } from './test-reports.mjs';

/**
 * @typedef {import('./test-reports.mjs').Outcome} Outcome
 * @typedef {{ title: string; run: () => Promise<Outcome> }} Step
 */

/** What the last run reported of each test. */
export const keptReports = path.join(project, 'test-results', 'reports');

/** On two idle cores. */
const MOST_MINUTES = 12;
const STATIC_AT_ONCE = 2;

/**
 * Runs all steps, even after failures, and prints each result.
 * @param {string} runtime
 * @param {{ scope: 'fast' | 'usual' | 'release' }} options `release`: the usual ones, their time, and all that takes long
 * @returns {Promise<{ passed: number; failed: number }>}
 */
export async function runChecks(runtime, { scope }) {
  const reports = mkdtempSync(path.join(tmpdir(), 'mealrun-reports-'));
  // Read by every Node below, the app's and the sandbox's included: hundreds of them load the same modules.
  const compiled = mkdtempSync(path.join(tmpdir(), 'mealrun-compiled-'));
  process.env.NODE_COMPILE_CACHE ??= compiled;
  const results = startResults();
  const begin = Date.now();
  await runConcurrently(staticSteps(runtime), STATIC_AT_ONCE, (step) => results.run(step));
  const usual = [...quickSteps(runtime, reports), ...slowSteps(runtime, reports)];
  for (const step of scope === 'fast' ? quickSteps(runtime, reports) : usual)
    await results.run(step);
  if (scope === 'release') {
    await results.run(timeOf(begin));
    for (const step of releaseSteps(runtime, reports)) await results.run(step);
  }
  // At the end, since Playwright empties `test-results` when it starts.
  rmSync(keptReports, { recursive: true, force: true });
  cpSync(reports, keptReports, { recursive: true });
  for (const folder of [reports, compiled]) rmSync(folder, { recursive: true, force: true });
  results.print();
  return results.total;
}

function startResults() {
  /** @type {string[]} */
  const summary = [];
  /** @type {string[]} */
  const troubles = [];
  const total = { passed: 0, failed: 0 };
  return {
    total,
    /** @param {Step} step */
    async run({ title, run }) {
      console.log(`\n=== ${title}`);
      const begin = Date.now();
      const { passed, failed, note, troubles: found = [] } = await run().catch(crashed);
      troubles.push(...found);
      total.passed += passed;
      total.failed += failed;
      const seconds = ((Date.now() - begin) / 1000).toFixed(1);
      const counts = `${passed} passed, ${failed} failed${note ? `, ${note}` : ''}`;
      summary.push(`${failed === 0 ? 'ok    ' : 'FAILED'} ${title}: ${counts} (${seconds} s)`);
    },
    // Last, since often only the end of a long log is kept.
    print: () =>
      console.log(`\n${[...summary, ...troubles.map((trouble) => `\n${trouble}`)].join('\n')}`),
  };
}

/**
 * @param {Step[]} steps
 * @param {number} atOnce
 * @param {(step: Step) => Promise<void>} run
 */
async function runConcurrently(steps, atOnce, run) {
  const waiting = [...steps];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) await run(step);
    }),
  );
}

/**
 * The longest first.
 * @param {string} runtime
 * @returns {Step[]}
 */
function staticSteps(runtime) {
  /** @param {string} title @param {string[]} command */
  const check = (title, ...command) => ({
    title,
    run: async () => ((await runNode(runtime, command)) ? PASSED : FAILED),
  });
  return [
    check('Types', bin('typescript/bin/tsc'), '-b'),
    check('Lint', bin('oxlint/bin/oxlint'), '--type-aware'),
    check('Unused code and packages', bin('knip/bin/knip.js')),
    check('Format', bin('oxfmt/bin/oxfmt'), '--check'),
    check('House', 'tools/checks/house.ts'),
    check('Documents', 'tools/checks/check-docs.ts'),
    check('Words', 'tools/checks/check-words.ts'),
  ];
}

/**
 * @param {string} runtime
 * @param {string} reports
 * @returns {Step[]}
 */
function quickSteps(runtime, reports) {
  return [
    {
      title: 'Unit, service and route tests',
      run: () => runVitest(runtime, reports, ['rules', 'server', 'alone']),
    },
  ];
}

/**
 * @param {string} runtime
 * @param {string} reports
 * @returns {Step[]}
 */
function slowSteps(runtime, reports) {
  return [
    components(runtime, reports),
    journeys(runtime, reports, 'Journeys in a browser', 'usual'),
    chaos(runtime, reports, 'Chaos suite, short form', SHORT_CHAOS),
  ];
}

const SHORT_CHAOS = ['oversell', 'double-pay', 'crash-points'];

/**
 * @param {string} runtime
 * @param {string} reports
 * @returns {Step[]}
 */
function releaseSteps(runtime, reports) {
  return [
    {
      title: 'Processes, backups, hours and kept releases',
      run: () => runVitest(runtime, reports, ['release']),
    },
    journeys(runtime, reports, 'Variants of journeys', 'release'),
    chaos(runtime, reports, 'Chaos suite, every scenario', []),
  ];
}

/**
 * @param {number} begin of the usual steps
 * @returns {Step}
 */
function timeOf(begin) {
  return {
    title: `npm test within ${MOST_MINUTES} minutes`,
    run: async () => {
      const minutes = (Date.now() - begin) / 60_000;
      const note = `${minutes.toFixed(1)} minutes`;
      return { ...(minutes <= MOST_MINUTES ? PASSED : FAILED), note };
    },
  };
}

/**
 * @param {string} runtime
 * @param {string} reports
 * @returns {Step}
 */
function components(runtime, reports) {
  return {
    title: 'Components in a browser',
    run: async () =>
      runVitest(runtime, reports, ['browser'], { CHROMIUM_PATH: await findHeadlessChromium() }),
  };
}

/**
 * @param {string} runtime
 * @param {string} reports
 * @param {string[]} projects of vitest.config.ts
 * @param {Record<string, string>} [env]
 * @returns {Promise<Outcome>}
 */
async function runVitest(runtime, reports, projects, env) {
  const report = path.join(reports, `vitest-${projects.join('-')}.json`);
  const command = [bin('vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json'];
  const options = [`--outputFile.json=${report}`, ...projects.map((name) => `--project=${name}`)];
  const isGreen = await runNode(runtime, [...command, ...options], env);
  return readVitestReport(report, isGreen);
}

/**
 * @param {string} runtime
 * @param {string} reports
 * @param {string} title
 * @param {readonly string[]} options of quality/chaos/run.ts
 * @returns {Step}
 */
function chaos(runtime, reports, title, options) {
  const report = path.join(reports, `chaos-${options.length}.json`);
  return {
    title,
    run: async () => {
      await buildWeb(runtime);
      const isGreen = await runNode(runtime, [
        path.join('quality', 'chaos', 'run.ts'),
        ...options,
        '--report',
        report,
      ]);
      return readChaosReport(report, isGreen);
    },
  };
}

/**
 * @param {string} runtime
 * @param {string} reports
 * @param {string} title
 * @param {string} name of a project of playwright.config.ts
 * @returns {Step}
 */
function journeys(runtime, reports, title, name) {
  const report = path.join(reports, `playwright-${name}.json`);
  return {
    title,
    run: async () => {
      await buildWeb(runtime);
      const isGreen = await runNode(
        runtime,
        [bin('@playwright/test/cli.js'), 'test', `--project=${name}`],
        {
          CHROMIUM_PATH: await findHeadlessChromium(),
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        },
      );
      return readPlaywrightReport(report, isGreen);
    },
  };
}

const PASSED = { passed: 1, failed: 0 };
const FAILED = { passed: 0, failed: 1 };

/**
 * @param {unknown} error
 * @returns {Outcome}
 */
function crashed(error) {
  if (error instanceof Error && 'output' in error) console.error(error.output);
  console.error(error instanceof Error ? error.message : error);
  return FAILED;
}

/** @param {string} file */
function bin(file) {
  return path.join('node_modules', file);
}

/**
 * @param {string} runtime
 * @param {string[]} command
 * @param {Record<string, string>} [env]
 * @returns {Promise<boolean>} whether it ended well
 */
function runNode(runtime, command, env) {
  // Tools that start `node` by name must get the same one.
  const PATH = `${path.dirname(runtime)}${path.delimiter}${process.env.PATH}`;
  return new Promise((resolve, reject) => {
    const child = spawn(runtime, command, {
      cwd: project,
      stdio: 'inherit',
      env: { ...process.env, PATH, ...env },
    });
    const stop = () => child.kill('SIGTERM');
    process.once('SIGTERM', stop);
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('SIGTERM', stop);
      resolve(code === 0);
    });
  });
}
