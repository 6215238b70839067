/** What runs by the clock. Graphile Worker keeps the jobs in PostgreSQL, so of several processes one does each. */
import { Logger, run, type TaskList } from 'graphile-worker';
import type { Context } from '#server/context.ts';
import { makeScheduledBackup } from '#server/backup/make-scheduled-backup.ts';
import { addUpTallies } from '#server/orders/order-counts.ts';
import { forgetOldThrottles } from '#server/http/throttle.ts';
import { expireCheckouts } from '#server/payments/expire-checkouts.ts';
import { followUpRefund } from '#server/refunds/follow-up-refund.ts';
import { forgetOldSignIns } from '#server/staff/forget-old-sign-ins.ts';

type ClockJob = { name: string; when: string; run: (context: Context) => Promise<unknown> };

const EVERY_MINUTE = '* * * * *';
const EVERY_HOUR = '7 * * * *';

/** `when` is a line of cron, in UTC. Every one may be killed at any point: the next run finds the work again. */
const CLOCK_JOBS: ClockJob[] = [
  { name: 'expire_checkouts', when: EVERY_MINUTE, run: expireCheckouts },
  { name: 'add_up_tallies', when: EVERY_MINUTE, run: ({ db }) => addUpTallies(db) },
  { name: 'forget_old_throttles', when: EVERY_HOUR, run: forgetOldThrottles },
  { name: 'forget_old_sign_ins', when: EVERY_HOUR, run: forgetOldSignIns },
  { name: 'make_scheduled_backup', when: EVERY_HOUR, run: makeScheduledBackup },
];

export async function startJobs(context: Context): Promise<{ stop(): Promise<void> }> {
  const runner = await run({
    pgPool: context.db.$client,
    concurrency: 2,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') context.log.warn(message);
    }),
    crontab: CLOCK_JOBS.map(({ name, when }) => `${when} ${name} ?max=1`).join('\n'),
    taskList: {
      ...clockTasks(context),
      pursue_refund: (payload) => followUpRefund(context, payload),
    },
  });
  return { stop: () => runner.stop() };
}

function clockTasks(context: Context): TaskList {
  return Object.fromEntries(
    CLOCK_JOBS.map((job) => [
      job.name,
      async () => {
        await job.run(context);
      },
    ]),
  );
}
