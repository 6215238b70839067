import { DAY_MS } from '#platform/rules/durations.ts';
import { mkdir, readdir, rm, stat, mkdtemp, open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { createReadStream, createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import type { BackupKey } from '#platform/server/context.ts';

export type StoredBackup = { file: string; madeAt: string; bytes: number };

const NAME = /^mealrun-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.zip(?:\.age)?$/;
export const BACKUPS_KEPT_DAYS = 14;
/** Elsewhere. */
export const COPIES_KEPT_DAYS = 35;
/** Kept whatever the clock says. */
export const ALWAYS_KEPT = 7;

/** `DATA_DIR/backups/mealrun-2026-01-11T16-00-00Z.zip` for that instant. */
export function backupFile(folder: string, madeAt: string): string {
  return path.join(folder, `mealrun-${madeAt.slice(0, 19).replaceAll(':', '-')}Z.zip`);
}

export async function makeBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

export function isBackupName(name: string): boolean {
  return NAME.test(name);
}

/** The instant in a backup's name. */
export function madeAtOf(name: string): string {
  return name.replace(NAME, '$1T$2:$3:$4Z');
}

/** Newest first; empty when the folder does not exist yet. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = (await readdir(folder).catch(() => [])).filter(isBackupName);
  const backups = names.map(async (name) => {
    const file = path.join(folder, name);
    const { size } = await stat(file);
    return { file, madeAt: madeAtOf(name), bytes: size };
  });
  return (await Promise.all(backups)).toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1));
}

/** Deletes backups older than 14 days at `now` (an ISO instant), but never the newest seven. */
export async function deleteOldBackups(folder: string, now: string): Promise<StoredBackup[]> {
  const oldest = new Date(Date.parse(now) - BACKUPS_KEPT_DAYS * DAY_MS).toISOString();
  const old = (await listBackups(folder))
    .slice(ALWAYS_KEPT)
    .filter(({ madeAt }) => madeAt < oldest);
  await Promise.all(old.map(({ file }) => rm(file)));
  return old;
}

/**
 * The backup format: one zip file with each table as PostgreSQL's COPY writes it, and last a manifest of what it must
 * contain.
 */
export const MANIFEST_ENTRY = 'manifest.json';
export const BACKUP_FORMAT = 1;

export const Manifest = z.object({
  format: z.literal(BACKUP_FORMAT),
  madeAt: z.iso.datetime(),
  /** Hashes of the migrations that made the tables, in order. */
  migrations: z.array(z.string()),
  /** In an order in which they can be filled: each table comes after those it refers to. */
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+$/),
      columns: z.array(z.string().regex(/^[a-z_0-9]+$/)),
      rows: z.int(),
      sha256: z.string(),
    }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;

/** One line that tells the operator what is wrong with a backup or its destination. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export function tableEntry(name: string): string {
  return `tables/${name}.copy`;
}

/** Encrypted backups are age files (age-encryption.org): any age tool can open them too. */
export const ENCRYPTED_SUFFIX = '.age';
const HEADER = 'age-encryption.org/v1';
/** 64 MB of memory for a second: the app makes backups while it serves. */
const SCRYPT_WORK_FACTOR = 16;

export async function encryptWith(key: BackupKey, plain: Readable): Promise<Readable> {
  const encrypter = new Encrypter();
  const [identity] = key.identities;
  if (key.passphrase !== null) {
    encrypter.setPassphrase(key.passphrase);
    encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
  } else if (identity !== undefined) {
    encrypter.addRecipient(await identityToRecipient(identity));
  } else throw new BackupError('There is no key to encrypt this backup with.');
  return Readable.fromWeb((await encrypter.encrypt(toBytes(plain))) as ReadableStream<Uint8Array>);
}

export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => null);
  if (!handle) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER.length), 0);
    return buffer.toString('latin1', 0, bytesRead) === HEADER;
  } finally {
    await handle.close();
  }
}

/** Calls `work` with the plain file, which is deleted afterwards. Throws BackupError for a wrong key. */
export async function withDecrypted<Result>(
  file: string,
  key: BackupKey | null,
  work: (plainFile: string) => Promise<Result>,
): Promise<Result> {
  if (!(await isEncrypted(file))) return work(file);
  if (!key) {
    throw new BackupError(`${file} is encrypted. Set RECOVERY_KEY or BACKUP_PASSPHRASE.`);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'mealrun-restore-'));
  try {
    const plainFile = path.join(folder, 'backup.zip');
    await decrypt(file, key, plainFile);
    return await work(plainFile);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function decrypt(file: string, key: BackupKey, plainFile: string): Promise<void> {
  const decrypter = new Decrypter();
  if (key.passphrase !== null) decrypter.addPassphrase(key.passphrase);
  for (const identity of key.identities) decrypter.addIdentity(identity);
  const encrypted = createReadStream(file);
  try {
    const plain = await decrypter.decrypt(toBytes(encrypted));
    await pipeline(
      Readable.fromWeb(plain as ReadableStream<Uint8Array>),
      createWriteStream(plainFile, { mode: 0o600 }),
    );
  } catch {
    throw new BackupError(
      `${file} cannot be decrypted: the passphrase or key is another one, or the file is damaged.`,
    );
  } finally {
    encrypted.destroy();
  }
}

type Bytes = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream<Uint8Array>;

function toBytes(stream: Readable): Bytes {
  return Readable.toWeb(stream) as Bytes;
}
