import { sql } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { isWorkerAlive } from '#server/jobs/worker-lives.ts';

/**
 * Lets go of every job whose worker does not live any more, and with it of the queue: no worker has a queue without a job. The jobs of a process that was killed, and those whose end
 * could not be noted because the database was away, would otherwise rest for four hours, and with them the queue they
 * stand in. Should somebody still be at one, nothing is lost: every job may run twice.
 */
async function freeLostJobs({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs
      where locked_by is not null and not ${isWorkerAlive(sql`locked_by`)}))`);
}

/** Does it now, and again whenever the database comes back after it was lost; then, `onFreed` is called. */
export async function keepFreeingLostJobs(
  context: Pick<Context, 'db' | 'changes' | 'log'>,
  onFreed: () => Promise<void> = async () => {},
): Promise<void> {
  await freeLostJobs(context);
  let wasLive = true;
  context.changes.onChange(() => {
    const isLive = context.changes.isLive();
    const isBack = isLive && !wasLive;
    wasLive = isLive;
    if (!isBack) return;
    freeLostJobs(context)
      .then(onFreed)
      .catch((error: unknown) => {
        context.log.warn({ err: error }, 'lost jobs could not be freed; the next start will do it');
      });
  });
}
