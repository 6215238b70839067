import type { Context } from '#platform/server/context.ts';
import { formatDisk, isLow, measureDisks } from '#platform/server/disk-space.ts';

/** For those who watch the log: before the disk is full, and again every hour. */
export async function reportLowDisks({ backup, log }: Pick<Context, 'backup' | 'log'>) {
  for (const disk of (await measureDisks(backup.dataDir)).filter(isLow))
    log.error({ alarm: 'disk_low' }, `the disk is almost full: ${formatDisk(disk)}`);
}
