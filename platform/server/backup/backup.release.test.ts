import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listAppliedMigrations,
  listKnownMigrations,
  migrateDatabase,
  migrateToOlderSchema,
} from '#platform/server/db/migrate.ts';
import { makeScheduledBackup, writeBackup } from '#platform/server/backup/make-backup.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import {
  backupFile,
  deleteOldBackups,
  listBackups,
} from '#platform/server/backup/backup-folder.ts';
import { storeLogo } from '#areas/menu/server/logo-routes.ts';
import { restoreBackup } from '#platform/server/backup/read-backup.ts';
import { leftOut } from '#app/server/areas.ts';
import { aPaidOrder, aStaffClient } from '#quality/support/a-paid-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { createEmptyDatabase, type TestDatabase } from '#quality/support/test-database.ts';

const MADE_AT = '2026-01-07T02:00:00.000Z';

let t: TestApp;
let folder: string;
let file: string;
const emptyDatabases: TestDatabase[] = [];

beforeAll(async () => {
  t = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'mealrun-backup-'));
  file = backupFile(folder, MADE_AT);
  const logo = sharp({ create: { width: 90, height: 60, channels: 4, background: '#7a2e5d' } });
  await storeLogo(t.context, await logo.png().toBuffer());
  const staffClient = await aStaffClient(t);
  const order = await aPaidOrder(t);
  await aPaidOrder(t);
  await staffClient.delete(`/api/admin/orders/${order.id}`);
});
afterAll(async () => {
  await t.close();
  await Promise.all(emptyDatabases.map((database) => database.remove()));
  await rm(folder, { recursive: true });
});

async function anEmptyDatabase(): Promise<string> {
  const database = await createEmptyDatabase();
  emptyDatabases.push(database);
  return database.url;
}

/** Every row of every table as text, so that no difference goes unnoticed. */
async function contentsOf(db: TestApp['context']['db']): Promise<Record<string, string[]>> {
  const tables = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'
          and table_name not in ('staff_sessions', 'staff_links', 'staff_verifications', 'throttle_counters')
        order by 1`,
  );
  const contents: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const rows = await db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(name)} t order by 1`,
    );
    contents[name] = rows.rows.map(({ row }) => row);
  }
  return contents;
}

test('a backup is restored row by row into an empty database, which then accepts orders', async () => {
  const manifest = await writeBackup(
    { databaseUrl: databaseUrl(), leftOut, key: null },
    file,
    MADE_AT,
  );
  expect(manifest.tables.find(({ name }) => name === 'orders')?.rows).toBe(2);
  expect(manifest.tables.find(({ name }) => name === 'logos')?.rows).toBe(1);
  const url = await anEmptyDatabase();
  await restoreBackup(url, file);
  const restored = openDatabase(url);
  try {
    expect(await contentsOf(restored)).toEqual(await contentsOf(t.context.db));
    await checkInvariants(restored);
    const added = await restored.execute<{ id: number }>(
      sql`insert into order_tallies (status, change) values ('confirmed', 1) returning id`,
    );
    const [{ highest } = { highest: 0 }] = (
      await restored.execute<{ highest: number }>(
        sql`select max(id)::int as highest from order_tallies`,
      )
    ).rows;
    expect(added.rows[0]?.id).toBe(highest);
    await expect(restored.execute(sql`delete from ledger_entries`)).rejects.toThrow();
  } finally {
    await restored.$client.end();
  }
});

test('staff sessions are not restored', async () => {
  const url = await anEmptyDatabase();
  await restoreBackup(url, file);
  const restored = openDatabase(url);
  const sessions = await restored.execute(sql`select from staff_sessions`);
  const staff = await restored.execute(sql`select from staff`);
  await restored.$client.end();
  expect([sessions.rowCount, staff.rowCount]).toEqual([0, 1]);
});

test('a backup is one consistent snapshot, even while orders are being placed', async () => {
  const busy = backupFile(folder, '2026-01-07T03:00:00.000Z');
  const [manifest] = await Promise.all([
    writeBackup(
      { databaseUrl: databaseUrl(), leftOut, key: null },
      busy,
      '2026-01-07T03:00:00.000Z',
    ),
    aPaidOrder(t),
    aPaidOrder(t),
  ]);
  const url = await anEmptyDatabase();
  await restoreBackup(url, busy);
  const restored = openDatabase(url);
  await checkInvariants(restored);
  const orders = await restored.execute(sql`select from orders`);
  await restored.$client.end();
  expect(orders.rowCount).toBe(manifest.tables.find(({ name }) => name === 'orders')?.rows);
});

test('a backup from an older version is restored and upgraded to this version', async () => {
  const old = await anEmptyDatabase();
  await migrateToOlderSchema(old, 1);
  const before = openDatabase(old);
  await before.execute(sql`insert into settings (key, value) values ('kept', '"for years"')`);
  await before.$client.end();
  const oldFile = backupFile(folder, '2025-01-07T02:00:00.000Z');
  await writeBackup({ databaseUrl: old, leftOut, key: null }, oldFile, '2025-01-07T02:00:00.000Z');
  const url = await anEmptyDatabase();
  await restoreBackup(url, oldFile);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const applied = await listAppliedMigrations(client);
  const kept = await client.query(`select value from settings where key = 'kept'`);
  await client.end();
  expect(applied).toEqual(listKnownMigrations());
  expect(kept.rows).toEqual([{ value: 'for years' }]);
});

test('a backup from a newer version is refused', async () => {
  const newer = await anEmptyDatabase();
  await migrateDatabase(newer);
  const client = new pg.Client({ connectionString: newer });
  await client.connect();
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 9999999999999)`,
  );
  await client.end();
  const newFile = backupFile(folder, '2027-01-07T02:00:00.000Z');
  await writeBackup(
    { databaseUrl: newer, leftOut, key: null },
    newFile,
    '2027-01-07T02:00:00.000Z',
  );
  await expect(restoreBackup(await anEmptyDatabase(), newFile)).rejects.toThrow('newer');
});

test('with BACKUP_HOUR set, the app makes a backup once a day, and catches up after a night switched off', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-nightly-'));
  const backup = { ...t.context.backup, dataDir, hour: 2 };
  const madeAt = async () =>
    (await listBackups(path.join(dataDir, 'backups'))).map((made) => made.madeAt);
  const noKey = async () => null;
  const at = (instant: string) =>
    makeScheduledBackup({ ...t.context, backup, clock: () => Date.parse(instant) }, noKey);
  await makeScheduledBackup({ ...t.context, backup: { ...backup, hour: null } }, noKey);
  await at('2026-01-07T15:59:00Z');
  expect(await madeAt()).toEqual(['2026-01-07T15:59:00Z']);
  await at('2026-01-07T16:07:00Z');
  await at('2026-01-07T17:07:00Z');
  await at('2026-01-08T09:07:00Z');
  await at('2026-01-09T03:30:00Z');
  expect(await madeAt()).toEqual([
    '2026-01-09T03:30:00Z',
    '2026-01-07T16:07:00Z',
    '2026-01-07T15:59:00Z',
  ]);
  await rm(dataDir, { recursive: true });
});

test('only its owner can read a backup', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a database in use is not overwritten', async () => {
  await expect(restoreBackup(databaseUrl(), file)).rejects.toThrow('restore never overwrites');
});

test('a damaged, truncated or unrelated file is refused before anything is restored', async () => {
  const whole = await readFile(file);
  const url = await anEmptyDatabase();
  const corrupted = Buffer.from(whole);
  const middle = Math.floor(whole.length / 3);
  corrupted[middle] = (corrupted[middle] ?? 0) ^ 0xff;
  for (const bytes of [
    corrupted,
    whole.subarray(0, middle),
    Buffer.from('hello'),
    Buffer.alloc(0),
  ]) {
    const damaged = path.join(folder, 'damaged.zip');
    await writeFile(damaged, bytes);
    await expect(restoreBackup(url, damaged)).rejects.toMatchObject({ name: 'BackupError' });
  }
  await expect(restoreBackup(url, path.join(folder, 'none.zip'))).rejects.toMatchObject({
    name: 'BackupError',
  });
  const db = openDatabase(url);
  const tables = await db.execute(sql`select from pg_tables where schemaname = 'public'`);
  await db.$client.end();
  expect(tables.rowCount).toBe(0);
});

test('a backup that cannot be written leaves no file behind', async () => {
  const nowhere = backupFile(path.join(folder, 'no such folder'), MADE_AT);
  await expect(
    writeBackup({ databaseUrl: databaseUrl(), leftOut, key: null }, nowhere, MADE_AT),
  ).rejects.toThrow('ENOENT');
  const noDatabase = backupFile(folder, '2026-01-01T00:00:00.000Z');
  await expect(
    writeBackup(
      { databaseUrl: 'postgres://127.0.0.1:1/none', leftOut, key: null },
      noDatabase,
      MADE_AT,
    ),
  ).rejects.toThrow();
  expect((await listBackups(folder)).map((backup) => backup.file)).not.toContain(noDatabase);
});

test('backups older than 14 days are deleted, but never the newest seven', async () => {
  const old = await mkdtemp(path.join(tmpdir(), 'mealrun-backups-'));
  const days = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'];
  for (const day of days) await writeFile(backupFile(old, `2026-01-${day}T16:00:00.000Z`), '');
  await writeFile(path.join(old, 'notes.txt'), 'mine');
  await utimes(old, 0, 0);
  const deleted = await deleteOldBackups(old, '2026-01-16T17:00:00.000Z');
  expect(deleted.map(({ madeAt }) => madeAt)).toEqual([
    '2026-01-02T16:00:00Z',
    '2026-01-01T16:00:00Z',
  ]);
  await deleteOldBackups(old, '2027-01-16T17:00:00.000Z');
  expect(await listBackups(old)).toHaveLength(7);
  expect(await readFile(path.join(old, 'notes.txt'), 'utf8')).toBe('mine');
  await rm(old, { recursive: true });
});

function databaseUrl(): string {
  return t.context.backup.databaseUrl;
}
