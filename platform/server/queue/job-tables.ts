/**
 * All that we know of Graphile Worker's private tables; everything else goes through its public view and functions. Seen
 * with graphile-worker 0.18.0. There is no public way to ask when a job of the clock was last started, and none to pretend
 * that a worker was killed.
 */
import { sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';

/** What runs by the clock: `identifier`, `known_since`, `last_execution`. */
export const KNOWN_CRONTABS = sql.raw('graphile_worker._private_known_crontabs');

const JOBS = sql.raw('graphile_worker._private_jobs');
const QUEUES = sql.raw('graphile_worker._private_job_queues');

/** For tests: as if a worker of this name were at every job and in every queue. */
export async function pretendToWork(db: Database, worker: string): Promise<void> {
  await db.execute(sql`update ${JOBS} set locked_at = now(), locked_by = ${worker}`);
  await db.execute(sql`update ${QUEUES} set locked_at = now(), locked_by = ${worker}`);
}

/** For tests: the workers that are at a job, and those that hold a queue. */
export async function listBusyWorkers(
  db: Database,
): Promise<{ atJobs: string[]; inQueues: string[] }> {
  const { rows } = await db.execute<{ atJobs: string[]; inQueues: string[] }>(sql`select
    array(select locked_by from ${JOBS} where locked_by is not null) as "atJobs",
    array(select locked_by from ${QUEUES} where locked_by is not null) as "inQueues"`);
  return rows[0] ?? { atJobs: [], inQueues: [] };
}
