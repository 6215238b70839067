import { addDays, formatDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { BACKUPS_KEPT_DAYS, listBackups } from '#platform/server/backup/backup-folder.ts';
import { backupFolder } from '#platform/server/backup/make-backup.ts';
import type { Context } from '#platform/server/context.ts';

/** What holds a customer outside the database, and for how long. One sentence each. */
export async function heldElsewhere(
  context: Pick<Context, 'backup' | 'clock' | 'site' | 'gateway'>,
): Promise<string[]> {
  const { backup, clock } = context;
  const { timeZone } = (await context.site.current()).business;
  const stored = await listBackups(backupFolder(backup.dataDir));
  const until = addDays(wallTimeAt(clock(), timeZone).date, BACKUPS_KEPT_DAYS);
  return [
    stored.length === 0
      ? 'No backup is stored here. Copies elsewhere hold what they held when they were made.'
      : backup.hour === null
        ? `${count(stored.length)} made before now. They stay until newer ones replace them, because automatic backups are off: delete them, or set BACKUP_HOUR. Delete copies elsewhere too.`
        : `${count(stored.length)} made before now. Newer backups replace them by ${formatDate(until)}. Delete copies elsewhere too.`,
    'After restoring an older backup, or rebuilding its orders, erase the customer again.',
    `The card provider (${context.gateway.mode}) keeps its own record of each payment, with name and address. Ask it to erase them too.`,
  ];
}

function count(backups: number): string {
  return backups === 1 ? '1 backup was' : `${backups} backups were`;
}
