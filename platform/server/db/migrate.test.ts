import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { mealSlug, numberedSlug } from '#areas/menu/rules/meal.ts';
import {
  listAppliedMigrations,
  listKnownMigrations,
  migrateDatabase,
  migrateToOlderSchema,
  migrationsFolder,
} from '#platform/server/db/migrate.ts';
import { createEmptyDatabase, createTestDatabase } from '#quality/support/test-database.ts';

const MIGRATIONS_OF_0_1_0 = 3;
const project = path.join(import.meta.dirname, '../../..');

test('the migrations create exactly the schema that the code declares', () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'mealrun-migrations-'));
  try {
    cpSync(path.join(import.meta.dirname, 'migrations'), scratch, { recursive: true });
    const before = readdirSync(scratch);
    const drizzleKit = path.join(project, 'node_modules', 'drizzle-kit', 'bin.cjs');
    const options = [
      '--dialect=postgresql',
      '--casing=snake_case',
      '--schema={areas/*/server,platform/server/db}/tables/*.ts',
    ];
    // It exits well whatever happens, and puts `./` before the folder.
    const out = `--out=${path.relative(project, scratch)}`;
    const said = execFileSync(process.execPath, [drizzleKit, 'generate', ...options, out], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(said).toContain('No schema changes, nothing to migrate');
    expect(readdirSync(scratch)).toEqual(before);
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

test('processes that start together on one database take turns', async () => {
  const database = await createTestDatabase();
  try {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      'drop schema public cascade; create schema public; drop schema drizzle cascade',
    );
    await Promise.all([1, 2, 3].map(() => migrateDatabase(database.url)));
    const applied = await client.query(
      'select count(*)::int as n from drizzle.__drizzle_migrations',
    );
    const written = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));
    expect(applied.rows).toEqual([{ n: written.length }]);
    await client.end();
  } finally {
    await database.remove();
  }
});

test('contract with drizzle-orm: its table lists what was applied, by the hashes of the files, and its journal can be cut short', async () => {
  const database = await createEmptyDatabase();
  try {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const known = listKnownMigrations();
    expect(known.length).toBeGreaterThan(1);
    expect(await listAppliedMigrations(client)).toEqual([]);
    await migrateToOlderSchema(database.url, 1);
    expect(await listAppliedMigrations(client)).toEqual(known.slice(0, 1));
    await migrateDatabase(database.url);
    expect(await listAppliedMigrations(client)).toEqual(known);
    await client.end();
  } finally {
    await database.remove();
  }
});

test('meals that an older version stored without a slug get one by the rule of new meals', async () => {
  const database = await createEmptyDatabase();
  try {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await migrateToOlderSchema(database.url, MIGRATIONS_OF_0_1_0);
    const names = [
      'Crème Brûlée & Co',
      'Shepherd’s Pie',
      "Shepherd's Pie",
      'Smørrebrød / Œuf / Straße',
      '½ Đậu phụ (copy)',
      '宮保雞丁',
      'x'.repeat(80),
      'x'.repeat(80),
      'Butter Chicken',
    ];
    const add = `insert into meals (slug, name, description, calories, protein_grams, carbs_grams, fat_grams, price_cents,
      meal_type, prep_minutes) values ($1, $2, '', 500, 30, 50, 20, 1499, 'dinner', 5)`;
    await client.query(add, ['butter-chicken', 'Chicken in Butter']);
    for (const name of names) await client.query(add, [null, name]);
    await migrateDatabase(database.url);
    const { rows } = await client.query<{ slug: string }>('select slug from meals order by id');
    const seen = new Map<string, number>([['butter-chicken', 1]]);
    const expected = names.map((name) => {
      const count = (seen.get(mealSlug(name)) ?? 0) + 1;
      seen.set(mealSlug(name), count);
      return numberedSlug(name, count);
    });
    expect(rows.map(({ slug }) => slug)).toEqual(['butter-chicken', ...expected]);
    expect(new Set(expected).size).toBe(expected.length);
    expect(expected).toContain('butter-chicken-2');
    await client.end();
  } finally {
    await database.remove();
  }
});

test('accounts of an older version are owners, and an open invitation makes a manager', async () => {
  const database = await createEmptyDatabase();
  try {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await migrateToOlderSchema(database.url, MIGRATIONS_OF_0_1_0);
    const person = `insert into staff (email, first_name, last_name, name, is_active) values ($1, 'Jo', '', 'Jo', $2)`;
    await client.query(person, ['jo@example.com', true]);
    await client.query(person, ['former@example.com', false]);
    const link = `insert into staff_links (token_hash, purpose, email, expires_at)
      values ($1, $1, 'new@example.com', now() + interval '1 day')`;
    for (const purpose of ['invite', 'reset']) await client.query(link, [purpose]);
    await migrateDatabase(database.url);
    const { rows } = await client.query('select distinct role from staff');
    expect(rows).toEqual([{ role: 'owner' }]);
    const links = await client.query('select purpose, role from staff_links order by purpose');
    expect(links.rows).toEqual([
      { purpose: 'invite', role: 'manager' },
      { purpose: 'reset', role: null },
    ]);
    await client.end();
  } finally {
    await database.remove();
  }
});

test('a folder of an unreleased version is refused in words', async () => {
  const database = await createTestDatabase();
  try {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `update drizzle.__drizzle_migrations set hash = 'as it was last week' where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
    );
    await client.end();
    await expect(migrateDatabase(database.url)).rejects.toThrow(
      'This folder was made by an unreleased version of Mealrun. Start with an empty one.',
    );
  } finally {
    await database.remove();
  }
});

test('links that customers of 0.1.0 still wait for become requests, and its job runner’s schema goes', async () => {
  const database = await createEmptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await migrateToOlderSchema(database.url, MIGRATIONS_OF_0_1_0);
    await client.connect();
    // The columns of graphile-worker 0.18 that are read.
    await client.query(`
      create schema graphile_worker;
      create table graphile_worker._private_tasks (id int primary key, identifier text);
      create table graphile_worker._private_jobs (id bigint primary key, task_id int, payload json,
        attempts smallint, max_attempts smallint, created_at timestamptz default now());
      insert into graphile_worker._private_tasks values (1, 'send_order_link'), (2, 'send_one_mail');
      insert into graphile_worker._private_jobs (id, task_id, payload, attempts, max_attempts) values
        (1, 1, '{"orderNumber": "RT-1", "email": "mia@example.com"}', 0, 5),
        (2, 1, '{"orderNumber": "RT-2", "email": "ravi@example.com"}', 5, 5),
        (3, 2, '{}', 0, 1);`);
    await migrateDatabase(database.url);
    const requests = await client.query('select order_number, email, tries from link_requests');
    expect(requests.rows).toEqual([{ order_number: 'RT-1', email: 'mia@example.com', tries: 0 }]);
    const left = await client.query(`select to_regnamespace('graphile_worker') as left`);
    expect(left.rows).toEqual([{ left: null }]);
  } finally {
    await client.end();
    await database.remove();
  }
});
