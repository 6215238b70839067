/** The business metrics, all read from the database: every process reports the same. */
import { type SQL, sql } from 'drizzle-orm';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { instantOf, type WallTime, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { DELIVERY_STATUSES, isEnded } from '#areas/order-book/rules/delivery.ts';
import { weekWithoutMenu } from '#areas/menu/rules/menu-week.ts';
import { firstDayAskedAfter, lastDayToHaveEnded } from '#areas/order-book/rules/today.ts';
import { barsToOpening } from '#areas/office/rules/going-live.ts';
import { readAnswers } from '#areas/office/server/going-live-answers.ts';
import { CONNECTION_TITLES } from '#platform/rules/connections.ts';
import type { WorkKind } from '#platform/rules/due-work.ts';
import { DISPUTE_STATUSES, isOpenDispute } from '#platform/rules/dispute-status.ts';
import { readRehearsal, type Rehearsal } from '#areas/office/server/rehearse-restore.ts';
import { backupFolder } from '#platform/server/backup/make-backup.ts';
import { listBackups, type StoredBackup } from '#platform/server/backup/backup-folder.ts';
import type { Context } from '#platform/server/context.ts';
import { type DiskSpace, measureDisks } from '#platform/server/disk-space.ts';
import { clockJobs } from '#platform/server/db/tables/clock-jobs.ts';
import {
  booksChecks,
  disputes,
  gatewayEvents,
  reconcileRuns,
} from '#areas/order-book/server/tables/payments.ts';
import { CHECKOUT_STATES, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots, holds } from '#areas/order-book/server/tables/slots.ts';
import { menuWeeks } from '#areas/menu/server/tables/meals.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { PORTION_MATTERS } from '#areas/order-book/rules/food-matters.ts';
import { HOLDS } from '#areas/needs/rules/gate/verdict.ts';
import { foodMatters } from '#areas/order-book/server/tables/incidents.ts';
import { countDueWork, type WorkCount } from '#platform/server/queue/due-work.ts';
import type { DueKind } from '#platform/server/queue/queue.ts';
import { webhookEndpoints } from '#areas/staff/server/tables/webhooks.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { problems } from '#areas/customers/server/tables/problems.ts';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';

/** For checkouts made in the last 24 hours. */
type CheckoutCounts = Record<(typeof CHECKOUT_STATES)[number], number>;

export type Metrics = {
  checkouts: CheckoutCounts;
  /** Expired for more than ten minutes and not ended. */
  stuckCheckouts: number;
  /** Approved, and not taken for ten minutes. */
  openCaptures: number;
  /** What the slots count as held, and the number of holds. */
  places: { held: number; holds: number; booked: number; capacity: number };
  unmatchedEvents: number;
  /** From an event's creation at the card provider to its arrival here: the longest of the last hour. */
  webhookLagSeconds: number;
  failedRefunds: number;
  undecidedOrders: number;
  openDisputes: number;
  /** Nobody has said how they ended, though their day is over; that of today from 9pm on. */
  openDeliveries: { today: number; before: number };
  /** People with a meal whose recipe changed, and nobody has settled it; `held`: of them, meals on hold. */
  recipeAlerts: { open: number; held: number };
  /** Its first day, when a kitchen that plans menus has none ready for the week that opens soon. */
  weekWithoutMenu: PlainDate | null;
  /** Not decided yet; of these, dangerous ones, and those past the time that was promised. */
  problems: { open: number; urgent: number; late: number };
  emails: { waiting: number; failed: number; oldestWaitingSeconds: number };
  /** Switched off because they failed for days. */
  offWebhooks: number;
  dueWork: Record<WorkKind, WorkCount>;
  /** Null: never. */
  lastCheck: { at: string; ok: boolean } | null;
  /** Alarms from the newest reconciliation with the gateway's books. */
  reconcileAlarms: number;
  /** In the last day; zero is the healthy value. */
  reconcileFixes: number;
  jobs: JobMetric[];
  /** Accounts whose passwords are being guessed. */
  attemptCounters: number;
  lastBackup: StoredBackup | null;
  /** The latest restore that was tried. */
  rehearsal: Rehearsal | null;
  /** Paths of business facts in the database that are wrong and not in force. */
  wrongSettings: string[];
  /** Those of this machine. */
  disks: DiskSpace[];
  outside: Outside;
};

/** What leads out of the installation, and what keeps it from opening. */
type Outside = {
  /** A sentence each, while the kitchen is to open or has. */
  bars: string[];
  /** Midnight of the launch date, in milliseconds. */
  launchAt: number;
  /** As it was last seen; null: none was. */
  certificateEnds: number | null;
  /** Names of connections that this machine's key cannot open. */
  locked: string[];
  areCardsRefused: boolean;
};

export type JobMetric = {
  name: string;
  lastRanAt: string | null;
  secondsSince: number | null;
  /** It should have run this long ago; zero while it runs, or is not due yet. */
  secondsLate: number;
  isFailing: boolean;
};

type Counted = Omit<
  Metrics,
  | 'lastBackup'
  | 'rehearsal'
  | 'disks'
  | 'outside'
  | 'failedRefunds'
  | 'wrongSettings'
  | 'emails'
  | 'weekWithoutMenu'
> & { readyMenus: PlainDate[] };

/** Throws the database's errors. */
export async function readMetrics(
  context: Pick<
    Context,
    'db' | 'clock' | 'site' | 'backup' | 'due' | 'gateway' | 'connections' | 'signIn'
  >,
): Promise<Metrics> {
  const [newest = null] = await listBackups(backupFolder(context.backup.dataDir));
  const { business, settingsProblems } = await context.site.current();
  const now = new Date(context.clock());
  const wall = wallTimeAt(context.clock(), business.timeZone);
  const { rows } = await context.db.execute<{ metrics: Counted }>(
    sql`select json_build_object(${sql.join(
      Object.entries(questions(context.due, now, wall)).flatMap(([name, answer]) => [
        sql.raw(`'${name}'`),
        sql`(${answer})`,
      ]),
      sql`, `,
    )}) as metrics`,
  );
  const [found] = rows;
  if (!found) throw new Error('the metrics query returned nothing');
  const { readyMenus, ...counted } = found.metrics;
  const { emails, refunds } = counted.dueWork;
  return {
    ...counted,
    weekWithoutMenu: weekWithoutMenu(context.clock(), business, readyMenus),
    failedRefunds: refunds.givenUp,
    wrongSettings: Object.keys(settingsProblems ?? {}).slice(0, 10),
    emails: {
      waiting: emails.due + emails.waiting,
      failed: emails.givenUp,
      oldestWaitingSeconds: emails.oldestSeconds,
    },
    lastBackup: newest,
    rehearsal: await readRehearsal(context.db),
    disks: await measureDisks(context.backup.dataDir),
    outside: await readOutside(context),
  };
}

async function readOutside({
  db,
  site,
  gateway,
  connections,
  signIn,
}: Pick<Context, 'db' | 'site' | 'gateway' | 'connections' | 'signIn'>): Promise<Outside> {
  const { business, menu } = await site.current();
  const { address } = await readAnswers(db);
  const { bar } = gateway;
  const { launchDate: date, timeZone, ordersOpen } = business;
  return {
    bars: ordersOpen ? barsToOpening({ business, bar, meals: menu.length }) : [],
    launchAt: instantOf({ date, minuteOfDay: 0 }, timeZone),
    certificateEnds: address?.url === signIn.publicUrl ? address.certificateEnds : null,
    locked: connections.locked().map((kind) => CONNECTION_TITLES[kind]),
    areCardsRefused: bar === 'refused',
  };
}

/**
 * Each counts few rows, by an index. `now` is the business's clock; the database's own timestamps are compared with its
 * own clock.
 */
function questions(due: readonly DueKind[], now: Date, wall: WallTime): Record<keyof Counted, SQL> {
  const states = CHECKOUT_STATES.map(
    (state) => sql`${sql.raw(`'${state}'`)}, count(*) filter (where state = ${state})`,
  );
  return {
    checkouts: sql`select json_build_object(${sql.join(states, sql`, `)}) from ${checkouts}
      where created_at > now() - interval '1 day'`,
    stuckCheckouts: sql`select count(*) from ${checkouts}
      where state in ('open', 'expiring') and hold_until < ${now}::timestamptz - interval '10 minutes'`,
    openCaptures: sql`select count(*) from ${checkouts}
      where state = 'approved' and approved_until < ${now}::timestamptz`,
    places: sql`select json_build_object(
        'held', coalesce(sum(held), 0), 'holds', (select count(*) from ${holds} where slot_id is not null),
        'booked', coalesce(sum(booked) filter (where date >= ${now}::date), 0),
        'capacity', coalesce(sum(max_deliveries) filter (where date >= ${now}::date and is_active), 0))
      from ${deliverySlots}`,
    unmatchedEvents: sql`select count(*) from ${gatewayEvents} where state = 'unmatched'`,
    webhookLagSeconds: sql`select greatest(0, coalesce(max(
        extract(epoch from received_at) - (payload ->> 'created')::numeric), 0))
      from ${gatewayEvents} where state in ('received', 'processed', 'ignored', 'unmatched')
        and received_at > ${now}::timestamptz - interval '1 hour'`,
    undecidedOrders: sql`select count(*) from ${orders}
      where status = 'pending' and pending_reason is not null and not ${isTestOrder(sql`id`)}`,
    problems: sql`select json_build_object(
      'open', count(*), 'urgent', count(*) filter (where is_urgent),
      'late', count(*) filter (where due_at <= ${now}))
      from ${problems} where decision is null and not ${isTestOrder(sql`order_id`)}`,
    recipeAlerts: sql`select json_build_object(
        'open', count(*), 'held', count(*) filter (where m.kind in ${[...HOLDS]}))
      from ${foodMatters} m join ${orders} o on o.id = m.order_id
      where m.kind in ${[...PORTION_MATTERS]} and m.settled_at is null and o.status <> 'cancelled'
        and not ${isTestOrder(sql`o.id`)}`,
    readyMenus: sql`select coalesce(json_agg(week_start), '[]') from ${menuWeeks}
      where state = 'ready' and week_start between ${addDays(wall.date, -35)} and ${addDays(wall.date, 21)}`,
    openDisputes: sql`select count(*) from ${disputes}
      where status in ${DISPUTE_STATUSES.filter(isOpenDispute)}`,
    openDeliveries: countOpenDeliveries(wall),
    offWebhooks: sql`select count(*) from ${webhookEndpoints} where off_reason = 'failing'`,
    dueWork: countAll(due, now),
    lastCheck: sql`select json_build_object('at', at, 'ok', ok) from ${booksChecks}
      order by id desc limit 1`,
    reconcileAlarms: sql`select coalesce((select jsonb_array_length(alarms) from ${reconcileRuns}
      where kind = 'recent' order by id desc limit 1), 0)`,
    reconcileFixes: sql`select coalesce(sum(fixed), 0) from ${reconcileRuns}
      where at > ${now}::timestamptz - interval '1 day'`,
    jobs: JOBS,
    attemptCounters: sql`select count(distinct split_part(key, ':', 2)) from ${throttleCounters}
      where key like 'sign-in account:%' and count > 5 and ends_at > ${now}`,
  };
}

function countOpenDeliveries(wall: WallTime): SQL {
  return sql`select json_build_object(
      'today', count(*) filter (where d.date = ${wall.date}),
      'before', count(*) filter (where d.date < ${wall.date}))
    from ${deliveries} d join ${orders} o on o.id = d.order_id
    where d.date between ${firstDayAskedAfter(wall.date)} and ${lastDayToHaveEnded(wall)}
      and d.status not in ${DELIVERY_STATUSES.filter(isEnded)} and o.status <> 'cancelled'
      and not ${isTestOrder(sql`o.id`)}`;
}

function countAll(kinds: readonly DueKind[], now: Date): SQL {
  const counts = kinds.flatMap(({ kind, work }) => [
    sql.raw(`'${kind}'`),
    sql`(${countDueWork(work, now)})`,
  ]);
  return sql`select json_build_object(${sql.join(counts, sql`, `)})`;
}

/** A run that takes longer than this is taken for one that never ends. */
const LONGEST_RUN = sql.raw(`interval '30 minutes'`);

const JOBS = sql`select coalesce(json_agg(json_build_object(
    'name', name,
    'lastRanAt', to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'secondsSince', extract(epoch from now() - started_at),
    'secondsLate', case when started_at is not null and ended_at is null and now() - due_at < ${LONGEST_RUN}
      then 0 else greatest(0, extract(epoch from now() - due_at)) end,
    'isFailing', failed) order by name), '[]')
  from ${clockJobs}`;
