import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readFileTimes } from './test-times.mjs';

test('files of all reports are listed with their tests and seconds, the slowest first', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mealrun-times-'));
  const name = path.resolve('server/a.test.ts');
  const vitest = { name, startTime: 1000, endTime: 3500, assertionResults: [{}, {}] };
  const journey = (duration: number) => ({ tests: [{ results: [{ duration }] }] });
  const nested = { file: 'b.e2e.ts', specs: [journey(2000)] };
  const suites = [{ file: 'b.e2e.ts', specs: [journey(7000)], suites: [nested] }];
  writeFileSync(path.join(folder, 'vitest.json'), JSON.stringify({ testResults: [vitest] }));
  writeFileSync(path.join(folder, 'playwright.json'), JSON.stringify({ suites }));
  writeFileSync(path.join(folder, 'chaos.json'), JSON.stringify({ passed: 3, failed: [] }));
  expect(readFileTimes(folder)).toEqual([
    { file: path.join('quality', 'e2e', 'b.e2e.ts'), tests: 2, seconds: 9 },
    { file: path.join('server', 'a.test.ts'), tests: 2, seconds: 2.5 },
  ]);
  rmSync(folder, { recursive: true });
});
