/** Migrations are applied while the release before still serves, unless the changelog tells operators to stop it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, test } from 'vitest';
import { migrationsFolder } from '#platform/server/db/migrate.ts';
import { listMigrationFiles, ONLY_GROWS_SINCE } from '#platform/server/db/schema-window.ts';
import { findUnsafe, type Migration } from './unsafe-migrations.ts';

/** `tag: statement` that looks unsafe, and why it is not. Say what the release before does when it meets it. */
const REASONS: Record<string, string> = {};

/** The last migration of each release so far, but of the one under way. */
const LAST_OF_0_1_0 = '0002_paid_orders_and_paper';

const files = listMigrationFiles(migrationsFolder);
const all: Migration[] = readMigrationFiles({ migrationsFolder }).map(({ sql }, index) => ({
  tag: files[index]?.tag ?? '',
  statements: sql,
}));

function unsafeSince(tag: string) {
  const first = all.findIndex((migration) => migration.tag === tag) + 1;
  if (first === 0) throw new Error(`there is no migration ${tag}`);
  return findUnsafe(all.slice(0, first), all.slice(first));
}

/** For released versions: data folders know them by these, for ever. */
const RELEASED: Record<string, string> = {
  '0000_first': 'a5d96dbf630a74f530e019cac7f8731869052648c36f7187752b4bc94f9ef7ec',
  '0001_triggers': '3bc1596d2f904ae7fc761d801540861632b76f72a39fde3b2b2efeaf89ee38e2',
  '0002_paid_orders_and_paper': 'd925f8ee6b360c80578be881f21ce2886bf3b3322d1fb6ca9c113492435a1aff',
};

test('the migrations of released versions are as they were, and the release under way has one', () => {
  const kept = files.filter(({ tag }) => tag in RELEASED);
  expect(Object.fromEntries(kept.map(({ tag, hash }) => [tag, hash]))).toEqual(RELEASED);
  expect(files.length - kept.length).toBeLessThanOrEqual(1);
});

test('migrations are applied in the sequence of their names', () => {
  expect(files.map(({ tag }) => tag)).toEqual(files.map(({ tag }) => tag).toSorted());
  const times = files.map(({ when }) => when);
  // Drizzle leaves out what is older than the last one applied.
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(times).size).toBe(times.length);
});

test('since the release named in schema-window.ts the schema has only grown, or operators are told to stop it first', () => {
  const found = ONLY_GROWS_SINCE === null ? [] : unsafeSince(ONLY_GROWS_SINCE);
  const named = found.map(({ tag, statement, why }) => ({ key: `${tag}: ${statement}`, why }));
  expect(named.filter(({ key }) => !(key in REASONS))).toEqual([]);
  expect(Object.keys(REASONS).filter((key) => !named.some((each) => each.key === key))).toEqual([]);
  const changelog = readFileSync(path.join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
  const [, current = ''] = changelog.split(/^## /m);
  expect(/stop every process/i.test(current)).toBe(ONLY_GROWS_SINCE === null);
});

test('from 0.1.0 on the schema did more than grow, so 0.1.0 has to be stopped', () => {
  expect(unsafeSince(LAST_OF_0_1_0)).not.toEqual([]);
});

const BEFORE: Migration[] = [
  {
    tag: '0000',
    statements: [
      `CREATE TABLE "orders" ("id" integer, CONSTRAINT "orders_status" CHECK ("orders"."status" in ('new', 'paid')))`,
    ],
  },
];

const after = (...statements: string[]) =>
  findUnsafe(BEFORE, [{ tag: '0001', statements }]).map(({ why }) => why);

test.each([
  ['a new table', 'CREATE TABLE "notes" ("id" integer NOT NULL)'],
  ['a new column', 'ALTER TABLE "orders" ADD COLUMN "note" text'],
  ['one with a default', `ALTER TABLE "orders" ADD COLUMN "n" integer DEFAULT 0 NOT NULL`],
  ['an index on a small table', 'CREATE INDEX "i" ON "meals" USING btree ("name")'],
  [
    'one more value in a list',
    `ALTER TABLE "orders" DROP CONSTRAINT "orders_status"`,
    `ALTER TABLE "orders" ADD CONSTRAINT "orders_status" CHECK ("orders"."status" in ('new', 'paid', 'kept'))`,
  ],
  [
    'a check of a new column',
    'ALTER TABLE "orders" ADD COLUMN "n" integer',
    'ALTER TABLE "orders" ADD CONSTRAINT "orders_n" CHECK ("orders"."n" > 0)',
  ],
  [
    'anything in a table of its own',
    'CREATE TABLE "notes" ("id" integer)',
    'ALTER TABLE "notes" ALTER COLUMN "id" SET NOT NULL',
    'CREATE UNIQUE INDEX "u" ON "notes" USING btree ("id")',
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    'CREATE TRIGGER t AFTER INSERT ON "notes" FOR EACH ROW EXECUTE FUNCTION f()',
  ],
])('%s is safe', (_name, ...statements) => {
  expect(after(...statements)).toEqual([]);
});

test.each([
  ['a dropped table', 'DROP TABLE "orders"', /not known to be safe/],
  ['a dropped column', 'ALTER TABLE "orders" DROP COLUMN "id"', /reads and writes/],
  ['a renamed column', 'ALTER TABLE "orders" RENAME COLUMN "id" TO "key"', /reads and writes/],
  ['another type', 'ALTER TABLE "orders" ALTER COLUMN "id" SET DATA TYPE text', /reads and writes/],
  [
    'a column that may be empty now',
    'ALTER TABLE "orders" ALTER COLUMN "id" DROP NOT NULL',
    /reads/,
  ],
  ['a column that must be filled', 'ALTER TABLE "orders" ADD COLUMN "n" text NOT NULL', /refuses/],
  [
    'a column that is filled row by row',
    'ALTER TABLE "orders" ADD COLUMN "k" uuid DEFAULT gen_random_uuid() NOT NULL',
    /anew/,
  ],
  [
    'a new check',
    'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("orders"."id" > 0)',
    /may refuse/,
  ],
  [
    'a value less in a list',
    `ALTER TABLE "orders" ADD CONSTRAINT "orders_status" CHECK ("orders"."status" in ('new'))`,
    /may refuse/,
  ],
  ['a new unique index', 'CREATE UNIQUE INDEX "u" ON "meals" USING btree ("name")', /may refuse/],
  ['an index on what grows', 'CREATE INDEX "i" ON "orders" USING btree ("id")', /stops all writes/],
  ['other rows', `UPDATE "orders" SET "id" = 1`, /not known to be safe/],
  [
    'a trigger',
    'CREATE TRIGGER t AFTER INSERT ON "orders" FOR EACH ROW EXECUTE FUNCTION f()',
    /every write/,
  ],
  [
    'another function',
    'CREATE OR REPLACE FUNCTION f() RETURNS int AS $$ $$',
    /not known to be safe/,
  ],
])('%s needs a reason', (_name, statement, why) => {
  expect(after(statement)).toEqual([expect.stringMatching(why)]);
});
