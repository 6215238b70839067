import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { DatabaseClient } from './database-client.ts';
import {
  migrationHash,
  listMigrationFiles,
  ONLY_GROWS_SINCE,
  readOnlyGrowsSince,
  writeOnlyGrowsSince,
} from './schema-window.ts';
import { formatServers, listServerUrls } from '#platform/server/env.ts';
import type { Database } from './client.ts';

export const migrationsFolder = path.join(import.meta.dirname, 'migrations');

/** Any number, as long as every process of every version uses the same one. */
const MIGRATION_LOCK = 726_327_801;

/**
 * A table's lock is waited for no longer than this: anyone who reads or writes the table queues behind us. A backup holds
 * its locks for as long as it takes, so we try again until the time is up.
 */
const LOCK_TIMEOUT_MS = 2000;
const LOCK_PAUSE_MS = 1000;
const LOCKS_WITHIN_MS = 180_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** `newer`: a newer version upgraded it, and this one may serve beside that. */
export type UpgradedSchema = 'current' | 'newer';

/**
 * Brings a database up to this version's schema, all of it or nothing. Processes that start together take turns. Throws
 * one line for the operator when a newer version has changed what this one needs.
 */
export async function migrateDatabase(url: string): Promise<UpgradedSchema> {
  return migrateWith(migrationsFolder, url, ONLY_GROWS_SINCE);
}

/** As `migrateDatabase`, with the migrations of another version; for tests. */
export async function migrateWith(
  folder: string,
  url: string,
  onlyGrowsSince: string | null,
): Promise<UpgradedSchema> {
  return withMigrationLock(url, async (client) => {
    const known = listMigrationFiles(folder).map(({ hash }) => hash);
    if (await hasNewerSchema(client, folder, known)) return 'newer';
    // Before the schema changes: killed in between, no older version takes the new schema for one of its own.
    await writeOnlyGrowsSince(client, migrationHash(onlyGrowsSince, folder));
    await applyMigrations(client, folder);
    return 'current';
  });
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
    await withMigrationLock(url, (client) => applyMigrations(client, folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function withMigrationLock<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient({ connectionString: url });
  // A lost connection is reported by the query that was waiting on it.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw explainDatabaseError(error, url);
  }
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** In one transaction: anyone who is killed on the way leaves the database as it was. */
async function applyMigrations(client: pg.Client, folder: string): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  const deadline = Date.now() + LOCKS_WITHIN_MS;
  for (;;) {
    try {
      await migrate(drizzle(client), { migrationsFolder: folder });
      return;
    } catch (error) {
      if (!isLockMissing(error)) throw error;
      if (Date.now() > deadline) throw new Error(STILL_LOCKED, { cause: error });
    }
    await sleep(LOCK_PAUSE_MS);
  }
}

const STILL_LOCKED =
  'The database could not be upgraded: for three minutes something else has used its tables without a pause. End backups, exports and open sessions of psql, then start again.';

function isLockMissing(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return code === LOCK_NOT_AVAILABLE || (cause !== undefined && isLockMissing(cause));
}

const UNRELEASED =
  'This folder was made by an unreleased version of Mealrun. Start with an empty one.';

/** A release has one migration, and what is unknown here is no newer than it: it was written again since. */
async function isUnreleased(
  client: pg.Client,
  unknown: readonly string[],
  newest: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from drizzle.__drizzle_migrations where hash = any ($1) and created_at <= $2',
    [unknown, newest],
  );
  return rowCount !== 0;
}

function newestOf(folder: string): number {
  return Math.max(...listMigrationFiles(folder).map(({ when }) => when));
}

/** Throws unless the newer version said that versions with one of our migrations may use its schema. */
async function hasNewerSchema(
  client: pg.Client,
  folder: string,
  known: readonly string[],
): Promise<boolean> {
  const unknown = (await listAppliedMigrations(client)).filter((hash) => !known.includes(hash));
  if (unknown.length === 0) return false;
  if (await isUnreleased(client, unknown, newestOf(folder))) throw new Error(UNRELEASED);
  const since = await readOnlyGrowsSince(client);
  if (since !== null && known.includes(since)) return true;
  // It would write rows that the newer one does not understand.
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

const BY_CODE: Record<string, (target: Target) => string> = {
  ECONNREFUSED: ({ server }) => `nothing answers at ${server}. Start PostgreSQL there`,
  ENOTFOUND: ({ server }) => `there is no machine ${server}. Check the name`,
  EAI_AGAIN: ({ server }) =>
    `the name ${server} cannot be looked up. Check the name and the network`,
  ETIMEDOUT: ({ server }) => `${server} does not respond. Check the network and its firewall`,
  ECONNRESET: ({ server }) =>
    `${server} closed the connection. Check that PostgreSQL answers there`,
  '3D000': ({ name }) => `the database "${name}" does not exist. Create it with: createdb ${name}`,
  '25006': ({ server }) =>
    `none of ${server} accepts writes. Promote a standby, or wait until it is done`,
  '28P01': ({ user }) => `the password of "${user}" is wrong. Correct it`,
  '28000': ({ user }) => `"${user}" may not sign in. Create that role, or allow it in pg_hba.conf`,
};

type Target = { server: string; name: string; user: string };

/** A failed connection as one line that names `DATABASE_URL` and says what to do, without the password. */
function explainDatabaseError(error: unknown, databaseUrl: string): Error {
  const code = codeOf(error);
  const explain = BY_CODE[code ?? ''];
  if (!explain) return error instanceof Error ? error : new Error(String(error));
  const [first = databaseUrl] = listServerUrls(databaseUrl);
  const { pathname, username } = new URL(first);
  const target = {
    server: formatServers(databaseUrl),
    name: pathname.slice(1),
    user: decodeURIComponent(username),
  };
  return new Error(`DATABASE_URL: ${explain(target)}, or correct DATABASE_URL.`, { cause: error });
}

/** Among several addresses of one name, the first one's. */
function codeOf(error: unknown): string | undefined {
  const [first = error] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const { code } = (first ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/** `isCurrent`: every migration this version knows has been applied; a newer version may have applied more. */
type MigrationState = { known: number; applied: number; isCurrent: boolean };

export async function readMigrationState(db: Database): Promise<MigrationState> {
  const client = await db.$client.connect();
  try {
    const applied = await listAppliedMigrations(client);
    const known = listKnownMigrations();
    return {
      known: known.length,
      applied: applied.length,
      isCurrent: known.every((hash) => applied.includes(hash)),
    };
  } finally {
    client.release();
  }
}

export type PendingUpgrade = {
  steps: number;
  newTables: string[];
  /** Existing ones that are altered, updated or indexed, with about how many rows each has. */
  changedTables: { name: string; rows: number }[];
  /** About how long it takes here, in seconds; null: the tables were never counted, so that it cannot be known. */
  seconds: number | null;
  /** The version that made this database may go on serving meanwhile, and may be gone back to. */
  isForBoth: boolean;
};

/** As many rows are read to see how fast this database is. */
const SAMPLED_ROWS = 20_000;
/**
 * An upgrade reads the changed tables, writes some rows again and builds indexes. Beside reading each row once that took
 * so many times as long from 0.1.0 on (`npm run bench -- upgrade`).
 */
const UPGRADE_TO_READING = 1.5;

/** What starting this version would do to the database. Reads the migrations; nothing is changed. */
export async function readPendingUpgrade(client: pg.ClientBase): Promise<PendingUpgrade> {
  const applied = new Set(await listAppliedMigrations(client));
  const missing = readMigrationFiles({ migrationsFolder }).filter(({ hash }) => !applied.has(hash));
  const statements = missing.flatMap(({ sql }) => sql).join(';\n');
  const newTables = namesIn(statements, NEW_TABLE);
  const changed = namesIn(statements, CHANGED_TABLE).filter((name) => !newTables.includes(name));
  const counted = await client.query<{ name: string; rows: number }>(
    `select relname as name, greatest(coalesce(n_live_tup, 0), 0)::int as rows from pg_stat_user_tables
      where schemaname = 'public' and relname = any ($1) order by relname`,
    [changed],
  );
  const seconds = missing.length === 0 ? 0 : await estimateSeconds(client, counted.rows);
  const isForBoth = applied.has(migrationHash(ONLY_GROWS_SINCE, migrationsFolder));
  return { steps: missing.length, newTables, changedTables: counted.rows, seconds, isForBoth };
}

/** By the time in which part of these tables is read here and now. */
async function estimateSeconds(
  client: pg.ClientBase,
  tables: PendingUpgrade['changedTables'],
): Promise<number | null> {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  if (rows === 0 && tables.length > 0) return null;
  const share = Math.min(1, SAMPLED_ROWS / rows);
  const began = performance.now();
  for (const { name } of tables) {
    await client.query(
      `select sum(hashtextextended(t::text, 0)::numeric)
         from ${client.escapeIdentifier(name)} t tablesample system (${share * 100})`,
    );
  }
  const readSeconds = (performance.now() - began) / 1000 / share;
  return Math.ceil(readSeconds * UPGRADE_TO_READING);
}

const NEW_TABLE = /\bcreate table (?:if not exists )?"?(\w+)"?/gi;
const CHANGED_TABLE =
  /(?:\balter table|^\s*update|\bdelete from|\binsert into|\bcreate (?:unique )?index [^;]*? on) (?:only )?(?:"?public"?\.)?"?(\w+)"?/gim;

function namesIn(statements: string, pattern: RegExp): string[] {
  const names = [...statements.matchAll(pattern)].flatMap(([, name]) => name ?? []);
  return [...new Set(names)].toSorted();
}
