import { Gauge, Registry } from 'prom-client';
import { ALARM_IDS } from '#platform/rules/alarms.ts';
import type { Alarm } from '#areas/office/server/find-alarms.ts';
import type { Metrics } from '#areas/office/server/read-metrics.ts';

type Values = number | Record<string, number>;

/**
 * The business metrics in Prometheus format. They cover the whole business and are the same from every process: take
 * their maximum over processes, not their sum.
 */
export async function businessMetrics(
  metrics: Metrics,
  alarms: readonly Alarm[],
  now: number,
): Promise<string> {
  const register = new Registry();
  /** `values` is one number, or one for each value of `label`. Unknown values are left out: 0 would be wrong. */
  const gauge = (name: string, help: string, values: Values, label?: string) => {
    if (Number.isNaN(values)) return;
    const made = new Gauge({
      name: `mealrun_${name}`,
      help,
      labelNames: label ? [label] : [],
      registers: [register],
    });
    if (typeof values === 'number') made.set(values);
    else if (label)
      for (const [key, value] of Object.entries(values))
        if (!Number.isNaN(value)) made.set({ [label]: key }, value);
  };
  const age = (instant: string | undefined) =>
    instant === undefined ? NaN : (now - Date.parse(instant)) / 1000;
  const { checkouts, places, emails, jobs, lastCheck, lastBackup } = metrics;

  gauge('checkouts_last_day', 'Checkouts of the last 24 hours.', checkouts, 'state');
  gauge('checkouts_stuck', 'Expired and still holding places.', metrics.stuckCheckouts);
  gauge('captures_open', 'Approved and not taken for ten minutes.', metrics.openCaptures);
  gauge('slot_places_held', 'Places that the slots count as held.', places.held);
  gauge('slot_holds', 'Number of holds; must equal mealrun_slot_places_held.', places.holds);
  gauge('slot_places_booked', 'Places booked from today on.', places.booked);
  gauge('slot_places', 'Places offered from today on.', places.capacity);
  gauge('slot_fill_ratio', 'Booked share of places.', ratio(places.booked, places.capacity));
  gauge('orders_undecided', 'Paid orders that need a decision.', metrics.undecidedOrders);
  gauge('refunds_failed', 'Failed refunds that need attention.', metrics.failedRefunds);
  gauge('recipe_alerts', 'Changed recipes to settle.', metrics.recipeAlerts, 'state');
  gauge('problems', 'Problems of customers to decide.', metrics.problems, 'state');
  gauge('deliveries_open', 'Their day is over, without an ending.', metrics.openDeliveries, 'day');
  gauge('disputes_open', 'Disputes that the bank is deciding.', metrics.openDisputes);
  gauge('gateway_events_unmatched', 'Events about unknown payments.', metrics.unmatchedEvents);
  gauge('webhook_lag_seconds', 'Longest delay in the last hour.', metrics.webhookLagSeconds);
  gauge('reconcile_fixes_last_day', '0 is healthy: webhooks did it all.', metrics.reconcileFixes);
  const outbox = { waiting: emails.waiting, failed: emails.failed };
  gauge('outbox_messages', 'Emails that have not been sent.', outbox, 'state');
  gauge('outbox_age_seconds', 'Age of the oldest waiting email.', emails.oldestWaitingSeconds);
  gauge('job_last_run_age_seconds', 'Time since it last started.', byJob(jobs, ageOfRun), 'job');
  gauge('job_failing', '1 when its latest run failed.', byJob(jobs, isFailing), 'job');
  gauge('books_check_ok', '1 when the last check found nothing.', lastCheck?.ok === false ? 0 : 1);
  gauge('books_check_age_seconds', 'Time since the last check of the books.', age(lastCheck?.at));
  gauge('backup_age_seconds', 'Time since the newest backup in DATA_DIR.', age(lastBackup?.madeAt));
  const free = metrics.disks.map(({ folder, freeBytes }) => [folder, freeBytes] as const);
  gauge('disk_free_bytes', 'Room on this machine’s disks.', Object.fromEntries(free), 'folder');
  const raised = new Set<string>(alarms.map(({ id }) => id));
  const states = Object.fromEntries(ALARM_IDS.map((id) => [id, raised.has(id) ? 1 : 0]));
  gauge('alarm', '1 while it is raised; docs/operations.md says what to do.', states, 'alarm');
  return register.metrics();
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

type Jobs = Metrics['jobs'];

function byJob(jobs: Jobs, measure: (job: Jobs[number]) => number): Record<string, number> {
  return Object.fromEntries(jobs.map((job) => [job.name, measure(job)]));
}

function ageOfRun({ secondsSince }: Jobs[number]): number {
  return secondsSince ?? NaN;
}

function isFailing(job: Jobs[number]): number {
  return job.isFailing ? 1 : 0;
}
