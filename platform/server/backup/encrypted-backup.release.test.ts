import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBackups } from '#platform/server/backup/backup-folder.ts';
import { backupFolder, makeBackup } from '#platform/server/backup/make-backup.ts';
import { restoreBackup } from '#platform/server/backup/read-backup.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import type { BackupKey } from '#platform/server/context.ts';
import { newKeyFile, readIdentities } from '#platform/server/recovery-key.ts';
import { aPaidOrder } from '#quality/support/a-paid-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { createEmptyDatabase, type TestDatabase } from '#quality/support/test-database.ts';

let t: TestApp;
let keyFile: string;
let folder: string;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  t = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'mealrun-encrypted-'));
  keyFile = path.join(folder, 'backup.key');
  await writeFile(keyFile, await newKeyFile(new Date()));
  await aPaidOrder(t);
});
afterAll(async () => {
  await t.close();
  await Promise.all(databases.map((database) => database.remove()));
  await rm(folder, { recursive: true });
});

async function anEmptyDatabase(): Promise<string> {
  const database = await createEmptyDatabase();
  databases.push(database);
  return database.url;
}

const passphrase = { passphrase: 'five boats in a bay', identities: [] };
const inFile = async () => ({
  passphrase: null,
  identities: await readIdentities({ file: keyFile, isGiven: true }),
});

describe.each<[string, () => Promise<BackupKey>, string]>([
  ['a passphrase', async () => passphrase, '2026-01-07T02:00:00.000Z'],
  ['a key file', inFile, '2026-01-07T03:00:00.000Z'],
])('with %s', (_, getKey, madeAt) => {
  test('a backup tells nothing without it, and is restored with it', async () => {
    const { databaseUrl, dataDir } = t.context.backup;
    const key = await getKey();
    const { file } = await makeBackup({ databaseUrl, dataDir, leftOut: [], key }, madeAt);
    expect(file).toMatch(/\.zip\.age$/);
    expect((await listBackups(backupFolder(dataDir))).map((made) => made.file)).toContain(file);
    const bytes = await readFile(file);
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
    expect(bytes.includes('manifest.json')).toBe(false);

    const url = await anEmptyDatabase();
    const leftOver = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('mealrun-restore-'));
    const before = await leftOver();
    await expect(restoreBackup(url, file)).rejects.toThrow('is encrypted. Set RECOVERY_KEY');
    const another = { passphrase: 'five boats in a bat', identities: [] };
    await expect(restoreBackup(url, file, another)).rejects.toMatchObject({
      name: 'BackupError',
      message: expect.stringContaining('cannot be decrypted'),
    });
    const damaged = path.join(folder, 'damaged.zip.age');
    await writeFile(damaged, bytes.subarray(0, bytes.length - 100));
    await expect(restoreBackup(url, damaged, key)).rejects.toThrow('cannot be decrypted');
    await restoreBackup(url, file, key);
    expect(await leftOver()).toEqual(before);
    const restored = openDatabase(url);
    const { rows } = await restored.execute(sql`select number from orders`);
    await restored.$client.end();
    expect(rows).toEqual((await t.context.db.execute(sql`select number from orders`)).rows);
  });
});
