import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#platform/server/db/client.ts';
import { loadTrackingSecret } from '#areas/business/server/installation.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.remove());

const rotate = (...args: string[]) =>
  promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, 'rotate-secret.ts'), ...args],
    { env: { DATABASE_URL: database.url } },
  );

test('replaces the named secret and says what ends; anything else is explained', async () => {
  const db = openDatabase(database.url);
  const before = await loadTrackingSecret(db);
  expect((await rotate('tracking')).stdout).toMatch(
    /^The tracking secret is new\. .*\nRestart the app now/,
  );
  expect(await loadTrackingSecret(db)).not.toBe(before);
  await db.$client.end();
  for (const args of [[], ['stripe'], ['tracking', 'sign-in']]) {
    await expect(rotate(...args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm run rotate-secret'),
    });
  }
});
