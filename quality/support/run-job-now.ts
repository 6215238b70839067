import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';
import { clockJobs } from '#platform/server/db/tables/clock-jobs.ts';

const { name, startedAt, endedAt, dueAt } = clockJobs;

/** Runs a job now, instead of at the next minute; one that is under way once more after its end. */
export async function runJobNow(db: Database, job: string): Promise<void> {
  const isUnderWay = sql`(${startedAt} is not null and ${isNull(endedAt)})`;
  while ((await makeDue(db, and(eq(name, job), not(isUnderWay)))) === 0)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Returns how many jobs are due now. */
export async function makeDue(db: Database, which: SQL | undefined): Promise<number> {
  const made = await db
    .update(clockJobs)
    .set({ dueAt: sql`least(${dueAt}, now())` })
    .where(which);
  await db.execute(sql`notify work_due, 'clock_jobs'`);
  return made.rowCount ?? 0;
}
