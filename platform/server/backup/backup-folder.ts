import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

export type StoredBackup = { file: string; madeAt: string; bytes: number };

const NAME = /^mealrun-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.zip(?:\.age)?$/;
export const BACKUPS_KEPT_DAYS = 14;
/** Kept whatever the clock says. */
const ALWAYS_KEPT = 7;
const DAY_MS = 86_400_000;

/** `DATA_DIR/backups/mealrun-2026-01-11T16-00-00Z.zip` for that instant. */
export function backupFile(folder: string, madeAt: string): string {
  return path.join(folder, `mealrun-${madeAt.slice(0, 19).replaceAll(':', '-')}Z.zip`);
}

export async function makeBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Newest first; empty when the folder does not exist yet. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name));
  const backups = names.map(async (name) => {
    const file = path.join(folder, name);
    const { size } = await stat(file);
    return { file, madeAt: name.replace(NAME, '$1T$2:$3:$4Z'), bytes: size };
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
