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

/**
 * Runs all steps, even after failures, and prints each result.
 * @param {string} runtime
 * @param {{ isFast: boolean }} options
 * @returns {Promise<{ passed: number; failed: number }>}
 */
export async function runChecks(runtime, { isFast }) {
  const reports = mkdtempSync(path.join(tmpdir(), 'mealrun-reports-'));
  // Read by every Node below, the app's and the sandbox's included: hundreds of them load the same modules.
  const compiled = mkdtempSync(path.join(tmpdir(), 'mealrun-compiled-'));
  process.env.NODE_COMPILE_CACHE ??= compiled;
  const steps = [...quickSteps(runtime, reports), ...(isFast ? [] : slowSteps(runtime, reports))];
  const summary = [];
  const troubles = [];
  const total = { passed: 0, failed: 0 };
  for (const { title, run } of steps) {
    console.log(`\n=== ${title}`);
    const begin = Date.now();
    const { passed, failed, note, troubles: found = [] } = await run().catch(crashed);
    troubles.push(...found);
    total.passed += passed;
    total.failed += failed;
    const seconds = ((Date.now() - begin) / 1000).toFixed(1);
    const counts = `${passed} passed, ${failed} failed${note ? `, ${note}` : ''}`;
    summary.push(`${failed === 0 ? 'ok    ' : 'FAILED'} ${title}: ${counts} (${seconds} s)`);
  }
  // At the end, since Playwright empties `test-results` when it starts.
  rmSync(keptReports, { recursive: true, force: true });
  cpSync(reports, keptReports, { recursive: true });
  for (const folder of [reports, compiled]) rmSync(folder, { recursive: true, force: true });
  // Last, since often only the end of a long log is kept.
  console.log(`\n${[...summary, ...troubles.map((trouble) => `\n${trouble}`)].join('\n')}`);
  return total;
}

/**
 * @param {string} runtime
 * @param {string} reports
 * @returns {Step[]}
 */
function quickSteps(runtime, reports) {
  /** @param {string} title @param {string[]} command */
  const check = (title, ...command) => ({
    title,
    run: async () => ((await runNode(runtime, command)) ? PASSED : FAILED),
  });
  return [
    check('Format', bin('oxfmt/bin/oxfmt'), '--check'),
    check('Lint and import rules', bin('oxlint/bin/oxlint'), '--type-aware'),
    check('Types', bin('typescript/bin/tsc'), '-b'),
    check('Unused code and packages', bin('knip/bin/knip.js')),
    check('House', 'tools/checks/house.ts'),
    check('Documents', 'tools/checks/check-docs.ts'),
    check('Words', 'tools/checks/check-words.ts'),
    {
      title: 'Unit, service and route tests',
      run: () => runVitest(runtime, reports, ['rules', 'server']),
    },
  ];
}

/**
 * @param {string} runtime
 * @param {string} reports
 * @returns {Step[]}
 */
function slowSteps(runtime, reports) {
  return [components(runtime, reports), journeys(runtime, reports), chaos(runtime, reports)];
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
 * @returns {Step}
 */
function chaos(runtime, reports) {
  const report = path.join(reports, 'chaos.json');
  return {
    title: 'Chaos suite, short form',
    run: async () => {
      await buildWeb(runtime);
      const isGreen = await runNode(runtime, [
        path.join('quality', 'chaos', 'run.ts'),
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
 * @returns {Step}
 */
function journeys(runtime, reports) {
  const report = path.join(reports, 'playwright.json');
  return {
    title: 'Journeys in a browser',
    run: async () => {
      await buildWeb(runtime);
      const isGreen = await runNode(runtime, [bin('@playwright/test/cli.js'), 'test'], {
        CHROMIUM_PATH: await findHeadlessChromium(),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      });
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
