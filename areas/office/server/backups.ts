import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import {
  backUpNow,
  type BackupReply,
  type BackupsReply,
  getRecoverySheet,
  proveRecoverySheet,
} from '#areas/office/calls/system-page.ts';
import {
  backupKeyOf,
  makeRecoverySheet,
  isSheetSaved,
  proveSheet,
} from '#areas/office/server/recovery-sheet.ts';
import { findOldestBackup } from './copies-connection.ts';
import { readRehearsal } from '#areas/office/server/rehearse-restore.ts';
import { purgeUnneededKeys } from './rotate-keys.ts';
import { sendPrintout } from '#areas/printouts/server/printout-routes.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { listBackups, type StoredBackup } from '#platform/server/backup/backup-folder.ts';
import {
  backupFolder,
  makeBackup,
  makeScheduledBackup,
} from '#platform/server/backup/make-backup.ts';
import type { Context } from '#platform/server/context.ts';
import { Conflict } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

export function registerBackupRoutes(app: FastifyInstance, context: Context): void {
  const backUp = createHandBackup(context);
  staffRoute(app, backUpNow, ({ staff }) => backUp(staff));

  staffRoute(app, getRecoverySheet, async ({ reply }) => {
    const { staff } = await requireRecentSignIn(context, reply.request);
    await throttleCaller(context, 'documents', reply.request);
    return sendPrintout(reply, await makeRecoverySheet(context, staff));
  });

  staffRoute(app, proveRecoverySheet, async ({ body, reply }) => {
    const { staff } = await requireRecentSignIn(context, reply.request);
    await proveSheet(context, staff, body.ending);
    return describeBackups(context);
  });
}

/** What there is, and who could open it. */
export async function describeBackups(context: Context): Promise<BackupsReply> {
  const [newest = null] = await listBackups(backupFolder(context.backup.dataDir));
  const key = await backupKeyOf(context);
  return {
    hour: context.backup.hour,
    last: newest && describeBackup(newest),
    encryptedBy: key && (key.passphrase === null ? 'key' : 'passphrase'),
    isSheetSaved: await isSheetSaved(context),
    rehearsal: await readRehearsal(context.db),
  };
}

export async function backUpOnSchedule(context: Context): Promise<void> {
  await makeScheduledBackup(context, () => backupKeyOf(context));
  await purgeUnneededKeys(context, () => findOldestBackup(context));
}

/** Makes backups for staff, one at a time. Throws Conflict while another is being made. */
function createHandBackup(context: Context): (staff: StaffMember) => Promise<BackupReply> {
  let isBusy = false;
  return async (staff) => {
    if (isBusy) throw new Conflict('backup_running', 'A backup is already running.');
    isBusy = true;
    try {
      return await backUpByHand(context, staff);
    } finally {
      isBusy = false;
    }
  };
}

export async function backUpByHand(context: Context, staff: StaffMember): Promise<BackupReply> {
  const { file, deleted } = await makeBackup(
    { ...context.backup, key: await backupKeyOf(context) },
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
      entityId: reply.file,
      after: { bytes: reply.bytes },
    }),
  );
  return reply;
}

function describeBackup({ file, madeAt, bytes }: StoredBackup): BackupReply {
  return { file: path.basename(file), madeAt, bytes };
}
