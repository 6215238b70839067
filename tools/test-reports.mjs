import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number; failed: number; note?: string }} Outcome */

/**
 * @param {string} file written by vitest's JSON reporter
 * @param {boolean} isGreen whether vitest ended well
 * @returns {Outcome}
 */
export function readVitestReport(file, isGreen) {
  const report = read(file);
  if (!report) return NOTHING_RAN;
  // A test file that does not even load has no tests to count.
  const broken = report.testResults.filter(
    (/** @type {{ status: string; assertionResults: unknown[] }} */ { status, assertionResults }) =>
      status === 'failed' && assertionResults.length === 0,
  );
  return judge(isGreen, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: 0,
  });
}

/**
 * @param {string} file written by Playwright's JSON reporter
 * @param {boolean} isGreen whether Playwright ended well
 * @returns {Outcome}
 */
export function readPlaywrightReport(file, isGreen) {
  const report = read(file);
  if (!report) return NOTHING_RAN;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return judge(isGreen, { passed: expected + flaky, failed: unexpected, skipped, flaky });
}

/**
 * @param {string} file written by the chaos suite
 * @param {boolean} isGreen whether it ended well
 * @returns {Outcome}
 */
export function readChaosReport(file, isGreen) {
  const report = read(file);
  return report ? judge(isGreen, { ...report, skipped: 0, flaky: 0 }) : NOTHING_RAN;
}

const NOTHING_RAN = { passed: 0, failed: 1, note: 'no test was run' };

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
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
