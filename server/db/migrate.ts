import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const migrationsFolder = path.join(import.meta.dirname, 'migrations');

/** Any number, as long as every process of every version uses the same one. */
const MIGRATION_LOCK = 726_327_801;

/** Brings a database up to this version's schema. Processes that start together take turns. */
export async function migrateDatabase(url: string): Promise<void> {
  await migrateFrom(migrationsFolder, url);
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

async function migrateFrom(folder: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
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
