import path from 'node:path';
import type { Manifest } from './backup-format.ts';
import {
  backupFile,
  deleteOldBackups,
  makeBackupFolder,
  type StoredBackup,
} from './backup-folder.ts';
import type { BackupSource } from '#platform/server/backup-source-port.ts';
import { ENCRYPTED_SUFFIX } from './backup-key.ts';
import { writeBackup } from './write-backup.ts';

/** Makes a backup, then deletes those that are too old. `now` is the real time as an ISO instant. */
export async function makeBackup(
  source: BackupSource,
  now: string,
): Promise<{ file: string; manifest: Manifest; deleted: StoredBackup[] }> {
  const folder = backupFolder(source.dataDir);
  await makeBackupFolder(folder);
  const file = `${backupFile(folder, now)}${source.key ? ENCRYPTED_SUFFIX : ''}`;
  const manifest = await writeBackup(source, file, now);
  return { file, manifest, deleted: await deleteOldBackups(folder, now) };
}

export function backupFolder(dataDir: string): string {
  return path.join(dataDir, 'backups');
}
