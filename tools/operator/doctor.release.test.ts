import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedSampleMenu } from '#areas/menu/server/seed-sample-menu.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

let database: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const db = openDatabase(database.url);
  await seedSampleMenu(db);
  await db.$client.end();
  dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-doctor-tool-'));
});
afterAll(async () => {
  await database.remove();
  await rm(dataDir, { recursive: true });
});

/** On an app that is not running. */
async function run(tool: 'doctor' | 'reconcile', args: string[], env: Record<string, string> = {}) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, `${tool}.ts`), ...args],
    { env: { DATABASE_URL: database.url, DATA_DIR: dataDir, ...env } },
  );
  return stdout;
}

test('the health check covers everything, or only the books', async () => {
  const everything = await run('doctor', []);
  expect(everything).toMatch(/^ok +database: PostgreSQL \d/m);
  expect(everything).toMatch(/^ok +migrations: all \d+ applied/m);
  expect(everything).toMatch(/^ok +card provider: sandbox answers, test mode/m);
  expect(everything).toMatch(/^warning +reconciler: has never run/m);
  const ledger = await run('doctor', ['--ledger']);
  expect(ledger).toContain("the card provider's books: no payments and refunds to compare");
  expect(ledger).not.toContain('PostgreSQL');
});

test('with single sign-on, it names the address to register at the issuer', async () => {
  const oidc = {
    PUBLIC_URL: 'https://meals.example.com',
    OIDC_ISSUER: 'https://login.example.com',
    OIDC_CLIENT_ID: 'mealrun',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ALLOWED_EMAILS: 'chef@example.com',
  };
  expect(await run('doctor', [], oidc)).toMatch(
    /^ok +single sign-on: .*login\.example\.com: https:\/\/meals\.example\.com\/api\/auth\/callback\/oidc$/m,
  );
});

test('the health check ends with an error when something is wrong', async () => {
  const SMTP_URL = `smtp://127.0.0.1:${await findFreePort()}`;
  const env = { SMTP_URL, MAIL_FROM: 'Chef <chef@example.com>' };
  await expect(run('doctor', [], env)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^FAILURE +mail server: /m),
  });
  await expect(run('doctor', ['--everything'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm run doctor'),
  });
});

test('reconciling manually reports what it found, and how to use it', async () => {
  expect(await run('reconcile', ['--rebuild', '--since', '2026-01-31'])).toBe(
    'Rebuilt 0 paid orders.\nChecked 0 payments, refunds and disputes; fixed 0.\n',
  );
  await expect(run('reconcile', ['--since', 'monday'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm run reconcile'),
  });
});
