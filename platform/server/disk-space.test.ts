import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isDiskFull } from '#platform/server/http/error-handler.ts';
import { measureDisks, watchDisks } from './disk-space.ts';

/** Another disk than that of the temporary files; Linux has both of these. */
const ELSEWHERE = '/dev/shm';
const ALWAYS_FULL = '/dev/full';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'mealrun-disk-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('the data folder’s disk is measured once, whatever lies on it', async () => {
  const [disk, ...others] = await measureDisks(dataDir);
  expect(others).toEqual([]);
  expect(disk?.folder).toBe(dataDir);
  expect(disk?.freeBytes).toBeGreaterThan(0);
  expect(disk?.totalBytes).toBeGreaterThanOrEqual(disk?.freeBytes ?? Infinity);
  expect(await watchDisks(dataDir).findReasons()).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'a part of the data folder that lies on another disk is measured too',
  async () => {
    expect(statSync(ELSEWHERE).dev).not.toBe(statSync(dataDir).dev);
    symlinkSync(ELSEWHERE, path.join(dataDir, 'backups'));
    expect((await measureDisks(dataDir)).map(({ folder }) => folder)).toEqual([dataDir, ELSEWHERE]);
  },
);

test.runIf(process.platform === 'linux')('a file system that is full is recognised', () => {
  let refused: unknown;
  try {
    writeFileSync(ALWAYS_FULL, 'a');
  } catch (error) {
    refused = error;
  }
  expect(isDiskFull(refused)).toBe(true);
  expect(isDiskFull(new Error('something else'))).toBe(false);
});
