/**
 * Which versions may use one database at the same time. Since some migration the schema has only grown: a version that
 * knows that migration may serve beside a newer one, and may be gone back to. The newest version writes it down in the
 * database, because older ones cannot know what came after them.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';

/**
 * The last migration of the release since which the schema has only grown. Null: this version changes what the release
 * before needs, so that all its processes stop first. `tools/checks/migrations.test.ts` holds later migrations and the
 * changelog to it.
 */
export const ONLY_GROWS_SINCE: string | null = null;

export type MigrationFile = { tag: string; hash: string; when: number };

export function listMigrationFiles(folder: string): MigrationFile[] {
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  const hashes = readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash);
  return journal.entries.map(({ tag, when }, index) => ({ tag, when, hash: hashes[index] ?? '' }));
}

/** The hash of a migration in a folder, of the last one for null. Throws when there is no such migration. */
export function migrationHash(tag: string | null, folder: string): string {
  const files = listMigrationFiles(folder);
  const found = tag === null ? files.at(-1) : files.find((file) => file.tag === tag);
  if (!found) throw new Error(`there is no migration ${tag}`);
  return found.hash;
}

/** The hash of the migration since which a database has only grown; null when no version has said so. */
export async function readOnlyGrowsSince(client: pg.ClientBase): Promise<string | null> {
  const found = await client.query(`select to_regclass('drizzle.only_grows_since') as made`);
  if (found.rows[0].made === null) return null;
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.only_grows_since',
  );
  return rows[0]?.hash ?? null;
}

/** Beside drizzle's own table, not among the business's: backups leave it out, and a restore writes it again. */
export async function writeOnlyGrowsSince(client: pg.ClientBase, hash: string): Promise<void> {
  if ((await readOnlyGrowsSince(client)) === hash) return;
  await client.query('create schema if not exists drizzle');
  await client.query(`create table if not exists drizzle.only_grows_since (
    is_only boolean primary key default true check (is_only), hash text not null)`);
  await client.query(
    `insert into drizzle.only_grows_since (hash) values ($1)
     on conflict (is_only) do update set hash = excluded.hash`,
    [hash],
  );
}
