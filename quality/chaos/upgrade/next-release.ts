/** The release after this one: a copy of the project whose database has grown. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listMigrationFiles } from '#platform/server/db/schema-window.ts';
import { addMigration } from '#quality/support/releases/newer-migrations.ts';

export type Release = { root: string; remove(): void };

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Copied: through a link, Node would run this release’s code and never see the next one’s migrations. */
const CODE = ['app', 'areas', 'platform', 'sandbox'];
const SHARED = ['dist', 'docs', 'node_modules'];
const WINDOW = path.join('platform', 'server', 'db', 'schema-window.ts');

/** All that a release may do to a database that the one before still uses. */
const GROWTH = (nth: number) => `
alter table orders add column grown_${nth} text default 'grown' not null;--> statement-breakpoint
alter table messages add column grown_${nth} integer;--> statement-breakpoint
create table grown_${nth} (id integer primary key, order_id integer references orders (id));--> statement-breakpoint
create index on meals (name);`;

/** The release after `from`, which may be the one after this. */
export function makeNextRelease(from: { root: string } = { root: ROOT }, nth = 1): Release {
  const root = mkdtempSync(path.join(tmpdir(), 'mealrun-next-release-'));
  for (const name of SHARED) symlinkSync(path.join(ROOT, name), path.join(root, name));
  cpSync(path.join(from.root, 'package.json'), path.join(root, 'package.json'));
  for (const name of CODE)
    cpSync(path.join(from.root, name), path.join(root, name), { recursive: true });
  const migrations = path.join(root, 'platform', 'server', 'db', 'migrations');
  const last = listMigrationFiles(migrations).at(-1)?.tag;
  addMigration(migrations, GROWTH(nth));
  // This one may be the first since which the database only grows.
  const file = path.join(root, WINDOW);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, source.replace(/(ONLY_GROWS_SINCE: string \| null = )null;/, `$1'${last}';`));
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
