/**
 * `npm run db:change`: adds to the migration of the release under way what tables in the code have and it lacks. A
 * release has one migration: own data folders of the version under way are made anew after this. Triggers and changes of
 * data are written at its end by hand.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrationsFolder } from '#platform/server/db/migrate.ts';
import { listMigrationFiles } from '#platform/server/db/schema-window.ts';

const SCHEMA = '{areas/*/server,platform/server/db}/tables/*.ts';
const BREAKPOINT = '--> statement-breakpoint';
const project = path.dirname(import.meta.dirname);

const copy = mkdtempSync(path.join(tmpdir(), 'mealrun-migrations-'));
try {
  cpSync(migrationsFolder, copy, { recursive: true });
  const before = listMigrationFiles(copy);
  generateInto(copy);
  const added = listMigrationFiles(copy).slice(before.length);
  const open = before.at(-1);
  if (added.length === 0 || !open) console.log('The tables have nothing that the migration lacks.');
  for (const { tag } of open ? added : []) {
    append(open?.tag ?? '', tag);
    console.log(`${open?.tag}.sql has what was missing. Read it, and make your data folder anew.`);
  }
} finally {
  rmSync(copy, { recursive: true });
}

/** Exits well whatever happens, and puts `./` before the folder: so its words are read, and the path is from here. */
function generateInto(folder: string): void {
  const drizzleKit = path.join(project, 'node_modules', 'drizzle-kit', 'bin.cjs');
  const options = [
    '--dialect=postgresql',
    '--casing=snake_case',
    `--out=${path.relative(project, folder)}`,
  ];
  const said = execFileSync(
    process.execPath,
    [drizzleKit, 'generate', ...options, `--schema=${SCHEMA}`],
    { cwd: project, encoding: 'utf8' },
  );
  if (!/No schema changes|Your SQL migration/.test(said)) throw new Error(said);
}

/** The new one's statements at the end of the open one, and its snapshot in place of that one's. */
function append(open: string, added: string): void {
  const file = path.join(migrationsFolder, `${open}.sql`);
  const statements = readFileSync(path.join(copy, `${added}.sql`), 'utf8').trim();
  writeFileSync(file, `${readFileSync(file, 'utf8').trim()}\n${BREAKPOINT}\n${statements}\n`);
  const kept = snapshotOf(migrationsFolder, open);
  const { prevId } = JSON.parse(readFileSync(kept, 'utf8')) as { prevId: string };
  const snapshot = JSON.parse(readFileSync(snapshotOf(copy, added), 'utf8')) as object;
  writeFileSync(kept, JSON.stringify({ ...snapshot, prevId }, null, 2));
}

function snapshotOf(folder: string, tag: string): string {
  return path.join(folder, 'meta', `${tag.slice(0, 4)}_snapshot.json`);
}
