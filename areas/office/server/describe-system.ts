import type { FastifyInstance } from 'fastify';
import {
  checkSystem as checkSystemCall,
  getSystem,
  type DueWorkReply,
  type SystemReply,
} from '#areas/office/calls/system.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { describeBackups } from '#areas/office/server/backups.ts';
import { checkSystem } from '#areas/office/server/check-system.ts';
import { sql } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { WORK_KINDS, type WorkKind } from '#platform/rules/due-work.ts';
import { readMigrationState } from '#platform/server/db/migrate.ts';
import { findAlarms } from '#areas/office/server/find-alarms.ts';
import { readMetrics } from '#areas/office/server/read-metrics.ts';
import type { WorkCount } from '#platform/server/queue/due-work.ts';
import { VERSION } from '#platform/server/version.ts';

export function registerSystemRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getSystem, () => describeSystem(context));

  staffRoute(app, checkSystemCall, async () => ({ findings: await checkSystem(context) }));
}

/** The content of the portal's System page: the process that answers, and the state of the whole business. */
async function describeSystem(context: Context): Promise<SystemReply> {
  const [metrics, migrations, database, backup] = await Promise.all([
    readMetrics(context),
    readMigrationState(context.db),
    readDatabase(context),
    describeBackups(context),
  ]);
  const upForSeconds = process.uptime();
  const { emails, dueWork, jobs, lastCheck } = metrics;
  return {
    version: VERSION,
    node: process.version,
    startedAt: new Date(Date.now() - upForSeconds * 1000).toISOString(),
    database: { ...database, migrations },
    mail: { mode: context.mailer.mode, waiting: emails.waiting, failed: emails.failed },
    payments: { mode: context.gateway.mode, livemode: context.gateway.livemode },
    backup,
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

async function readDatabase({ db }: Context): Promise<{ version: string; bytes: number }> {
  const { rows } = await db.execute<{ version: string; bytes: number }>(
    sql`select current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as bytes`,
  );
  const [found] = rows;
  if (!found) throw new Error('the database returned nothing about itself');
  return found;
}
