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
  testResults: [{ status: 'passed', assertionResults: [{}] }],
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
  expect(readVitestReport(file, false)).toEqual({ passed: 5, failed: 2, note: '3 skipped' });
});

test('a test file that does not load counts as one failure', () => {
  write({ ...vitestReport, testResults: [{ status: 'failed', assertionResults: [] }] });
  expect(readVitestReport(file, false)).toMatchObject({ passed: 5, failed: 1 });
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
  write({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 2 } });
  expect(readPlaywrightReport(file, true)).toMatchObject({ passed: 0, failed: 1 });
});

test('a journey that passed at the second try counts as passed and is called flaky', () => {
  write({ stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 0 } });
  expect(readPlaywrightReport(file, false)).toEqual({ passed: 6, failed: 1, note: '2 flaky' });
});

test('the chaos suite counts its scenarios, and one that broke off is a failure', () => {
  expect(readChaosReport(file, false)).toMatchObject({ passed: 0, failed: 1 });
  write({ passed: 8, failed: 1 });
  expect(readChaosReport(file, false)).toMatchObject({ passed: 8, failed: 1 });
});

function write(report: unknown): void {
  writeFileSync(file, JSON.stringify(report));
}
