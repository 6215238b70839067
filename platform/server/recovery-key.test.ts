import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  findIdentities,
  purgeReplacedKeys,
  isGivenByEnvironment,
  isSealedWithCurrent,
  loadRecoveryKey,
  locateRecoveryKey,
  newKeyFile,
  openSealed,
  readIdentities,
  recipientOfKey,
  replaceRecoveryKey,
  sealText,
  storeIdentity,
} from '#platform/server/recovery-key.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'mealrun-key-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const NOWHERE_ELSE = {
  recoveryKey: null,
  recoveryKeyFile: null,
};
const settings = () => ({ dataDir, ...NOWHERE_ELSE });

test('the first start makes one key, which only its owner can read, and later starts find it', async () => {
  const keys = await Promise.all([1, 2, 3, 4].map(() => loadRecoveryKey(settings())));
  const found = await Promise.all(keys.map(readIdentities));
  expect(new Set(found.flat()).size).toBe(1);
  const file = path.join(dataDir, 'recovery.key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(dataDir)).toEqual(['recovery.key']);
  expect(await readFile(file, 'utf8')).toMatch(
    /^# created: \S+Z\n# public key: age1\w+\nAGE-SECRET-KEY-1\w+\n$/,
  );
  expect(isGivenByEnvironment(keys[0]!)).toBe(false);
});

test('looking for the key makes none', async () => {
  expect(await findIdentities(locateRecoveryKey(settings()))).toEqual([]);
  expect(await readdir(dataDir)).toEqual([]);
});

test('what is sealed tells nothing, and opens with this key alone', async () => {
  const key = await loadRecoveryKey(settings());
  const sealed = await sealText(key, 'sk_live_4f2a');
  expect(sealed).toMatch(/^-----BEGIN AGE ENCRYPTED FILE-----/);
  expect(sealed).not.toContain('4f2a');
  expect(await openSealed(key, sealed)).toBe('sk_live_4f2a');
  const another = { ...settings(), dataDir: path.join(dataDir, 'elsewhere') };
  const locked = { name: 'LockedError' };
  await expect(openSealed(await loadRecoveryKey(another), sealed)).rejects.toMatchObject(locked);
  await expect(openSealed(key, sealed.replace(/\w{4}\n/, 'AAAA\n'))).rejects.toMatchObject(locked);
  await expect(openSealed(key, 'hello')).rejects.toMatchObject(locked);
});

test('a replaced key goes on opening what it sealed, in each process, until it is forgotten', async () => {
  const key = await loadRecoveryKey(settings());
  const running = locateRecoveryKey(settings());
  const old = await sealText(key, 'old');
  await replaceRecoveryKey(key, new Date('2026-02-01T00:00:00Z'));
  const fresh = await sealText(running, 'fresh');
  expect([await openSealed(running, old), await openSealed(running, fresh)]).toEqual([
    'old',
    'fresh',
  ]);
  expect([await isSealedWithCurrent(key, old), await isSealedWithCurrent(key, fresh)]).toEqual([
    false,
    true,
  ]);
  expect(await purgeReplacedKeys(key, '2026-01-31T00:00:00.000Z')).toBe(0);
  expect(await purgeReplacedKeys(key, '2026-02-02T00:00:00.000Z')).toBe(1);
  await expect(openSealed(running, old)).rejects.toMatchObject({ name: 'LockedError' });
  expect(await openSealed(running, fresh)).toBe('fresh');
  expect(await readdir(dataDir)).toEqual(['recovery.key']);
});

test('the environment’s key wins, is never written, and refuses to be replaced here', async () => {
  const file = path.join(dataDir, 'given.key');
  await writeFile(file, await newKeyFile(new Date()));
  const given = { ...settings(), recoveryKeyFile: file };
  const inFile = await loadRecoveryKey(given);
  const [identity] = await readIdentities(inFile);
  const inText = await loadRecoveryKey({ ...settings(), recoveryKey: [identity] });
  expect(await recipientOfKey(inText)).toBe(await recipientOfKey(inFile));
  expect([inFile, inText].map(isGivenByEnvironment)).toEqual([true, true]);
  expect(await readdir(dataDir)).toEqual(['given.key']);
  await expect(replaceRecoveryKey(inText, new Date())).rejects.toThrow('RECOVERY_KEY=NEW,OLD');
});

test.each(['hello', ''])('a file that is named and holds “%s” is refused by name', async (text) => {
  const file = path.join(dataDir, 'empty.key');
  await writeFile(file, text);
  const given = { ...settings(), recoveryKeyFile: file };
  await expect(loadRecoveryKey(given)).rejects.toThrow(`The key file ${file} has no key`);
  const gone = { ...given, recoveryKeyFile: path.join(dataDir, 'none') };
  await expect(loadRecoveryKey(gone)).rejects.toThrow('has no key');
});

test('a typed key never replaces one that is there', async () => {
  const key = await loadRecoveryKey(settings());
  const before = await readIdentities(key);
  const typed = /AGE-SECRET-KEY-1\w+/.exec(await newKeyFile(new Date()))![0];
  await storeIdentity(path.join(dataDir, 'recovery.key'), typed, new Date());
  expect(await readIdentities(key)).toEqual(before);
});
