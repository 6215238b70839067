/**
 * The one key of an installation: it opens encrypted backups and what is sealed in the database. An age identity
 * (age-encryption.org), so that any age tool can take its place. No process remembers it: a key that was replaced counts
 * everywhere at once.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  armor,
  Decrypter,
  Encrypter,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption';

/** Where the key is: in the environment itself, or in a file that is read at each use. */
export type RecoveryKey = { identities: readonly string[] } | { file: string; isGiven: boolean };

/** What the environment says of it. */
export type RecoveryKeySettings = {
  dataDir: string;
  recoveryKey: readonly string[] | null;
  recoveryKeyFile: string | null;
};

/** One line for the operator, without anything of the key. */
export class RecoveryKeyError extends Error {
  override name = 'RecoveryKeyError';
}

/** Its text was sealed with another key, or is damaged. */
export class LockedError extends Error {
  override name = 'LockedError';
}

const IDENTITY = /^AGE-SECRET-KEY-1[0-9A-Z]+$/gm;
const CREATED = /^# created: (\S+)$/m;

export function isIdentity(text: string): boolean {
  return /^AGE-SECRET-KEY-1[0-9A-Z]+$/.test(text);
}

/** In `DATA_DIR`, made at the first start. */
export function ownKeyFile(dataDir: string): string {
  return path.join(dataDir, 'recovery.key');
}

/** Where the key is to be found; reads and makes nothing. */
export function locateRecoveryKey(settings: RecoveryKeySettings): RecoveryKey {
  const { recoveryKey, recoveryKeyFile, dataDir } = settings;
  if (recoveryKey !== null) return { identities: recoveryKey };
  return recoveryKeyFile === null
    ? { file: ownKeyFile(dataDir), isGiven: false }
    : { file: recoveryKeyFile, isGiven: true };
}

/** Makes the key at the first start. Throws RecoveryKeyError for a file that is named and has none. */
export async function loadRecoveryKey(settings: RecoveryKeySettings): Promise<RecoveryKey> {
  const key = locateRecoveryKey(settings);
  if ('file' in key && !key.isGiven) await storeIfAbsent(key.file, await newKeyFile(new Date()));
  await readIdentities(key);
  return key;
}

/** Whether the person who set up the installation holds the key in a place of their own. */
export function isGivenByEnvironment(key: RecoveryKey): boolean {
  return 'identities' in key || key.isGiven;
}

/** The key in force first, then those it replaced. Throws RecoveryKeyError where there is none. */
export async function readIdentities(key: RecoveryKey): Promise<readonly [string, ...string[]]> {
  const [first, ...older] =
    'identities' in key ? key.identities : ((await readKeyFile(key.file)).match(IDENTITY) ?? []);
  if (first !== undefined) return [first, ...older];
  throw new RecoveryKeyError(describeMissing(key));
}

function describeMissing(key: RecoveryKey): string {
  if ('identities' in key) return 'RECOVERY_KEY has no key.';
  return key.isGiven
    ? `The key file ${key.file} has no key. Make one: npm run backup -- --new-key FILE`
    : `${key.file} has no key. Put back the one on the recovery sheet, or delete the file and restart for a new one.`;
}

/** The same, but none where there is no key yet: for tools that run before the first start. */
export async function findIdentities(key: RecoveryKey): Promise<readonly string[]> {
  if ('file' in key && !key.isGiven && (await readKeyFile(key.file)) === '') return [];
  return readIdentities(key);
}

async function readKeyFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** The public half of the key in force: names it without telling it. */
export async function recipientOfKey(key: RecoveryKey): Promise<string> {
  return identityToRecipient((await readIdentities(key))[0]);
}

/** Age text that only this installation's key opens. */
export async function sealText(key: RecoveryKey, value: string): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await recipientOfKey(key));
  return armor.encode(await encrypter.encrypt(value));
}

/** What was sealed with this key, or with one it replaced. Throws LockedError. */
export async function openSealed(key: RecoveryKey, text: string): Promise<string> {
  return openWith(await findIdentities(key), text);
}

/** Whether it is sealed with the key in force, and not only with one that was replaced. */
export async function isSealedWithCurrent(key: RecoveryKey, text: string): Promise<boolean> {
  const [current] = await readIdentities(key);
  return openWith([current], text).then(
    () => true,
    () => false,
  );
}

async function openWith(identities: readonly string[], text: string): Promise<string> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return await decrypter.decrypt(armor.decode(text), 'text');
  } catch {
    throw new LockedError('This was sealed with another recovery key, or is damaged.');
  }
}

/** The content of a new key file, as `age-keygen` writes it. */
export async function newKeyFile(now: Date): Promise<string> {
  return describeIdentity(await generateX25519Identity(), now);
}

async function describeIdentity(identity: string, now: Date): Promise<string> {
  const created = now.toISOString();
  return `# created: ${created}\n# public key: ${await identityToRecipient(identity)}\n${identity}\n`;
}

/** For a key that someone typed. Does nothing where one is. */
export async function storeIdentity(file: string, identity: string, now: Date): Promise<void> {
  await storeIfAbsent(file, await describeIdentity(identity, now));
}

/**
 * Puts a new key in front of the old one, which goes on opening what it sealed. Throws RecoveryKeyError where the
 * environment has the key itself: only who set it can change it.
 */
export async function replaceRecoveryKey(key: RecoveryKey, now: Date): Promise<void> {
  if ('identities' in key)
    throw new RecoveryKeyError(
      'RECOVERY_KEY has the key itself. Make a new one with npm run backup -- --new-key FILE, and set RECOVERY_KEY=NEW,OLD.',
    );
  await readIdentities(key);
  const text = `${await newKeyFile(now)}\n${await readFile(key.file, 'utf8')}`;
  await putInPlace(key.file, text, rename);
}

/**
 * Forgets keys that were replaced before `since`, an ISO instant: nothing older is left to open. Returns how many.
 * Keeps all where the file does not say since when its first key counts.
 */
export async function purgeReplacedKeys(key: RecoveryKey, since: string): Promise<number> {
  if ('identities' in key) return 0;
  const [first, ...older] = await readIdentities(key);
  const text = await readKeyFile(key.file);
  const [head = ''] = text.split(first);
  const created = CREATED.exec(head)?.[1];
  if (older.length === 0 || created === undefined || created > since) return 0;
  await putInPlace(key.file, `${head}${first}\n`, rename);
  return older.length;
}

/** Two processes that start at once get the same key. */
async function storeIfAbsent(file: string, text: string): Promise<void> {
  if ((await readKeyFile(file)) !== '') return;
  await putInPlace(file, text, async (from, to) => {
    await link(from, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(from);
  });
}

/** Complete or not at all, and on the disk before anything relies on it. */
async function putInPlace(
  file: string,
  text: string,
  place: (from: string, to: string) => Promise<void>,
): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const partial = `${file}.${randomUUID()}.partial`;
  const handle = await open(partial, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await place(partial, file);
}
