/** A migrated database for each test file: cloned in milliseconds from a template made once per run. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrateDatabase } from '#platform/server/db/migrate.ts';

export type TestDatabase = { url: string; remove(): Promise<void> };

const TEMPLATE = 'test_template';
const UNFINISHED = 'test_template_unfinished';
const TEMPLATE_LOCK = 1;

export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(async (server) => {
    await makeTemplateOnce(server);
    return TEMPLATE;
  });
}

/** Without any table, as an operator creates one for `DATABASE_URL`. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(async () => 'template0');
}

async function createDatabase(
  chooseTemplate: (server: pg.Client) => Promise<string>,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withServer(async (server) => {
    const template = await chooseTemplate(server);
    await server.query(`create database ${name} template ${template}`);
  });
  return {
    url: urlOf(name),
    remove: () =>
      withServer(async (server) => {
        await server.query(`drop database ${name} with (force)`);
      }),
  };
}

async function makeTemplateOnce(server: pg.Client): Promise<void> {
  await server.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const found = await server.query('select from pg_database where datname = $1', [TEMPLATE]);
  if (found.rowCount === 0) {
    await server.query(`drop database if exists ${UNFINISHED} with (force)`);
    await server.query(`create database ${UNFINISHED} template template0`);
    await migrateDatabase(urlOf(UNFINISHED));
    await server.query(`alter database ${UNFINISHED} rename to ${TEMPLATE}`);
  }
  await server.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
}

async function withServer(work: (server: pg.Client) => Promise<void>): Promise<void> {
  const server = new pg.Client({ connectionString: urlOf('postgres') });
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}

function urlOf(database: string): string {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error('TEST_POSTGRES_URL is not set: run through vitest');
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
