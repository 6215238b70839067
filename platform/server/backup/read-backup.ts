import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { BackupError, MANIFEST_ENTRY, Manifest, tableEntry } from './backup-format.ts';

export type Backup = {
  manifest: Manifest;
  readTable(name: string): Promise<Readable>;
  close(): void;
};

/**
 * Opens a backup and reads all of it once, so that anything missing or changed is found before a restore begins. Throws
 * BackupError.
 */
export async function openBackup(file: string): Promise<Backup> {
  const zip = await openZip(file);
  try {
    const entries = await listEntries(zip);
    const read = async (entry: string): Promise<Readable> => {
      const found = entries.get(entry);
      if (!found) throw new BackupError(`${file} is incomplete: ${entry} is missing.`);
      return zip.openReadStreamPromise(found);
    };
    const backup: Backup = {
      manifest: await readManifest(await read(MANIFEST_ENTRY), file),
      readTable: (name) => read(tableEntry(name)),
      close: () => zip.close(),
    };
    await checkTables(backup, file);
    return backup;
  } catch (error) {
    zip.close();
    throw error instanceof BackupError ? error : damaged(file, error);
  }
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw damaged(file, error);
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

async function readManifest(stream: Readable, file: string): Promise<Manifest> {
  const parsed = Manifest.safeParse(JSON.parse((await buffer(stream)).toString('utf8')));
  if (parsed.success) return parsed.data;
  throw new BackupError(`${file} is not a backup this version of Mealrun can read.`);
}

async function checkTables(backup: Backup, file: string): Promise<void> {
  for (const { name, sha256 } of backup.manifest.tables) {
    const hash = createHash('sha256');
    for await (const chunk of await backup.readTable(name)) hash.update(chunk as Buffer);
    if (hash.digest('hex') !== sha256) {
      throw new BackupError(`${file} is damaged: the content of table ${name} has changed.`);
    }
  }
}

function damaged(file: string, error: unknown): BackupError {
  const reason = error instanceof Error ? error.message : String(error);
  return new BackupError(`${file} cannot be read as a backup: ${reason}.`);
}
