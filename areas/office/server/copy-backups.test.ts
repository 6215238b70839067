import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ConnectionReply } from '#areas/office/calls/connections.ts';
import { backUpOnSchedule } from '#areas/office/server/backups.ts';
import { copyBackups, findOldestBackup } from './copies-connection.ts';
import { proveSheet } from '#areas/office/server/recovery-sheet.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { backupFolder } from '#platform/server/backup/make-backup.ts';
import { connections } from '#platform/server/db/tables/connections.ts';
import { readIdentities } from '#platform/server/recovery-key.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { type FakeBucket, startFakeBucket } from '#quality/support/fake-bucket.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';
import { eq } from 'drizzle-orm';

const URL = '/api/admin/connections/copies';

let t: TestApp;
let owner: StaffClient;
let bucket: FakeBucket;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  owner = await aStaffClient(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  bucket = await startFakeBucket();
  t.setNow('2026-01-07T20:00:00Z');
});
afterEach(async () => {
  await bucket.close();
  await t.context.db.delete(connections);
  await t.context.db.delete(settings).where(eq(settings.key, 'recoverySheet'));
  await t.context.connections.renew();
  await rm(backupFolder(t.context.backup.dataDir), { recursive: true, force: true });
});

const save = (change: Record<string, string> = {}, version = 0) =>
  owner.put(URL, { version, values: { ...bucket.values, ...change } });
async function rowNow(): Promise<ConnectionReply> {
  const reply = await owner.get('/api/admin/connections');
  return reply
    .json<{ connections: ConnectionReply[] }>()
    .connections.find(({ kind }) => kind === 'copies')!;
}
const backUp = () => backUpOnSchedule({ ...t.context, backup: { ...t.context.backup, hour: 2 } });
async function saveSheet(): Promise<void> {
  const [key] = await readIdentities(t.context.recoveryKey);
  await proveSheet(t.context, owner.staff, key.slice(-6));
}
const copies = () => [...bucket.files.keys()].toSorted();

test('a bucket is tried with a kilobyte before it counts, and shows nothing but the end of its key', async () => {
  const reply = await save();
  expect(reply.statusCode, reply.body).toBe(200);
  expect(bucket.asked.map((each) => each.split(' ')[0])).toEqual(['PUT', 'GET', 'DELETE']);
  expect(copies()).toEqual([]);
  const row = await rowNow();
  expect(row.says).toContain('kitchen-copies at 127.0.0.1');
  expect(row.says).toContain('…4F2A');
  expect(row.advice).toEqual(['Copies begin once the recovery sheet is saved.']);
  const all = JSON.stringify([reply.json(), row]);
  for (const secret of [bucket.values['accessKeyId']!, bucket.values['secretAccessKey']!])
    expect(all).not.toContain(secret);
});

test.each<[string, (bucket: FakeBucket) => Record<string, string>, string]>([
  ['an unknown key', () => ({ accessKeyId: 'AKIANONE' }), 'doesn’t know this access key'],
  ['a wrong secret', () => ({ secretAccessKey: 'wrong' }), 'isn’t the one of this access key'],
  ['another bucket', () => ({ bucket: 'other-bucket' }), 'There is no bucket other-bucket'],
  [
    'a bucket that takes nothing',
    ({ rules }) => ((rules.mayWrite = false), {}),
    'may not do that in kitchen-copies',
  ],
  [
    'a bucket that gives back something else',
    ({ rules }) => ((rules.corrupts = true), {}),
    'something different from what it was given',
  ],
  ['an address without a server', () => ({ endpoint: 'http://127.0.0.1:1' }), 'doesn’t answer'],
])('%s is refused with the service’s words, and nothing is stored', async (_, spoil, says) => {
  const reply = await save(spoil(bucket));
  expect([reply.statusCode, reply.json()]).toMatchObject([
    409,
    { code: 'copies_refused', message: expect.stringContaining(says) },
  ]);
  expect(await t.context.db.$count(connections)).toBe(0);
});

test.each([
  [{ endpoint: 'http://s3.example.com' }, 'endpoint'],
  [{ endpoint: 'https://s3.example.com/path' }, 'endpoint'],
  [{ endpoint: 's3.example.com' }, 'endpoint'],
  [{ bucket: 'Not A Bucket' }, 'bucket'],
  [{ region: '' }, 'region'],
  [{ secretAccessKey: '' }, 'secretAccessKey'],
  [{ accessKeyId: '' }, 'accessKeyId'],
  [{ accessKeyId: '', secretAccessKey: '' }, 'accessKeyId'],
])('%j is refused at %s', async (change, field) => {
  const reply = await save(change);
  expect(reply.statusCode).toBe(400);
  expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field]);
  expect(bucket.asked).toEqual([]);
});

test('another folder of it needs no keys, another service does', async () => {
  await save();
  const noKeys = { accessKeyId: '', secretAccessKey: '' };
  expect((await save({ ...noKeys, folder: 'other' }, 1)).statusCode).toBe(200);
  const moved = await save({ ...noKeys, endpoint: 'https://s3.example.com' }, 2);
  expect(moved.json()).toMatchObject({ fields: { accessKeyId: expect.any(String) } });
});

test('in production no bucket of our own network is asked', async () => {
  const isProduction = t.context.allowsLocalHosts;
  t.context.allowsLocalHosts = false;
  const reply = await save({ endpoint: 'https://127.0.0.1:9000' });
  t.context.allowsLocalHosts = isProduction!;
  expect([reply.statusCode, bucket.asked]).toEqual([409, []]);
});

test('nothing leaves this machine before the sheet is saved, nor unencrypted; then each new backup does, once', async () => {
  await save();
  await backUp();
  await copyBackups(t.context);
  expect(copies()).toEqual([]);
  await saveSheet();
  await copyBackups(t.context);
  expect(copies()).toEqual([]);
  t.setNow('2026-01-08T20:00:00Z');
  await backUp();
  await copyBackups(t.context);
  await copyBackups(t.context);
  expect(copies()).toEqual(['derwent/mealrun-2026-01-08T20-00-00Z.zip.age']);
  const [content] = [...bucket.files.values()];
  expect(content!.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);
  expect(bucket.asked.filter((each) => each.endsWith('.zip.age'))).toHaveLength(1);
  expect((await rowNow()).says).toContain('Last copy');
  // As after a new key, whose sheet nobody has saved yet.
  await t.context.db.delete(settings).where(eq(settings.key, 'recoverySheet'));
  bucket.files.clear();
  await copyBackups(t.context);
  expect(copies()).toEqual([]);
});

test('copies older than 35 days go, but never the newest seven, and nothing that we do not know', async () => {
  await saveSheet();
  await save();
  const of = (day: string) => `derwent/mealrun-2025-11-${day}T16-00-00Z.zip.age`;
  const old = ['01', '02', '03', '04', '05', '06', '07', '08'].map(of);
  const others = ['derwent/mealrun-notes.txt', 'derwent/photos.zip', 'elsewhere/x.zip.age'];
  for (const name of [...old, ...others]) bucket.files.set(name, Buffer.from('x'));
  await backUp();
  await copyBackups(t.context);
  expect(copies()).toEqual(
    [...old.slice(2), ...others, 'derwent/mealrun-2026-01-07T20-00-00Z.zip.age'].toSorted(),
  );
  expect(await findOldestBackup(t.context)).toBe('2025-11-03T16:00:00Z');
});

test('where the key may not delete, copies go on and the row says that they pile up', async () => {
  bucket.rules.mayDelete = false;
  await saveSheet();
  expect((await save()).statusCode).toBe(200);
  await backUp();
  await copyBackups(t.context);
  expect(copies().filter((name) => name.endsWith('.age'))).toHaveLength(1);
  expect((await rowNow()).advice).toEqual([expect.stringContaining('copies pile up')]);
});

test('a copy that fails stands in the row until the next one works, and nobody claims to know the oldest', async () => {
  await saveSheet();
  await save();
  await backUp();
  bucket.rules.isDown = true;
  await expect(copyBackups(t.context)).rejects.toThrow('status 503');
  expect(await rowNow()).toMatchObject({
    isProved: false,
    advice: [expect.stringContaining('The last copy failed')],
  });
  expect(await findOldestBackup(t.context)).toBeNull();
  bucket.rules.isDown = false;
  await copyBackups(t.context);
  expect(await rowNow()).toMatchObject({ isProved: true, advice: [] });
});
