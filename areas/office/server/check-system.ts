import { HOUR_MS, MINUTE_MS } from '#platform/rules/durations.ts';
import type { Context } from '#platform/server/context.ts';
import {
  COMPARED_DAYS,
  type BooksComparison,
  compareBooks,
  describeNotCompared,
  findBrokenRules,
  findFaults,
} from '#areas/payments/server/check-books.ts';
import {
  checkAddress,
  checkClock,
  checkDatabase,
  checkDisk,
  checkMigrations,
  type Finding,
  ok,
  runCheck,
  warning,
  failure,
} from '#areas/office/server/prove-steps.ts';
import { describeConnections } from '#areas/office/server/describe-connections.ts';
import { describeGoingLive } from '#areas/office/server/describe-going-live.ts';
import { CONNECTION_TITLES } from '#platform/rules/connections.ts';
import { listUnanswered } from '#areas/kitchen/server/read-readings.ts';
import { desc, sql } from 'drizzle-orm';
import {
  type BrokenRule,
  payments,
  reconcileRuns,
} from '#areas/order-book/server/tables/payments.ts';
import { describePaymentsOverview } from '#areas/payments/server/payments-overview.ts';
import type { FastifyInstance } from 'fastify';
import {
  checkSystem as checkSystemCall,
  getSystem,
  type DueWorkReply,
  type SystemReply,
} from '#areas/office/calls/system-page.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { describeBackups } from '#areas/office/server/backups.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { WORK_KINDS, type WorkKind } from '#platform/rules/due-work.ts';
import { readMigrationState } from '#platform/server/db/migrate.ts';
import { findAlarms } from '#areas/office/server/find-alarms.ts';
import { readMetrics } from '#areas/office/server/read-metrics.ts';
import type { WorkCount } from '#platform/server/queue/due-work.ts';
import { VERSION } from '#platform/server/version.ts';

/**
 * The checks shared by the System page and `npm run doctor`. The other settings and email, which only the host knows, are
 * checked only by the latter.
 */
export async function checkSystem(context: Context): Promise<Finding[]> {
  const { db, backup, signIn } = context;
  const { publicUrl } = signIn;
  const ofHost = await Promise.all([
    checkDatabase(db),
    checkMigrations(db),
    checkClock(db),
    checkDisk(backup),
  ]);
  const ofMoney = await Promise.all([
    checkGateway(context),
    checkReconciler(context),
    checkTasks(context),
  ]);
  const ofKitchen = await checkFailedReadings(context);
  const { findings } = await checkRecentBooks(context, COMPARED_DAYS);
  return [
    checkAddress({ publicUrl }),
    ...(await checkConnections(context)),
    ...(await checkOpening(context)),
    ...ofHost,
    ...ofMoney,
    ofKitchen,
    ...findings,
  ];
}

/** A line for each connection, in the words of its page, with what hurts. */
export async function checkConnections(context: Context): Promise<Finding[]> {
  const connections = await describeConnections(context);
  return connections.map(({ kind, says, isProved, advice }) => {
    const about = CONNECTION_TITLES[kind].toLowerCase();
    const all = [says.replaceAll('\n', ' '), ...advice].join(' ');
    return isProved && advice.length === 0 ? ok(about, all) : warning(about, all);
  });
}

/** A line for each thing that keeps the kitchen from opening: a failure once it is to be open. And for each that hurts. */
export async function checkOpening(context: Context): Promise<Finding[]> {
  const { bars, warnings, whyBefore } = await describeGoingLive(context);
  const isMeantToBeOpen = whyBefore === null || whyBefore === 'cards';
  const about = 'going live';
  const found = [
    ...bars.map((sentence) => (isMeantToBeOpen ? failure : warning)(about, sentence)),
    ...warnings.map((sentence) => warning(about, sentence)),
  ];
  return found.length === 0 ? [ok(about, 'nothing is in the way')] : found;
}

const ABOUT = 'food safety record';

/** Today lists every failed reading until it has an action; one that waits for an hour is worth a warning here too. */
export function checkFailedReadings({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<Finding> {
  return runCheck(ABOUT, async () => {
    const before = clock() - HOUR_MS;
    const waiting = (await listUnanswered(db)).filter(({ recordedAt }) => recordedAt < before);
    if (waiting.length === 0) return ok(ABOUT, 'every failed reading has an action');
    const count = waiting.length === 1 ? '1 reading' : `${waiting.length} readings`;
    return warning(ABOUT, `${count} failed without an action. See Today.`);
  });
}

/** Its job runs every minute: two missed runs and one to spare. */
const RECONCILED_WITHIN_MINUTES = 3;

export async function checkGateway({ gateway }: Context): Promise<Finding> {
  return runCheck('card provider', async () => {
    await gateway.listIntentsSince(Date.now() - HOUR_MS);
    return ok(
      'card provider',
      `${gateway.mode} answers, ${gateway.livemode ? 'live' : 'test'} mode`,
    );
  });
}

export async function checkReconciler({ db, clock }: Context): Promise<Finding> {
  return runCheck('reconciler', async () => {
    const [run] = await db.select().from(reconcileRuns).orderBy(desc(reconcileRuns.id)).limit(1);
    if (!run) return warning('reconciler', 'has never run. Check that the app is running.');
    const minutes = (clock() - run.at.getTime()) / MINUTE_MS;
    const detail = `last ran ${minutes.toFixed(0)} min ago, fixed ${run.fixed}`;
    if (run.alarms.length > 0) return failure('reconciler', `${detail}; ${run.alarms.join('; ')}`);
    return minutes > RECONCILED_WITHIN_MINUTES
      ? warning('reconciler', `${detail}. Check that the app is running.`)
      : ok('reconciler', detail);
  });
}

export async function checkTasks(context: Context): Promise<Finding> {
  return runCheck('tasks', async () => {
    const overview = await describePaymentsOverview(context);
    const waiting = [
      [overview.undecidedOrders.length, 'orders to decide'],
      [overview.failedRefunds.length, 'failed refunds'],
      [overview.unmatchedEvents.length, 'unmatched events'],
      [overview.disputes.filter(({ isOpen }) => isOpen).length, 'open disputes'],
      [overview.openBalances.length, 'open balances'],
    ].filter(([count]) => count !== 0);
    if (waiting.length === 0) return ok('tasks', 'nothing needs attention');
    const list = waiting.map(([count, what]) => `${what}: ${count}`).join(', ');
    return warning('tasks', `${list}. See Payments in the portal.`);
  });
}

export type RecentBooks = { findings: Finding[]; days: BooksComparison['days'] };

/** All rules on our own books, and each day's totals against the card provider's. */
export async function checkRecentBooks(context: Context, dayCount: number): Promise<RecentBooks> {
  let days: BooksComparison['days'] = [];
  const own = await runCheck('our books', async () => {
    const broken = await findBrokenRules(context);
    const orders = await context.db.$count(payments);
    return describeBroken('our books', broken, sayAgreeing(orders, 'paid orders'));
  });
  const ofProvider = await runCheck("the card provider's books", async () => {
    const compared = await compareBooks(context, dayCount);
    days = compared.days;
    return describeBroken("the card provider's books", compared.problems, sayCompared(compared));
  });
  return { findings: [own, ofProvider], days };
}

function describeBroken(about: string, broken: readonly BrokenRule[], agreeing: string): Finding {
  if (broken.length === 0) return ok(about, agreeing);
  const lines = broken.map(
    ({ rule, count, examples }) => `${rule} (${count}): ${examples.join(', ')}`,
  );
  return failure(about, lines.join('; '));
}

/** Nothing agrees with nothing: it says how much was compared, and what was not. */
function sayCompared({ compared, notCompared }: BooksComparison): string {
  const left = describeNotCompared(notCompared);
  const said = sayAgreeing(compared, 'payments and refunds');
  return left === null ? said : `${said}; ${left}`;
}

function sayAgreeing(count: number, what: string): string {
  return count === 0 ? `no ${what} to compare` : `${count} ${what} agree to the cent`;
}

const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/** The rules of food alone, each with the order and what is wrong in it. */
export async function checkFood({
  db,
  clock,
  faults: findAll,
}: Pick<Context, 'db' | 'clock' | 'faults'>): Promise<Finding> {
  return runCheck('food', async () => {
    const faults = await db.transaction((tx) => findFaults(tx, findAll, clock()), SNAPSHOT);
    if (faults.length === 0) return ok('food', 'every portion, menu and printout says what is so');
    return failure('food', faults.map(({ rule, example }) => `${rule}: ${example}`).join('; '));
  });
}

export function registerSystemRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getSystem, () => describeSystem(context));

  staffRoute(app, checkSystemCall, async () => ({ findings: await checkSystem(context) }));
}

/** The content of the portal's System page: the process that answers, and the state of the whole business. */
async function describeSystem(context: Context): Promise<SystemReply> {
  const [metrics, migrations, database, backup] = await Promise.all([
    readMetrics(context),
    readMigrationState(context.db),
    readDatabase(context),
    describeBackups(context),
  ]);
  const upForSeconds = process.uptime();
  const { emails, dueWork, jobs, lastCheck } = metrics;
  return {
    version: VERSION,
    node: process.version,
    startedAt: new Date(Date.now() - upForSeconds * 1000).toISOString(),
    database: { ...database, migrations },
    mail: { mode: context.mailer.mode, waiting: emails.waiting, failed: emails.failed },
    payments: { mode: context.gateway.mode, livemode: context.gateway.livemode },
    backup,
    disks: metrics.disks,
    lastCheck: lastCheck && { ok: lastCheck.ok, at: new Date(lastCheck.at).toISOString() },
    unpaidHolds: { places: metrics.places.holds },
    dueWork: WORK_KINDS.map((kind) => describeDueWork(kind, dueWork[kind], context.clock())),
    jobs: jobs.map(({ name, lastRanAt, isFailing }) => ({ name, lastRanAt, isFailing })),
    alarms: findAlarms(context, metrics, { isCurrent: migrations.isCurrent, upForSeconds }),
  };
}

function describeDueWork(
  kind: WorkKind,
  { oldestSeconds, due, waiting, givenUp }: WorkCount,
  now: Instant,
): DueWorkReply {
  const isEmpty = due + waiting === 0;
  const oldestSince = isEmpty ? null : new Date(now - oldestSeconds * 1000).toISOString();
  return { kind, due, waiting, givenUp, oldestSince };
}

async function readDatabase({ db }: Context): Promise<{ version: string; bytes: number }> {
  const { rows } = await db.execute<{ version: string; bytes: number }>(
    sql`select current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as bytes`,
  );
  const [found] = rows;
  if (!found) throw new Error('the database returned nothing about itself');
  return found;
}
