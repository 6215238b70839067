import path from 'node:path';
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { settings } from '#areas/business/server/tables/settings.ts';
import type { BackupsReply, SystemReply } from '#areas/office/calls/system-page.ts';
import { backupKeyOf } from '#areas/office/server/recovery-sheet.ts';
import { isEncrypted } from '#platform/server/backup/backup-folder.ts';
import { backupFolder } from '#platform/server/backup/make-backup.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { readIdentities, replaceRecoveryKey } from '#platform/server/recovery-key.ts';
import { aStaffClient, type StaffClient } from '#quality/support/a-paid-order.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

const SHEET = '/api/admin/system/recovery-sheet';

let t: TestApp;
let owner: StaffClient;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
  owner = await aStaffClient(t);
});
afterAll(() => t.close());
afterEach(() => t.context.db.delete(settings).where(eq(settings.key, 'recoverySheet')));

const keyNow = async () => (await readIdentities(t.context.recoveryKey))[0];
const prove = (ending: string) => owner.post(`${SHEET}/proofs`, { ending });
const backupsNow = async () => (await owner.get('/api/admin/system')).json<SystemReply>().backup;
async function backUp(): Promise<string> {
  t.advanceMinutes(1);
  const made = await owner.post('/api/admin/system/backups');
  return path.join(backupFolder(t.context.backup.dataDir), made.json<{ file: string }>().file);
}

test('the sheet is one page with the key, the address, the backups and how to restore', async () => {
  const reply = await owner.get(SHEET);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['cache-control']).toContain('no-store');
  const pages = await pdfPages(reply.rawPayload);
  expect(pages).toHaveLength(1);
  const text = pages[0]!;
  expect(text.replaceAll(/\s/g, '')).toContain(await keyNow());
  for (const part of [
    'http://localhost',
    t.context.backup.dataDir,
    'npm run restore',
    'npm run reconcile -- --rebuild',
    'npm start',
  ])
    expect(text).toContain(part);
});

test('its last six characters turn encryption on, and nothing else does', async () => {
  const key = await keyNow();
  expect(await isEncrypted(await backUp())).toBe(false);
  const wrong = key.at(-1) === 'Q' ? 'P' : 'Q';
  for (const ending of [`${key.slice(-6, -1)}${wrong}`, '', key.slice(-5), key.slice(-12, -6)])
    expect((await prove(ending)).statusCode, ending).toBe(400);
  expect(await backupsNow()).toMatchObject({ encryptedBy: null, isSheetSaved: false });
  const typed = `${key.slice(-6, -3).toLowerCase()} ${key.slice(-3)}`;
  expect((await prove(typed)).json<BackupsReply>()).toMatchObject({
    encryptedBy: 'key',
    isSheetSaved: true,
  });
  expect(await isEncrypted(await backUp())).toBe(true);
});

test('a new key needs a new sheet', async () => {
  expect((await prove((await keyNow()).slice(-6))).statusCode).toBe(200);
  await replaceRecoveryKey(t.context.recoveryKey, new Date());
  expect(await backupsNow()).toMatchObject({ encryptedBy: null, isSheetSaved: false });
});

test('a passphrase or a key of the environment encrypts at once: someone put it there', async () => {
  const { db, recoveryKey } = t.context;
  const identities = await readIdentities(recoveryKey);
  const passphrase = 'five boats in a bay';
  expect(await backupKeyOf({ db, recoveryKey, backup: { passphrase } })).toEqual({
    passphrase,
    identities,
  });
  expect(
    await backupKeyOf({ db, recoveryKey: { identities }, backup: { passphrase: null } }),
  ).toEqual({ passphrase: null, identities });
});

test('only an owner who has just signed in gets it, never a token, and the trail says who but not the key', async () => {
  const manager = await aStaffClient(t, { role: 'manager' });
  expect((await manager.get(SHEET)).json()).toMatchObject({ code: 'not_allowed' });
  const confirmedFor = (time: string) =>
    t.context.db.execute(sql`update staff_sessions set confirmed_at = now() - ${time}::interval`);
  await confirmedFor('11 minutes');
  for (const stale of [await owner.get(SHEET), await prove((await keyNow()).slice(-6))])
    expect([stale.statusCode, stale.json()]).toMatchObject([403, { code: 'confirm_first' }]);
  await confirmedFor('9 minutes');
  await prove((await keyNow()).slice(-6));
  const lines = await t.context.db
    .select()
    .from(auditLog)
    .where(like(auditLog.action, 'system.%_recovery_sheet'));
  expect(new Set(lines.map(({ action }) => action))).toEqual(
    new Set(['system.print_recovery_sheet', 'system.save_recovery_sheet']),
  );
  expect(lines.every(({ staffEmail }) => staffEmail === owner.staff.email)).toBe(true);
  const secret = (await keyNow()).slice(16);
  expect(JSON.stringify(lines)).not.toContain(secret);
  expect(JSON.stringify((await owner.get('/api/admin/system')).json())).not.toContain(secret);
});
