/** Scheduled jobs. Graphile Worker keeps them in PostgreSQL, so only one of several processes runs each. */
import { EventEmitter } from 'node:events';
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Context } from '#platform/server/context.ts';
import { makeScheduledBackup } from '#platform/server/backup/make-scheduled-backup.ts';
import { checkBooks } from '#areas/payments/server/check-books.ts';
import { sendOrderLink } from '#areas/customers/server/find-order.ts';
import { purgeProblemPhotos } from '#areas/customers/server/problem-photos.ts';
import { remindToOrder } from '#areas/checkout/server/order-reminders.ts';
import { askForRatings } from '#areas/customers/server/rating-emails.ts';
import { addUpTallies } from '#areas/order-book/server/order-counts.ts';
import { purgeUnpaidCheckouts } from '#areas/checkout/server/purge-unpaid-checkouts.ts';
import { settleIncidents } from '#areas/delivery/server/incident/work-incident.ts';
import { purgeDeliveryPhotos } from '#areas/delivery/server/delivery-photos.ts';
import { tellOfLateDeliveries } from '#areas/delivery/server/late-deliveries.ts';
import { purgeGatewayPayloads } from '#areas/payments/server/purge-gateway-payloads.ts';
import { purgeOldThrottles } from '#platform/server/http/throttle.ts';
import { purgeTemperatureReadings } from '#areas/kitchen/server/temperatures/purge-readings.ts';
import { runAsJob } from '#platform/server/log-ids.ts';
import { watchOrphanedJobs } from '#app/server/release-orphaned-jobs.ts';
import { holdWorkerLocks, type WorkerLocks } from '#app/server/worker-locks.ts';
import { reportLowDisks } from '#areas/office/server/report-low-disks.ts';
import { purgeOldEmails } from '#areas/messages/server/purge-old-emails.ts';
import { sendMessages, sendOneMessage } from '#areas/messages/server/send-messages.ts';
import { sendOneText, sendTexts } from '#areas/messages/server/send-texts.ts';
import { refundOverdueUndecided } from '#areas/orders/server/decide-order.ts';
import { remindPhoneOrders } from '#areas/checkout/server/phone/remind-phone-orders.ts';
import { expireCheckouts } from '#areas/checkout/server/expire-checkouts.ts';
import { finishChanges } from '#areas/orders/server/finish-change.ts';
import { endTopUps } from '#areas/orders/server/end-top-ups.ts';
import { retryGatewayEvents } from '#areas/payments/server/retry-gateway-events.ts';
import { reconcileRecent, reconcileYoung } from '#areas/payments/server/reconcile.ts';
import { followUpRefund } from '#areas/order-book/server/follow-up-refund.ts';
import { sweepPendingRefunds, sweepUnsentRefunds } from '#areas/order-book/server/sweep-refunds.ts';
import { settleDueChoices } from '#areas/orders/server/settle-choice.ts';
import { ringBells } from '#areas/checkout/server/ring-bells.ts';
import { purgeWebhookLog } from '#areas/staff/server/webhook-log.ts';
import { createWebhookSender } from '#areas/staff/server/send-webhooks.ts';
import { purgeOldSignIns } from '#areas/staff/server/purge-old-sign-ins.ts';

type ClockJob = { name: string; when: string; run: (context: Context) => Promise<unknown> };

const EVERY_MINUTE = '* * * * *';
const EVERY_THREE_MINUTES = '*/3 * * * *';
const EVERY_HOUR = '7 * * * *';
/** Between half past one and half past two on Australia's east coast. */
const EVERY_NIGHT = '30 15 * * *';

/** `when` is a cron line, in UTC. Every job may be killed at any point: the next run finds its work again. */
export const CLOCK_JOBS: ClockJob[] = [
  { name: 'expire_checkouts', when: EVERY_MINUTE, run: expireCheckouts },
  { name: 'ring_bells', when: EVERY_MINUTE, run: ringBells },
  { name: 'remind_phone_orders', when: EVERY_MINUTE, run: remindPhoneOrders },
  { name: 'end_top_ups', when: EVERY_MINUTE, run: endTopUps },
  { name: 'finish_order_changes', when: EVERY_MINUTE, run: finishChanges },
  { name: 'reconcile_young', when: EVERY_MINUTE, run: reconcileYoung },
  { name: 'retry_gateway_events', when: EVERY_MINUTE, run: retryGatewayEvents },
  { name: 'give_back_undecided', when: EVERY_MINUTE, run: refundOverdueUndecided },
  { name: 'settle_incidents', when: EVERY_MINUTE, run: settleIncidents },
  { name: 'settle_meal_choices', when: EVERY_MINUTE, run: settleDueChoices },
  { name: 'tell_of_late_deliveries', when: EVERY_THREE_MINUTES, run: tellOfLateDeliveries },
  { name: 'sweep_unsent_refunds', when: EVERY_MINUTE, run: sweepUnsentRefunds },
  { name: 'add_up_tallies', when: EVERY_MINUTE, run: ({ db }) => addUpTallies(db) },
  { name: 'send_mail', when: EVERY_MINUTE, run: sendMessages },
  { name: 'send_texts', when: EVERY_MINUTE, run: sendTexts },
  { name: 'reconcile_recent', when: EVERY_HOUR, run: reconcileRecent },
  { name: 'sweep_pending_refunds', when: EVERY_HOUR, run: sweepPendingRefunds },
  { name: 'check_books', when: EVERY_NIGHT, run: checkBooks },
  { name: 'forget_old_mail', when: EVERY_HOUR, run: purgeOldEmails },
  { name: 'forget_old_webhooks', when: EVERY_HOUR, run: purgeWebhookLog },
  { name: 'forget_old_throttles', when: EVERY_HOUR, run: purgeOldThrottles },
  { name: 'forget_old_sign_ins', when: EVERY_HOUR, run: purgeOldSignIns },
  { name: 'purge_unpaid_checkouts', when: EVERY_HOUR, run: purgeUnpaidCheckouts },
  { name: 'purge_gateway_payloads', when: EVERY_HOUR, run: purgeGatewayPayloads },
  { name: 'purge_delivery_photos', when: EVERY_HOUR, run: purgeDeliveryPhotos },
  { name: 'purge_temperature_readings', when: EVERY_HOUR, run: purgeTemperatureReadings },
  { name: 'purge_problem_photos', when: EVERY_HOUR, run: purgeProblemPhotos },
  { name: 'ask_for_ratings', when: EVERY_HOUR, run: askForRatings },
  { name: 'remind_to_order', when: EVERY_HOUR, run: remindToOrder },
  { name: 'report_low_disks', when: EVERY_HOUR, run: reportLowDisks },
  { name: 'make_scheduled_backup', when: EVERY_HOUR, run: makeScheduledBackup },
];

export async function startJobs(context: Context): Promise<{ stop(): Promise<void> }> {
  const pools = new Set<string>();
  const events: WorkerEvents = new EventEmitter();
  // Jobs are held in the name of the pool, not of one of its workers.
  events.on('pool:create', ({ workerPool }) => pools.add(workerPool.id));
  let locks: WorkerLocks | null = null;
  await watchOrphanedJobs(context, async () => locks?.renew());
  const webhooks = createWebhookSender(context);
  const runner = await run({
    pgPool: context.db.$client,
    concurrency: 4,
    noHandleSignals: true,
    events,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') context.log.warn(message);
    }),
    crontab: [...CLOCK_JOBS, { name: 'poke_webhooks', when: EVERY_MINUTE }]
      .map(({ name, when }) => `${when} ${name} ?max=1`)
      .join('\n'),
    taskList: {
      ...clockTasks(context),
      poke_webhooks: () => runAsJob('poke_webhooks', () => webhooks.poke()),
      send_one_mail: () => runAsJob('send_one_mail', () => sendOneMessage(context)),
      send_one_text: () => runAsJob('send_one_text', () => sendOneText(context)),
      send_order_link: (payload) =>
        runAsJob('send_order_link', () => sendOrderLink(context, payload)),
      pursue_refund: (payload) =>
        runAsJob('pursue_refund', async () => {
          await followUpRefund(context, payload);
        }),
    },
  });
  locks = await holdWorkerLocks(context, pools);
  return {
    async stop() {
      await runner.stop();
      await webhooks.stop();
      locks?.stop();
    },
  };
}

function clockTasks(context: Context): TaskList {
  return Object.fromEntries(
    CLOCK_JOBS.map((job) => [
      job.name,
      async () => {
        await runAsJob(job.name, () => job.run(context));
      },
    ]),
  );
}
