import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { backUpOnSchedule } from '#areas/office/server/backups.ts';
import { purgeUnneededKeys, rotateRecoveryKey } from './rotate-keys.ts';
import { isSheetSaved, proveSheet } from '#areas/office/server/recovery-sheet.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { connections } from '#platform/server/db/tables/connections.ts';
import {
  loadRecoveryKey,
  openSealed,
  readIdentities,
  sealText,
} from '#platform/server/recovery-key.ts';
import { aStaffClient } from '#quality/support/a-paid-order.ts';
import { startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp({ isOwn: true });
});
afterAll(() => t.close());
afterEach(() => t.context.db.delete(connections));

async function aConnection(account: string, sealed: string): Promise<void> {
  await t.context.db.insert(connections).values({
    kind: 'cards',
    account,
    state: 'kept',
    sealed,
    shown: {},
    version: 1,
    changedBy: 'owner@example.com',
    changedAt: new Date(t.context.clock()),
  });
}
const sealedOf = async (account: string) =>
  (await t.context.db.select().from(connections).where(eq(connections.account, account)))[0]!
    .sealed;
const keysNow = () => readIdentities(t.context.recoveryKey);

test('a new key opens all that the old one sealed, the old one opens no more of it, and the sheet is to be saved again', async () => {
  const { recoveryKey } = t.context;
  const { staff } = await aStaffClient(t);
  const [old] = await keysNow();
  await proveSheet(t.context, staff, old.slice(-6));
  await aConnection('acct_1/test', await sealText(recoveryKey, 'sk_test_1'));
  await aConnection('acct_2/live', 'sealed with a key that is lost');
  expect(await rotateRecoveryKey(t.context, recoveryKey)).toEqual({ resealed: 1, locked: 1 });
  const sealed = await sealedOf('acct_1/test');
  expect(await openSealed(recoveryKey, sealed)).toBe('sk_test_1');
  await expect(openSealed({ identities: [old] }, sealed)).rejects.toThrow('another recovery key');
  expect(await sealedOf('acct_2/live')).toBe('sealed with a key that is lost');
  expect(await isSheetSaved(t.context)).toBe(false);
  expect(await keysNow()).toEqual([expect.not.stringMatching(old), old]);
  const trail = await t.context.db.select().from(auditLog).where(eq(auditLog.entityId, 'recovery'));
  expect(trail).toHaveLength(1);
});

test('stopped between the new key and the commit, everything still opens, and repeating it ends well', async () => {
  const { recoveryKey } = t.context;
  await aConnection('acct_3/live', await sealText(recoveryKey, 'sk_live_3'));
  const dies = {
    ...t.context,
    db: Object.assign(Object.create(t.context.db), {
      transaction: () => Promise.reject(new Error('killed')),
    }),
  };
  await expect(rotateRecoveryKey(dies, recoveryKey)).rejects.toThrow('killed');
  expect(await openSealed(recoveryKey, await sealedOf('acct_3/live'))).toBe('sk_live_3');
  expect(await rotateRecoveryKey(t.context, recoveryKey)).toMatchObject({ resealed: 1 });
  expect(await openSealed(recoveryKey, await sealedOf('acct_3/live'))).toBe('sk_live_3');
});

test('a key in the environment is replaced there: then the new one in front counts', async () => {
  const [current, older] = [await keysNow(), (await keysNow())[1]!];
  const one = await loadRecoveryKey({
    dataDir: '/nowhere',
    recoveryKey: [current[0]],
    recoveryKeyFile: null,
  });
  await expect(rotateRecoveryKey(t.context, one)).rejects.toThrow('RECOVERY_KEY=NEW,OLD');
  await aConnection('acct_4/live', await sealText({ identities: [older] }, 'sk_live_4'));
  const two = { identities: [current[0], older] };
  expect(await rotateRecoveryKey(t.context, two)).toEqual({ resealed: 1, locked: 0 });
  expect(await openSealed(one, await sealedOf('acct_4/live'))).toBe('sk_live_4');
});

test('replaced keys are kept while a backup may need them, or something is sealed with them, and then forgotten', async () => {
  const backup = { ...t.context.backup, hour: 2 };
  const night = (iso: string) => {
    t.setNow(iso);
    return backUpOnSchedule({ ...t.context, backup });
  };
  await night('2026-01-07T20:00:00Z');
  t.setNow('2026-01-08T01:00:00Z');
  await rotateRecoveryKey(t.context, t.context.recoveryKey);
  const all = await keysNow();
  await night('2026-01-08T20:00:00Z');
  await purgeUnneededKeys(t.context, async () => null);
  expect(await keysNow()).toEqual(all);
  await aConnection('acct_5/live', await sealText({ identities: [all[1]!] }, 'sk_live_5'));
  await aConnection('acct_6/live', 'sealed with a key that is lost');
  const later = async () => '2026-01-09T00:00:00.000Z';
  await purgeUnneededKeys(t.context, later);
  expect(await keysNow()).toEqual(all);
  await t.context.db.delete(connections).where(eq(connections.account, 'acct_6/live'));
  await purgeUnneededKeys(t.context, later);
  expect(await keysNow()).toEqual([all[0]]);
  expect(await openSealed(t.context.recoveryKey, await sealedOf('acct_5/live'))).toBe('sk_live_5');
});
