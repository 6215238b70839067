/** Encrypted backups are age files (age-encryption.org): any age tool can open them too. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { BackupKey } from '#platform/server/backup-source-port.ts';
import { BackupError } from './backup-format.ts';

export const ENCRYPTED_SUFFIX = '.age';
const HEADER = 'age-encryption.org/v1';
/** 64 MB of memory for a second: the app makes backups while it serves. */
const SCRYPT_WORK_FACTOR = 16;

/** The key of the settings; null: backups are not encrypted. Throws BackupError for a file without a key. */
export async function loadBackupKey(settings: {
  backupPassphrase: string | null;
  backupKeyFile: string | null;
}): Promise<BackupKey | null> {
  const { backupPassphrase, backupKeyFile } = settings;
  if (backupPassphrase !== null) return { passphrase: backupPassphrase };
  if (backupKeyFile === null) return null;
  const text = await readFile(backupKeyFile, 'utf8').catch(() => '');
  const [identity] = /^AGE-SECRET-KEY-1[0-9A-Z]+$/m.exec(text) ?? [];
  if (identity) return { identity };
  throw new BackupError(
    `BACKUP_KEY_FILE ${backupKeyFile} has no key. Make one: npm run backup -- --new-key FILE`,
  );
}

/** The content of a new key file, as `age-keygen` writes it. */
export async function newKeyFile(): Promise<string> {
  const identity = await generateX25519Identity();
  return `# public key: ${await identityToRecipient(identity)}\n${identity}\n`;
}

export async function encryptWith(key: BackupKey, plain: Readable): Promise<Readable> {
  const encrypter = new Encrypter();
  if ('passphrase' in key) {
    encrypter.setPassphrase(key.passphrase);
    encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
  } else {
    encrypter.addRecipient(await identityToRecipient(key.identity));
  }
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
    throw new BackupError(`${file} is encrypted. Set BACKUP_PASSPHRASE or BACKUP_KEY_FILE.`);
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
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase);
  else decrypter.addIdentity(key.identity);
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
