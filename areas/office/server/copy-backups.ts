/** Copies of backups elsewhere: the newest that is encrypted, each hour that it is not there yet. */
import path from 'node:path';
import { copyPlaceOf } from '#areas/office/server/copies-connection.ts';
import { isSheetSaved } from '#areas/office/server/recovery-sheet.ts';
import {
  ALWAYS_KEPT,
  COPIES_KEPT_DAYS,
  ENCRYPTED_SUFFIX,
  listBackups,
  madeAtOf,
} from '#platform/server/backup/backup-folder.ts';
import { type CopyStore, openCopyStore } from '#platform/server/backup/bucket.ts';
import { backupFolder } from '#platform/server/backup/make-backup.ts';
import type { Context } from '#platform/server/context.ts';

const DAY_MS = 86_400_000;

/** Null: none is connected. */
export function openCopies(
  context: Pick<Context, 'connections' | 'allowsLocalHosts'>,
): CopyStore | null {
  const connection = context.connections.current('copies');
  return connection && openCopyStore(copyPlaceOf(connection.values), context);
}

/**
 * Nothing leaves this machine that is not encrypted, or that nobody could open. What went wrong stands in the connection's
 * row, and is thrown, so that the job counts as failing.
 */
export async function copyBackups(context: Context): Promise<void> {
  const connection = context.connections.current('copies');
  const bucket = openCopies(context);
  if (!connection || !bucket || !(await isSheetSaved(context))) return;
  const stored = await listBackups(backupFolder(context.backup.dataDir));
  const newest = stored.find(({ file }) => file.endsWith(ENCRYPTED_SUFFIX));
  if (!newest) return;
  const { problem: _, ...proof } = connection.proof ?? {};
  try {
    const there = await bucket.listBackups();
    const name = path.basename(newest.file);
    if (there.includes(name)) return;
    await bucket.writeFile(newest.file);
    const mayDelete = await deleteOldCopies(context, bucket, [name, ...there]);
    await context.connections.prove(connection, {
      ...proof,
      copiedAt: new Date(context.clock()).toISOString(),
      ...(mayDelete !== null && { mayDelete: mayDelete ? 'yes' : 'no' }),
    });
    context.log.info({ file: name }, 'copied the backup elsewhere');
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    await context.connections.prove(connection, { ...proof, problem });
    throw error;
  }
}

/** Those older than 35 days, never the newest seven. Whether the key may; null: nothing was to be deleted. */
async function deleteOldCopies(
  { clock }: Pick<Context, 'clock'>,
  bucket: CopyStore,
  names: readonly string[],
): Promise<boolean | null> {
  const oldest = new Date(clock() - COPIES_KEPT_DAYS * DAY_MS).toISOString();
  const old = names.slice(ALWAYS_KEPT).filter((name) => madeAtOf(name) < oldest);
  for (const name of old) if (!(await bucket.delete(name))) return false;
  return old.length > 0 ? true : null;
}

/** When the oldest known backup was made, here or elsewhere; null: there is none, or nobody can tell. */
export async function findOldestBackup(context: Context): Promise<string | null> {
  const here = (await listBackups(backupFolder(context.backup.dataDir))).at(-1)?.madeAt ?? null;
  const bucket = openCopies(context);
  if (!bucket) return here;
  const there = await bucket.listBackups().catch(() => null);
  if (there === null) return null;
  const oldest = there.at(-1);
  return (
    [here, oldest === undefined ? null : madeAtOf(oldest)]
      .filter((madeAt) => madeAt !== null)
      .toSorted()[0] ?? null
  );
}
