import { truncate, readdir, rm } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { settings } from '#areas/business/server/tables/settings.ts';
import type { SystemReply } from '#areas/office/calls/system-page.ts';
import { backUpOnSchedule } from '#areas/office/server/backups.ts';
import {
  readRehearsal,
  rehearseMonthly,
  rehearseRestore,
} from '#areas/office/server/rehearse-restore.ts';
import { listBackups } from '#platform/server/backup/backup-folder.ts';
import { backupFolder } from '#platform/server/backup/make-backup.ts';
import { aPaidOrder, aStaffClient } from '#quality/support/a-paid-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  t.context.backup.hour = 2;
});
afterAll(() => t.close());
afterEach(async () => {
  await t.context.db.delete(settings).where(eq(settings.key, 'rehearsal'));
  await rm(backupFolder(t.context.backup.dataDir), { recursive: true, force: true });
});

const foldersLeft = async () =>
  (await readdir(t.context.backup.dataDir)).filter((name) => name.startsWith('rehearsal'));
async function databasesLeft(): Promise<string[]> {
  const { rows } = await t.context.db.execute<{ name: string }>(
    sql`select datname as name from pg_database where datname = current_database() || '_rehearsal'`,
  );
  return rows.map(({ name }) => name);
}

test('the newest backup is restored beside ours and its books are checked; nothing of it is left', async () => {
  expect(await rehearseRestore(t.context)).toBeNull();
  await aPaidOrder(t);
  await backUpOnSchedule(t.context);
  const done = await rehearseRestore(t.context);
  expect(done).toMatchObject({
    ok: true,
    says: expect.stringMatching(/^Restored \d+ rows .* add up/),
  });
  expect([await foldersLeft(), await databasesLeft()]).toEqual([[], []]);
});

test('books that don’t add up in it, or a damaged file, raise the alarm', async () => {
  const owner = await aStaffClient(t);
  const alarms = async () =>
    (await owner.get('/api/admin/system')).json<SystemReply>().alarms.map(({ id }) => id);
  await t.context.db.execute(sql`alter table ledger_entries disable trigger user`);
  await t.context.db.execute(sql`update ledger_entries set amount_cents = amount_cents + 1`);
  await backUpOnSchedule(t.context);
  expect(await rehearseRestore(t.context)).toMatchObject({
    ok: false,
    says: expect.stringContaining('its books don’t add up'),
  });
  expect(await alarms()).toContain('rehearsal_failed');
  await t.context.db.execute(sql`update ledger_entries set amount_cents = amount_cents - 1`);
  const [backup] = await listBackups(backupFolder(t.context.backup.dataDir));
  await truncate(backup!.file, backup!.bytes - 200);
  expect(await rehearseRestore(t.context)).toMatchObject({
    ok: false,
    says: expect.stringContaining('cannot be read as a backup'),
  });
  expect([await foldersLeft(), await databasesLeft()]).toEqual([[], []]);
});

test('where no database may be made it is decrypted and counted, and says so', async () => {
  await backUpOnSchedule(t.context);
  await t.context.db.execute(sql`create role no_maker login password 'x' in role pg_read_all_data`);
  const url = new URL(t.context.backup.databaseUrl);
  url.username = 'no_maker';
  url.password = 'x';
  const done = await rehearseRestore({
    ...t.context,
    backup: { ...t.context.backup, databaseUrl: url.href },
  });
  await t.context.db.execute(sql`drop role no_maker`);
  expect(done).toMatchObject({
    ok: true,
    says: expect.stringMatching(/^Decrypted and counted: \d+ rows .* no database may be made here/),
  });
});

test('it is done once a month, after the 1st, and each night again while it fails', async () => {
  const on = async (iso: string) => {
    t.setNow(iso);
    await rehearseMonthly(t.context);
    return (await readRehearsal(t.context.db))?.at;
  };
  t.setNow('2026-01-20T16:30:00Z');
  await backUpOnSchedule(t.context);
  const first = await on('2026-01-20T16:40:00Z');
  expect(first).toBe('2026-01-20T16:40:00.000Z');
  expect(await on('2026-01-31T13:00:00Z')).toBe(first);
  // The 1st in the kitchen's time zone.
  const next = await on('2026-01-31T15:30:00Z');
  expect(next).toBe('2026-01-31T15:30:00.000Z');
  const [backup] = await listBackups(backupFolder(t.context.backup.dataDir));
  await truncate(backup!.file, backup!.bytes - 200);
  await on('2026-02-28T15:30:00Z');
  expect(await on('2026-03-01T15:30:00Z')).toBe('2026-03-01T15:30:00.000Z');
});
