import { sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';

/**
 * Lets go of every job that somebody holds. The jobs of a process that was killed, and those whose end could not be
 * noted because the database was away, would otherwise rest for four hours, and with them the queue they stand in.
 * Whoever is still at one loses nothing: every job may run twice.
 */
async function freeLostJobs({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker._private_jobs where locked_by is not null
      union
      select locked_by from graphile_worker._private_job_queues where locked_by is not null))`);
}

/** Does it now, and again whenever the database comes back after it was lost. */
export async function keepFreeingLostJobs(
  context: Pick<Context, 'db' | 'changes' | 'log'>,
): Promise<void> {
  await freeLostJobs(context);
  let wasLive = true;
  context.changes.onChange(() => {
    const isLive = context.changes.isLive();
    const isBack = isLive && !wasLive;
    wasLive = isLive;
    if (!isBack) return;
    freeLostJobs(context).catch((error: unknown) => {
      context.log.warn({ err: error }, 'lost jobs could not be freed; the next start will do it');
    });
  });
}
