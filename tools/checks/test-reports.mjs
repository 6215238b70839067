import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * `troubles` names each test that failed, or passed only on its second attempt, and says why.
 * @typedef {{ passed: number; failed: number; note?: string; troubles?: string[] }} Outcome
 */

/**
 * @param {string} file written by vitest's JSON reporter
 * @param {boolean} isGreen whether vitest ended well
 * @returns {Outcome}
 */
export function readVitestReport(file, isGreen) {
  const report = readReport(file);
  if (!report) return NOTHING_RAN;
  /** @type {VitestFile[]} */
  const files = report.testResults;
  // A test file that does not load has no tests to count.
  const broken = files.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const outcome = judge(isGreen, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: 0,
  });
  return { ...outcome, troubles: files.flatMap(troublesOfFile) };
}

/**
 * @typedef {{ name: string; status: string; message?: string; assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ fullName: string; status: string; failureMessages: string[] }} VitestTest
 */

/** @param {VitestFile} file */
function troublesOfFile({ name, status, message, assertionResults }) {
  const where = path.relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [trouble(where, message)];
  return failed.map((test) => trouble(`${where}: ${test.fullName}`, test.failureMessages[0]));
}

/**
 * @param {string} file written by Playwright's JSON reporter
 * @param {boolean} isGreen whether Playwright ended well
 * @returns {Outcome}
 */
export function readPlaywrightReport(file, isGreen) {
  const report = readReport(file);
  if (!report) return NOTHING_RAN;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const outcome = judge(isGreen, { passed: expected + flaky, failed: unexpected, skipped, flaky });
  return { ...outcome, troubles: report.suites.flatMap(troublesOfSuite) };
}

/**
 * @typedef {{ specs: PlaywrightSpec[]; suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ file: string; title: string; tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ status: string; results: { error?: { message?: string } }[] }} PlaywrightTest
 */

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function troublesOfSuite({ specs, suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const error = results.find((result) => result.error)?.error;
        return trouble(`${file}: ${title}${status === 'flaky' ? ' (flaky)' : ''}`, error?.message);
      }),
  );
  return [...own, ...suites.flatMap(troublesOfSuite)];
}

/**
 * @param {string} file written by the chaos suite
 * @param {boolean} isGreen whether it ended well
 * @returns {Outcome}
 */
export function readChaosReport(file, isGreen) {
  const report = readReport(file);
  if (!report) return NOTHING_RAN;
  /** @type {{ passed: number; failed: string[] }} */
  const { passed, failed } = report;
  const outcome = judge(isGreen, { passed, failed: failed.length, skipped: 0, flaky: 0 });
  return { ...outcome, troubles: failed };
}

const NOTHING_RAN = { passed: 0, failed: 1, note: 'no test was run' };

const MESSAGE_LINES = 12;

/**
 * @param {string} test
 * @param {string} [message] may be coloured and long
 */
function trouble(test, message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MESSAGE_LINES);
  return [test, ...lines.map((line) => `  ${line}`)].join('\n').trimEnd();
}

/**
 * @param {boolean} isGreen
 * @param {{ passed: number; failed: number; skipped: number; flaky: number }} counts
 * @returns {Outcome}
 */
function judge(isGreen, { passed, failed, skipped, flaky }) {
  if (passed + failed === 0) return NOTHING_RAN;
  const notes = [skipped > 0 && `${skipped} skipped`, flaky > 0 && `${flaky} flaky`].filter(
    Boolean,
  );
  // Errors outside any test fail a run whose tests all passed.
  const outside = !isGreen && failed === 0 ? 1 : 0;
  return { passed, failed: failed + outside, note: notes.join(', ') };
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
