/** The migrations of a version that does not exist yet. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrationsFolder } from '#platform/server/db/migrate.ts';

type Journal = {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
};

/** A copy of ours with one more for each of these; returns its folder, which the caller removes. */
export function copyMigrationsWith(...statements: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'mealrun-newer-'));
  cpSync(migrationsFolder, folder, { recursive: true });
  for (const sql of statements) addMigration(folder, sql);
  return folder;
}

/** Adds one to a folder of migrations; returns its tag. */
export function addMigration(folder: string, sql: string): string {
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  const last = journal.entries.at(-1);
  if (!last) throw new Error('there are no migrations to add to');
  const idx = last.idx + 1;
  const tag = `${String(idx).padStart(4, '0')}_not_written_yet`;
  journal.entries.push({ ...last, idx, tag, when: last.when + 1000 });
  writeFileSync(path.join(folder, `${tag}.sql`), sql);
  writeFileSync(file, JSON.stringify(journal));
  return tag;
}
