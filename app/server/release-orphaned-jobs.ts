import { sql } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { isWorkerAlive } from '#app/server/worker-locks.ts';

/**
 * Releases every job whose worker is no longer alive, and its queue. Otherwise the jobs of a killed process, and those
 * whose end could not be recorded because the database was down, would stay locked for four hours, and their queue with
 * them. If a worker is still running one, nothing is lost: every job may run twice.
 */
async function releaseOrphanedJobs({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs
      where locked_by is not null and not ${isWorkerAlive(sql`locked_by`)}))`);
}

/** Releases them now, and again whenever the database returns after a loss; then calls `onFreed`. */
export async function watchOrphanedJobs(
  context: Pick<Context, 'db' | 'changes' | 'log'>,
  onFreed: () => Promise<void> = async () => {},
): Promise<void> {
  await releaseOrphanedJobs(context);
  let wasLive = true;
  context.changes.onChange(() => {
    const isLive = context.changes.isLive();
    const isBack = isLive && !wasLive;
    wasLive = isLive;
    if (!isBack) return;
    releaseOrphanedJobs(context)
      .then(onFreed)
      .catch((error: unknown) => {
        context.log.warn(
          { err: error },
          'lost jobs could not be released; the next start will release them',
        );
      });
  });
}
