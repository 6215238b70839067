/** An upgrade while other processes use the database: who may start, who waits, and what a kill leaves. */
import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  listAppliedMigrations,
  listKnownMigrations,
  migrateDatabase,
  migrateWith,
  migrationsFolder,
} from '#platform/server/db/migrate.ts';
import { listMigrationFiles, readOnlyGrowsSince } from '#platform/server/db/schema-window.ts';
import { copyMigrationsWith } from '#quality/support/releases/newer-migrations.ts';
import { createTestDatabase, type TestDatabase } from '#quality/support/test-database.ts';

const ADDS_A_TABLE = 'create table newer_table (id integer primary key)';
const ADDS_A_COLUMN = `alter table orders add column newer_column text default 'new' not null`;

const OUR_LAST = listMigrationFiles(migrationsFolder).at(-1)?.tag ?? '';

let newer: string;
let database: TestDatabase;
let client: pg.Client;

beforeAll(() => {
  newer = copyMigrationsWith(ADDS_A_TABLE, ADDS_A_COLUMN);
});
afterAll(() => rmSync(newer, { recursive: true }));
beforeEach(async () => {
  database = await createTestDatabase();
  client = await connect();
  return async () => {
    await client.end();
    await database.remove();
  };
});

async function connect(): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: database.url });
  // One is ended by its server.
  opened.on('error', () => {});
  await opened.connect();
  return opened;
}

/** Resolves when the upgrade stands in the queue for a table that someone else uses. */
async function upgradeWaits(): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_locks where not granted and mode = 'AccessExclusiveLock'
         and database = (select oid from pg_database where datname = current_database())`,
    );
    if (rows[0]) return rows[0].pid;
  }
}

test('a version starts beside a newer one that only added to the schema, and leaves it as it is', async () => {
  expect(await migrateWith(newer, database.url, OUR_LAST)).toBe('current');
  const applied = await listAppliedMigrations(client);
  expect(applied).toHaveLength(listKnownMigrations().length + 2);
  const since = await readOnlyGrowsSince(client);
  expect(await migrateDatabase(database.url)).toBe('newer');
  expect(await listAppliedMigrations(client)).toEqual(applied);
  expect(await readOnlyGrowsSince(client)).toBe(since);
});

test('a version does not start on a schema in which a newer one changed what it needs', async () => {
  await migrateWith(newer, database.url, null);
  await expect(migrateDatabase(database.url)).rejects.toThrow(/newer version of Mealrun \(2 of/);
});

test('nor on one of a version that did not say who may use it', async () => {
  await migrateWith(newer, database.url, OUR_LAST);
  await client.query('drop table drizzle.only_grows_since');
  await expect(migrateDatabase(database.url)).rejects.toThrow(/upgraded by a newer version/);
});

test('an upgrade behind a long backup lets orders through, and is done when the backup is', async () => {
  const backup = await connect();
  await backup.query('begin isolation level repeatable read, read only');
  await backup.query('select from orders');
  const upgrade = migrateWith(newer, database.url, OUR_LAST);
  await upgradeWaits();
  // Stands in the queue behind the upgrade, until that gives up its place.
  await client.query('update orders set version = version');
  await backup.query('commit');
  expect(await upgrade).toBe('current');
  await client.query('select newer_column from orders');
  await backup.end();
});

test('an upgrade that is killed half-way leaves the schema as it was, and the next start does all of it', async () => {
  const reader = await connect();
  await reader.query('begin');
  await reader.query('select from orders');
  const upgrade = migrateWith(newer, database.url, OUR_LAST);
  const refused = expect(upgrade).rejects.toThrow();
  const pid = await upgradeWaits();
  await client.query('select pg_terminate_backend($1)', [pid]);
  await refused;
  const { rows } = await client.query(`select to_regclass('newer_table') as made`);
  expect(rows).toEqual([{ made: null }]);
  expect(await listAppliedMigrations(client)).toEqual(listKnownMigrations());
  await reader.end();
  const both = [1, 2].map(() => migrateWith(newer, database.url, OUR_LAST));
  expect(await Promise.all(both)).toEqual(['current', 'current']);
  await client.query('select newer_column from orders, newer_table');
});
