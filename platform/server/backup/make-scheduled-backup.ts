import { addDays } from '#platform/rules/plain-date.ts';
import { type Instant, instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import { listBackups } from './backup-folder.ts';
import { backupFolder, makeBackup } from './make-backup.ts';

/**
 * Makes a backup when none has been made since the last `BACKUP_HOUR`: a machine that was off at that hour catches up.
 */
export async function makeScheduledBackup(
  context: Pick<Context, 'backup' | 'clock' | 'site' | 'log'>,
): Promise<void> {
  const { hour, ...source } = context.backup;
  if (hour === null) return;
  const { timeZone } = (await context.site.current()).business;
  const now = context.clock();
  const due = lastTimeOf(hour, now, timeZone);
  const [newest] = await listBackups(backupFolder(source.dataDir));
  if (newest && Date.parse(newest.madeAt) >= due) return;
  const { file, deleted } = await makeBackup(source, new Date(now).toISOString());
  context.log.info({ file, deleted: deleted.length }, 'backed up');
}

/** The latest scheduled time that has passed. */
function lastTimeOf(hour: number, now: Instant, timeZone: string): Instant {
  const { date } = wallTimeAt(now, timeZone);
  const today = instantOf({ date, minuteOfDay: hour * 60 }, timeZone);
  return today <= now
    ? today
    : instantOf({ date: addDays(date, -1), minuteOfDay: hour * 60 }, timeZone);
}
