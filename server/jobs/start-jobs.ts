/** What runs by the clock. Graphile Worker keeps the jobs in PostgreSQL, so of several processes one does each. */
import { Logger, run } from 'graphile-worker';
import type { Context } from '#server/context.ts';
import { addUpTallies } from '#server/orders/order-counts.ts';
import { forgetOldThrottles } from '#server/http/throttle.ts';
import { expireCheckouts } from '#server/payments/expire-checkouts.ts';
import { followUpRefund } from '#server/refunds/follow-up-refund.ts';
import { forgetOldSignIns } from '#server/staff/forget-old-sign-ins.ts';

const EVERY_MINUTE = '* * * * *';
const EVERY_HOUR = '7 * * * *';

export async function startJobs(context: Context): Promise<{ stop(): Promise<void> }> {
  const runner = await run({
    pgPool: context.db.$client,
    concurrency: 2,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') context.log.warn(message);
    }),
    crontab: `${EVERY_MINUTE} expire_checkouts ?max=1\n${EVERY_MINUTE} add_up_tallies ?max=1\n${EVERY_HOUR} forget_old_throttles ?max=1\n${EVERY_HOUR} forget_old_sign_ins ?max=1`,
    taskList: {
      expire_checkouts: async () => {
        await expireCheckouts(context);
      },
      forget_old_throttles: async () => {
        await forgetOldThrottles(context);
      },
      forget_old_sign_ins: () => forgetOldSignIns(context),
      add_up_tallies: () => addUpTallies(context.db),
      pursue_refund: (payload) => followUpRefund(context, payload),
    },
  });
  return { stop: () => runner.stop() };
}
