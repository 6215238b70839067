import { HOUR_MS } from '#platform/rules/durations.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { ALARMS, type AlarmId } from '#platform/rules/alarms.ts';
import { lastHolidayYear } from '#platform/rules/public-holidays.ts';
import type { Context } from '#platform/server/context.ts';
import { formatDisk, isLow } from '#platform/server/disk-space.ts';
import { daysOfCertificate, launchAlarm } from '#areas/office/rules/going-live.ts';
import { type Metrics, type JobMetric, readMetrics } from '#areas/office/server/read-metrics.ts';
import { portalLink, type TodayRows } from '#areas/order-book/server/today-rows.ts';
import { readMigrationState } from '#platform/server/db/migrate.ts';

export type Alarm = { id: AlarmId; title: string; detail: string; whatToDo: string };

/** A day, plus two hours for a slow run. */
const CHECK_OLD_MS = 26 * HOUR_MS;
const NIGHTLY_BACKUP_OLD_MS = 26 * HOUR_MS;
/** Kitchens without automatic backups are reminded weekly. */
const HAND_BACKUP_OLD_MS = 7 * 24 * HOUR_MS;
const WEBHOOK_LATE_SECONDS = 5 * 60;
const EMAIL_STUCK_SECONDS = 15 * 60;
const JOB_LATE_SECONDS = 5 * 60;

type FoundAlarms = Partial<Record<AlarmId, string | false>>;

/** What needs attention, according to the metrics. `isCurrent`: the migrations. `upForSeconds`: this process. */
export function findAlarms(
  context: Pick<Context, 'clock' | 'backup'>,
  metrics: Metrics,
  { isCurrent, upForSeconds }: { isCurrent: boolean; upForSeconds: number },
): Alarm[] {
  const found: FoundAlarms = {
    migrations_behind: !isCurrent && 'Some migrations of this version are missing.',
    holidays_missing: holidaysAlarm(context.clock()),
    ...alarmsOfMoney(metrics),
    deliveries_open: openDeliveriesAlarm(metrics),
    menu_missing:
      metrics.weekWithoutMenu !== null &&
      `The week of ${formatDate(metrics.weekWithoutMenu)} opens within three days.`,
    problem_urgent: metrics.problems.urgent > 0 && `${count(metrics.problems.urgent, 'problem')}.`,
    problem_late: metrics.problems.late > 0 && `${count(metrics.problems.late, 'problem')}.`,
    ...alarmsOfOutside(metrics, context.clock()),
    ...alarmsOfBooks(metrics, context.clock()),
    ...alarmsOfEmails(metrics),
    ...alarmsOfJobs(metrics.jobs, upForSeconds),
    backup_old: backupAlarm(context, metrics),
    rehearsal_failed: metrics.rehearsal?.ok === false && metrics.rehearsal.says,
    disk_low: diskAlarm(metrics),
    webhook_off: metrics.offWebhooks > 0 && `${count(metrics.offWebhooks, 'webhook')}.`,
    settings_wrong:
      metrics.wrongSettings.length > 0 &&
      `${count(metrics.wrongSettings.length, 'field')}: ${metrics.wrongSettings.join(', ')}.`,
    sign_in_guessed:
      metrics.attemptCounters > 0 &&
      `${count(metrics.attemptCounters, 'account')} in the last 15 minutes.`,
  };
  return (Object.keys(ALARMS) as AlarmId[]).flatMap((id) => {
    const detail = found[id];
    return typeof detail === 'string' ? [{ id, ...ALARMS[id], detail }] : [];
  });
}

function holidaysAlarm(now: number): string | false {
  const nextYear = new Date(now).getUTCFullYear() + 1;
  return lastHolidayYear() < nextYear && `Those of ${nextYear} are missing.`;
}

function alarmsOfMoney(metrics: Metrics): FoundAlarms {
  const { undecidedOrders, failedRefunds, unmatchedEvents, openDisputes } = metrics;
  const { stuckCheckouts, openCaptures, webhookLagSeconds, reconcileAlarms, recipeAlerts } =
    metrics;
  return {
    undecided_order: undecidedOrders > 0 && `${count(undecidedOrders, 'order')}.`,
    recipe_alerts:
      recipeAlerts.open > 0 &&
      `${count(recipeAlerts.open, 'meal')} to settle, of these ${recipeAlerts.held} on hold.`,
    refund_failed: failedRefunds > 0 && `${count(failedRefunds, 'refund')}.`,
    unmatched_event: unmatchedEvents > 0 && `${count(unmatchedEvents, 'event')}.`,
    dispute: openDisputes > 0 && `${count(openDisputes, 'dispute')}.`,
    checkout_stuck: stuckCheckouts > 0 && `${count(stuckCheckouts, 'checkout')}.`,
    capture_open: openCaptures > 0 && `${count(openCaptures, 'order')}.`,
    reconcile: reconcileAlarms > 0 && `${count(reconcileAlarms, 'payment')}.`,
    webhook_late:
      webhookLagSeconds > WEBHOOK_LATE_SECONDS &&
      `Up to ${duration(webhookLagSeconds)} late within the last hour.`,
  };
}

function alarmsOfOutside({ outside }: Metrics, now: number): FoundAlarms {
  const { bars, launchAt, certificateEnds, locked, areCardsRefused } = outside;
  const days = daysOfCertificate(now, certificateEnds);
  return {
    cards_refused: areCardsRefused && 'Nobody can order until new keys are entered.',
    keys_locked: locked.length > 0 && `${locked.join(', ')}.`,
    launch_barred: launchAlarm(now, launchAt, bars) ?? false,
    certificate_ends:
      days !== null && (days === 0 ? 'It ends today.' : `${count(days, 'day')} left.`),
  };
}

function openDeliveriesAlarm({ openDeliveries: { today, before } }: Metrics): string | false {
  const parts = [today > 0 && `${today} of today`, before > 0 && `${before} of the days before`];
  const open = parts.filter((part) => part !== false);
  return (
    open.length > 0 && `${open.join(' and ')} ${today + before === 1 ? 'has' : 'have'} no ending.`
  );
}

function alarmsOfBooks({ lastCheck, places }: Metrics, now: number): FoundAlarms {
  return {
    books: lastCheck?.ok === false && 'The last check found broken rules.',
    books_check_old:
      lastCheck !== null &&
      now - Date.parse(lastCheck.at) > CHECK_OLD_MS &&
      `The last one was ${duration((now - Date.parse(lastCheck.at)) / 1000)} ago.`,
    places_apart:
      places.held !== places.holds &&
      `Slots count ${count(places.held, 'held place')}; holds: ${places.holds}.`,
  };
}

function alarmsOfEmails({ emails }: Metrics): FoundAlarms {
  return {
    mail_stuck:
      emails.oldestWaitingSeconds > EMAIL_STUCK_SECONDS &&
      `${count(emails.waiting, 'message')} waiting, the oldest for ${duration(emails.oldestWaitingSeconds)}.`,
    mail_failed: emails.failed > 0 && `${count(emails.failed, 'message')}.`,
  };
}

function alarmsOfJobs(jobs: readonly JobMetric[], upForSeconds: number): FoundAlarms {
  const failing = jobs.filter(({ isFailing }) => isFailing).map(({ name }) => name);
  const latest = jobs.toSorted((a, b) => b.secondsLate - a.secondsLate)[0];
  // A process that has just started catches up.
  const lateSeconds = Math.min(latest?.secondsLate ?? Infinity, upForSeconds);
  return {
    jobs_failing: failing.length > 0 && `${failing.join(', ')}.`,
    jobs_stopped:
      lateSeconds > JOB_LATE_SECONDS &&
      (latest ? `${latest.name} is ${duration(latest.secondsLate)} late.` : 'No job has ever run.'),
  };
}

function backupAlarm(
  { clock, backup }: Pick<Context, 'clock' | 'backup'>,
  { lastBackup }: Metrics,
): string | false {
  if (lastBackup === null) return 'No backups in the data folder.';
  const ageMs = clock() - Date.parse(lastBackup.madeAt);
  const allowedMs = backup.hour === null ? HAND_BACKUP_OLD_MS : NIGHTLY_BACKUP_OLD_MS;
  return ageMs > allowedMs && `The last one was made ${duration(ageMs / 1000)} ago.`;
}

function diskAlarm({ disks }: Metrics): string | false {
  const low = disks.filter(isLow);
  return low.length > 0 && `Only ${low.map(formatDisk).join(', ')}.`;
}

function count(number: number, what: string): string {
  return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}

function duration(seconds: number): string {
  if (seconds < 120) return count(Math.round(seconds), 'second');
  if (seconds < 2 * 3600) return count(Math.round(seconds / 60), 'minute');
  if (seconds < 48 * 3600) return count(Math.round(seconds / 3600), 'hour');
  return count(Math.round(seconds / 86_400), 'day');
}

/** Alarms of the machine: those that no other row stands for. */
export const officeToday: readonly TodayRows[] = [
  {
    kinds: { alarm: { level: 'shop', many: 'alarms', page: 'system', right: 'manageSystem' } },
    async find(context) {
      const [metrics, { isCurrent }] = await Promise.all([
        readMetrics(context),
        readMigrationState(context.db),
      ]);
      const alarms = findAlarms(context, metrics, { isCurrent, upForSeconds: process.uptime() });
      const ofRows = alarmsOfRows(context);
      return alarms
        .filter(({ id }) => !ofRows.has(id))
        .map(({ id, title, detail, whatToDo }) => ({
          kind: 'alarm',
          id,
          title,
          detail: [whatToDo],
          measured: detail,
          link: portalLink({ tab: 'help', page: 'alarms', section: id }),
          action: 'What to do',
        }));
    },
  },
];

function alarmsOfRows({ today }: Pick<Context, 'today'>): Set<AlarmId> {
  return new Set(
    today.flatMap(({ kinds }) => Object.values(kinds).flatMap(({ alarms = [] }) => alarms)),
  );
}
