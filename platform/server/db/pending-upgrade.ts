import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { listAppliedMigrations, migrationsFolder } from './migrate.ts';
import { migrationHash, ONLY_GROWS_SINCE } from './schema-window.ts';

export type PendingUpgrade = {
  /** Migrations that this version has and the database lacks. */
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
