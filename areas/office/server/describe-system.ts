import type { FastifyInstance } from 'fastify';
import {
  backUpNow,
  checkSystem as checkSystemCall,
  getSystem,
  type BackupReply,
  type DueWorkReply,
  type SystemReply,
} from '#areas/office/calls/system.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { backupKeyOf } from '#areas/office/server/recovery-sheet.ts';
import { checkSystem } from '#areas/office/server/check-system.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { listBackups, type StoredBackup } from '#platform/server/backup/backup-folder.ts';
import {
  backupFolder,
  makeBackup,
  makeScheduledBackup,
} from '#platform/server/backup/make-backup.ts';
import { Conflict } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { WORK_KINDS, type WorkKind } from '#platform/rules/due-work.ts';
import { readMigrationState } from '#platform/server/db/migrate.ts';
import { findAlarms } from '#areas/office/server/find-alarms.ts';
import { readMetrics } from '#areas/office/server/read-metrics.ts';
import type { WorkCount } from '#platform/server/queue/due-work.ts';
import { VERSION } from '#platform/server/version.ts';

export function registerSystemRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getSystem, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return describeSystem(context);
  });

  const backUp = createHandBackup(context);
  staffRoute(app, backUpNow, ({ staff }) => backUp(staff));

  staffRoute(app, checkSystemCall, async () => ({ findings: await checkSystem(context) }));
}

/** The job of the night. */
export function backUpOnSchedule(context: Context): Promise<void> {
  return makeScheduledBackup(context, () => backupKeyOf(context));
}

/** Makes backups for staff, one at a time. Throws Conflict while another is being made. */
function createHandBackup(context: Context): (staff: StaffMember) => Promise<BackupReply> {
  let isBusy = false;
  return async (staff) => {
    if (isBusy) throw new Conflict('backup_running', 'A backup is already running.');
    isBusy = true;
    try {
      return await backUpBackUpNow(context, staff);
    } finally {
      isBusy = false;
    }
  };
}

async function backUpBackUpNow(context: Context, staff: StaffMember): Promise<BackupReply> {
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
      entity: 'system',
      entityId: reply.file,
      before: null,
      after: { bytes: reply.bytes },
    }),
  );
  return reply;
}

/** The content of the portal's System page: the process that answers, and the state of the whole business. */
async function describeSystem(context: Context): Promise<SystemReply> {
  const [metrics, migrations, database] = await Promise.all([
    readMetrics(context),
    readMigrationState(context.db),
    readDatabase(context),
  ]);
  const upForSeconds = process.uptime();
  const { emails, dueWork, jobs, lastCheck, lastBackup } = metrics;
  return {
    version: VERSION,
    node: process.version,
    startedAt: new Date(Date.now() - upForSeconds * 1000).toISOString(),
    database: { ...database, migrations },
    mail: { mode: context.mailer.mode, waiting: emails.waiting, failed: emails.failed },
    payments: { mode: context.gateway.mode, livemode: context.gateway.livemode },
    backup: {
      hour: context.backup.hour,
      last: lastBackup && describeBackup(lastBackup),
    },
    disks: metrics.disks,
    lastCheck: lastCheck && { ok: lastCheck.ok, at: new Date(lastCheck.at).toISOString() },
    unpaidHolds: { places: metrics.places.holds },
    dueWork: WORK_KINDS.map((kind) => describeDueWork(kind, dueWork[kind], context.clock())),
    jobs: jobs.map(({ name, lastRanAt, isFailing }) => ({ name, lastRanAt, isFailing })),
    alarms: findAlarms(context, metrics, { isCurrent: migrations.isCurrent, upForSeconds }),
  };
}

function describeDueWork(
  kind: WorkKind,
  { oldestSeconds, due, waiting, givenUp }: WorkCount,
  now: Instant,
): DueWorkReply {
  const isEmpty = due + waiting === 0;
  const oldestSince = isEmpty ? null : new Date(now - oldestSeconds * 1000).toISOString();
  return { kind, due, waiting, givenUp, oldestSince };
}

function describeBackup({ file, madeAt, bytes }: StoredBackup): BackupReply {
  return { file: path.basename(file), madeAt, bytes };
}

async function readDatabase({ db }: Context): Promise<{ version: string; bytes: number }> {
  const { rows } = await db.execute<{ version: string; bytes: number }>(
    sql`select current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as bytes`,
  );
  const [found] = rows;
  if (!found) throw new Error('the database returned nothing about itself');
  return found;
}
