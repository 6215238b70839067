import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readChaosReport, readPlaywrightReport, readVitestReport } from './test-reports.mjs';

const vitestReport = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] }],
};

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mealrun-reports-'));
  file = path.join(folder, 'report.json');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('passed and failed tests are counted, skipped ones are mentioned', () => {
  write({ ...vitestReport, numFailedTests: 2, numPendingTests: 3 });
  expect(readVitestReport(file, false)).toMatchObject({ passed: 5, failed: 2, note: '3 skipped' });
});

test('a test file that does not load counts as one failure', () => {
  const broken = { name: path.resolve('b.test.ts'), status: 'failed', message: 'No such import' };
  write({ ...vitestReport, testResults: [{ ...broken, assertionResults: [] }] });
  expect(readVitestReport(file, false)).toMatchObject({
    passed: 5,
    failed: 1,
    troubles: ['b.test.ts\n  No such import'],
  });
});

test('an error outside all tests counts as one failure', () => {
  write(vitestReport);
  expect(readVitestReport(file, false)).toMatchObject({ passed: 5, failed: 1 });
  expect(readVitestReport(file, true)).toMatchObject({ passed: 5, failed: 0 });
});

test('a run without tests and a run without a report are failures', () => {
  expect(readVitestReport(file, true)).toMatchObject({ passed: 0, failed: 1 });
  write({ ...vitestReport, numPassedTests: 0 });
  expect(readVitestReport(file, true)).toMatchObject({ passed: 0, failed: 1 });
  write({ suites: [], stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 2 } });
  expect(readPlaywrightReport(file, true)).toMatchObject({ passed: 0, failed: 1 });
});

test('a journey that passed on the second attempt counts as passed and is reported as flaky', () => {
  write({ suites: [], stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 0 } });
  expect(readPlaywrightReport(file, false)).toMatchObject({
    passed: 6,
    failed: 1,
    note: '2 flaky',
  });
});

test('the chaos suite counts its scenarios, and an aborted one is a failure', () => {
  expect(readChaosReport(file, false)).toMatchObject({ passed: 0, failed: 1 });
  write({ passed: 8, failed: ['refunds'] });
  expect(readChaosReport(file, false)).toMatchObject({
    passed: 8,
    failed: 1,
    troubles: ['refunds'],
  });
});

test('a failed test is named with the first lines of its message, without colours', () => {
  const message = `\u001B[31mError: one\u001B[39m\n${'at a place\n'.repeat(50)}`;
  const tests = [
    { status: 'failed', fullName: 'a cook signs in', failureMessages: [message] },
    { status: 'passed', fullName: 'a cook signs out', failureMessages: [] },
  ];
  const testResults = [
    { name: path.resolve('server/a.test.ts'), status: 'failed', assertionResults: tests },
  ];
  write({ ...vitestReport, numFailedTests: 1, testResults });
  const [trouble, ...others] = readVitestReport(file, false).troubles ?? [];
  expect(others).toEqual([]);
  expect(trouble?.split('\n')).toHaveLength(13);
  expect(trouble).toMatch(/^server\/a\.test\.ts: a cook signs in\n {2}Error: one\n {2}at a place/);
});

test('failed and flaky journeys are named, however deep they are nested', () => {
  const specOf = (title: string, status: string) => ({
    file: 'staff.e2e.ts',
    title,
    tests: [{ status, results: [{ error: { message: `${title} broke` } }, {}] }],
  });
  const inner = { specs: [specOf('signs in', 'flaky'), specOf('reads', 'expected')] };
  const suites = [{ specs: [specOf('prints', 'unexpected')], suites: [inner] }];
  write({ suites, stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 } });
  expect(readPlaywrightReport(file, false).troubles).toEqual([
    'staff.e2e.ts: prints\n  prints broke',
    'staff.e2e.ts: signs in (flaky)\n  signs in broke',
  ]);
});

function write(report: unknown): void {
  writeFileSync(file, JSON.stringify(report));
}
