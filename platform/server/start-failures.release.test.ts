/** What an operator reads when the app cannot start: one line that names the variable, and what to do. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '#platform/server/db/migrate.ts';
import { findFreePort } from '#platform/server/db/postgres-cluster.ts';
import { explainListenError } from '#platform/server/http/error-handler.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

let database: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-start-failures-'));
});
afterAll(async () => {
  await database.remove();
  await rm(dataDir, { recursive: true });
});

/** The whole error output of the real process. */
async function failureOf(variables: Record<string, string>): Promise<string> {
  const started = promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, '../../app/server/main.ts')],
    {
      env: {
        DATA_DIR: dataDir,
        PORT: String(await findFreePort()),
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        ...variables,
      },
    },
  );
  const { code, stderr } = await started.then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
  expect(code).toBe(1);
  return stderr;
}

test('a database that nothing serves', async () => {
  const port = await findFreePort();
  expect(await failureOf({ DATABASE_URL: `postgres://me:secret@localhost:${port}/mealrun` })).toBe(
    `DATABASE_URL: nothing answers at localhost:${port}. Start PostgreSQL there, or correct DATABASE_URL.\n`,
  );
});

test('a database that does not exist', async () => {
  const url = new URL(database.url);
  url.pathname = '/no_such_one';
  expect(await failureOf({ DATABASE_URL: url.href })).toBe(
    'DATABASE_URL: the database "no_such_one" does not exist. Create it with: createdb no_such_one, or correct DATABASE_URL.\n',
  );
});

test('a database that a newer version has upgraded', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 9999999999999)`,
  );
  // As a version does that changed what this one needs.
  await client.query(`update drizzle.only_grows_since set hash = 'of tomorrow'`);
  await client.end();
  const line = await failureOf({ DATABASE_URL: database.url });
  expect(line).toMatch(/^This database was upgraded by a newer version of Mealrun .*\n$/);
  await expect(migrateDatabase(database.url)).rejects.toThrow('newer version');
});

test('a data folder that is a file', async () => {
  const file = path.join(dataDir, 'file');
  await writeFile(file, '');
  const variables = { DATABASE_URL: database.url };
  const says = (folder: string) =>
    `DATA_DIR ${folder} can't be used: it is a file, not a folder.\n`;
  expect(await failureOf({ ...variables, DATA_DIR: file })).toBe(says(file));
  expect(await failureOf({ ...variables, DATA_DIR: `${file}/x` })).toBe(says(`${file}/x`));
});

test('a misspelt variable', async () => {
  expect(await failureOf({ DATABASE_URL: database.url, SMPT_URL: 'smtp://mail' })).toBe(
    'SMPT_URL is not a Mealrun setting. Did you mean SMTP_URL?\n',
  );
});

test('a port that another program has', async () => {
  const other = createServer();
  const port = await findFreePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const at = { port, host: '127.0.0.1' };
  const error = await Fastify()
    .listen(at)
    .catch((reason: unknown) => reason);
  other.close();
  expect(explainListenError(error, at).message).toBe(
    `PORT ${port} is taken by another program. Stop that program, or set PORT to a free port.`,
  );
});
