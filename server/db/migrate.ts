import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { DatabaseClient } from './database-client.ts';
import { explainDatabaseError } from './explain-database-error.ts';

const migrationsFolder = path.join(import.meta.dirname, 'migrations');

/** Any number, as long as every process of every version uses the same one. */
const MIGRATION_LOCK = 726_327_801;

/** Brings a database up to this version's schema. Processes that start together take turns. */
export async function migrateDatabase(url: string): Promise<void> {
  await migrateFrom(migrationsFolder, url, listKnownMigrations());
}

/** Brings an empty database to the schema of the first `count` migrations, as an older version would have left it. */
export async function migrateToOlderSchema(url: string, count: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mealrun-migrations-'));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const journalFile = path.join(folder, 'meta', '_journal.json');
    const journal = JSON.parse(await readFile(journalFile, 'utf8')) as { entries: unknown[] };
    const older = { ...journal, entries: journal.entries.slice(0, count) };
    await writeFile(journalFile, JSON.stringify(older));
    await migrateFrom(folder, url);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** `known` null: whatever was applied is fine. */
async function migrateFrom(
  folder: string,
  url: string,
  known: readonly string[] | null = null,
): Promise<void> {
  const client = new DatabaseClient({ connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    throw explainDatabaseError(error, url);
  }
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (known) await refuseNewerDatabase(client, known);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

/** An old program on a newer schema would write rows that the newer one does not understand. */
async function refuseNewerDatabase(client: pg.Client, known: readonly string[]): Promise<void> {
  const unknown = (await listAppliedMigrations(client)).filter((hash) => !known.includes(hash));
  if (unknown.length === 0) return;
  throw new Error(
    `This database was upgraded by a newer version of Mealrun (${unknown.length} of its migrations are unknown here). Start that version, or restore a backup that this version made into an empty database.`,
  );
}

/**
 * The hash of every migration in this version, first to last. `readMigrationFiles` is not documented, nor are the journal
 * above and the table below. Seen with drizzle-orm 0.45.4.
 */
export function listKnownMigrations(): string[] {
  return readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);
}

/** The hash of every migration applied to a database, first to last; empty for a new database. */
export async function listAppliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const found = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as made`);
  if (found.rows[0].made === null) return [];
  const applied = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at, id',
  );
  return applied.rows.map(({ hash }) => hash);
}
