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
  /** The version that made this database may go on serving meanwhile, and may be gone back to. */
  isForBoth: boolean;
};

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
  const isForBoth = applied.has(migrationHash(ONLY_GROWS_SINCE, migrationsFolder));
  return { steps: missing.length, newTables, changedTables: counted.rows, isForBoth };
}

const NEW_TABLE = /\bcreate table (?:if not exists )?"?(\w+)"?/gi;
const CHANGED_TABLE =
  /(?:\balter table|^\s*update|\bdelete from|\binsert into|\bcreate (?:unique )?index [^;]*? on) (?:only )?(?:"?public"?\.)?"?(\w+)"?/gim;

function namesIn(statements: string, pattern: RegExp): string[] {
  const names = [...statements.matchAll(pattern)].flatMap(([, name]) => name ?? []);
  return [...new Set(names)].toSorted();
}
