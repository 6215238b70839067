import type { BackupReply } from '#areas/office/calls/system.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import { listBackups } from '#platform/server/backup/backup-folder.ts';
import { backupFolder, makeBackup } from '#platform/server/backup/make-backup.ts';
import type { Context } from '#platform/server/context.ts';
import { Conflict } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';
import { describeBackup } from '#areas/office/server/describe-system.ts';

/** Makes backups for staff, one at a time. Throws Conflict while another is being made. */
export function createHandBackup(context: Context): (staff: StaffMember) => Promise<BackupReply> {
  let isBusy = false;
  return async (staff) => {
    if (isBusy) throw new Conflict('backup_running', 'A backup is already running.');
    isBusy = true;
    try {
      return await backUp(context, staff);
    } finally {
      isBusy = false;
    }
  };
}

async function backUp(context: Context, staff: StaffMember): Promise<BackupReply> {
  const { file, deleted } = await makeBackup(
    context.backup,
    new Date(context.clock()).toISOString(),
  );
  context.log.info({ file, deleted: deleted.length }, 'backed up');
  const all = await listBackups(backupFolder(context.backup.dataDir));
  const made = all.find((backup) => backup.file === file);
  if (!made) throw new Error(`the backup ${file} is not in its folder`);
  const reply = describeBackup(made);
  await context.db.transaction((tx) =>
    recordChange(tx, context, {
      staff,
      action: 'system.backup',
      entity: 'system',
      entityId: reply.file,
      before: null,
      after: { bytes: reply.bytes },
    }),
  );
  return reply;
}
