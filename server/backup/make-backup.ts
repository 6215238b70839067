import path from 'node:path';
import type { Manifest } from './backup-format.ts';
import {
  backupFile,
  deleteOldBackups,
  makeBackupFolder,
  type StoredBackup,
} from './backup-folder.ts';
import { writeBackup } from './write-backup.ts';

/** The database, and the folder for backups: `DATA_DIR/backups`. */
export type BackupSource = { databaseUrl: string; dataDir: string };

/** Makes a backup, then deletes those that are too old. `now` is the real time as an ISO instant. */
export async function makeBackup(
  { databaseUrl, dataDir }: BackupSource,
  now: string,
): Promise<{ file: string; manifest: Manifest; deleted: StoredBackup[] }> {
  const folder = backupFolder(dataDir);
  await makeBackupFolder(folder);
  const file = backupFile(folder, now);
  const manifest = await writeBackup(databaseUrl, file, now);
  return { file, manifest, deleted: await deleteOldBackups(folder, now) };
}

export function backupFolder(dataDir: string): string {
  return path.join(dataDir, 'backups');
}
