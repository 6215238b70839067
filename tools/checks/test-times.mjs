import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ file: string; tests: number; seconds: number }} FileTime */

/**
 * @param {string} folder with the reports of vitest and Playwright
 * @returns {FileTime[]} the slowest first; what a file shares with others, such as its imports, is not in it
 */
export function readFileTimes(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
    .flatMap((report) => [
      ...(report.testResults ?? []).map(timeOfTestFile),
      ...(report.suites ?? []).map(timeOfJourneys),
    ])
    .sort((a, b) => b.seconds - a.seconds);
}

/**
 * From its first test to its last.
 * @param {{ name: string; startTime: number; endTime: number; assertionResults: unknown[] }} file
 * @returns {FileTime}
 */
function timeOfTestFile({ name, startTime, endTime, assertionResults }) {
  const file = path.relative(process.cwd(), name);
  return { file, tests: assertionResults.length, seconds: (endTime - startTime) / 1000 };
}

/**
 * @typedef {{ file: string; specs?: { tests: { results: { duration: number }[] }[] }[]; suites?: Suite[] }} Suite
 * @param {Suite} suite
 * @returns {FileTime}
 */
function timeOfJourneys(suite) {
  const durations = listDurations(suite);
  const seconds = durations.reduce((sum, duration) => sum + duration, 0) / 1000;
  return { file: path.join('quality', 'e2e', suite.file), tests: durations.length, seconds };
}

/**
 * @param {Suite} suite
 * @returns {number[]} in milliseconds, one for each attempt
 */
function listDurations({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  );
  return [...own, ...suites.flatMap(listDurations)];
}
