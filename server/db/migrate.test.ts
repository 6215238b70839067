import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import {
  listAppliedMigrations,
  listKnownMigrations,
  migrateDatabase,
  migrateToOlderSchema,
} from '#server/db/migrate.ts';
import { createEmptyDatabase, createTestDatabase } from '#quality/support/test-database.ts';

const project = path.join(import.meta.dirname, '..', '..');

test('the migrations create exactly the schema that the code declares', () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'mealrun-migrations-'));
  try {
    cpSync(path.join(import.meta.dirname, 'migrations'), scratch, { recursive: true });
    const before = readdirSync(scratch);
    const drizzleKit = path.join(project, 'node_modules', 'drizzle-kit', 'bin.cjs');
    const options = [
      '--dialect=postgresql',
      '--casing=snake_case',
      '--schema=server/db/schema/*.ts',
    ];
    execFileSync(process.execPath, [drizzleKit, 'generate', ...options, `--out=${scratch}`], {
      cwd: project,
      stdio: 'pipe',
    });
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
    const written = readdirSync('server/db/migrations').filter((name) => name.endsWith('.sql'));
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
