/** `GET /metrics`: metrics for Prometheus, for anyone who has the token, and for owners; without a token for this machine. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { hasRight } from '#platform/rules/roles.ts';
import { NotAllowed, NotSignedIn } from '#platform/server/errors.ts';
import { readMigrationState } from '#platform/server/db/migrate.ts';
import { inMediaType, plainSchema } from '#platform/server/http/route.ts';
import { findAlarms, type Alarm } from './find-alarms.ts';
import { readMetrics, type Metrics } from '#areas/office/server/read-metrics.ts';
import { isSameSecret } from '#platform/server/link-token.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { LIVE_PATH } from '#areas/order-book/calls/admin-orders.ts';
import { VERSION } from '#platform/server/version.ts';
import { ALARM_IDS } from '#platform/rules/alarms.ts';
import { formatDisk, isLow, measureDisks } from '#platform/server/disk-space.ts';

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
/** A request forwarded by a proxy on this machine does not count as local. */
const FORWARDED =
  /^(x-forwarded-.+|x-(real|client|cluster-client|original)-ip|true-client-ip|cf-connecting-ip|forwarded|via)$/;
const OWN_NAMES = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

export type MetricsAccess = {
  /** Null: no one needs a token, and this machine may read them. */
  token: string | null;
  isBehindProxies: boolean;
};

export function registerMetricsRoutes(
  app: FastifyInstance,
  context: Context,
  access: MetricsAccess,
): void {
  const ofProcess = measureProcess(app);
  const options = {
    config: { access: 'public' as const },
    schema: plainSchema(
      'Metrics for Prometheus; with METRICS_TOKEN, from this machine or for owners',
      {
        200: inMediaType(z.string(), 'text/plain'),
      },
    ),
  };
  app.get('/metrics', options, async (request, reply) => {
    if (!mayRead(request, access)) await checkStaff(request, reply);
    const parts = [await ofProcess.metrics(), await describeBusiness(context)];
    return reply
      .header('cache-control', 'no-store')
      .type(ofProcess.contentType)
      .send(parts.join('\n'));
  });
}

/** Metrics tell of orders and money. Throws NotSignedIn or NotAllowed. */
async function checkStaff(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const staff = await request.findStaff();
  if (!staff) {
    reply.header('www-authenticate', 'Bearer');
    throw new NotSignedIn();
  }
  if (!hasRight(staff.role, 'manageSystem')) throw new NotAllowed();
}

function mayRead(request: FastifyRequest, { token, isBehindProxies }: MetricsAccess): boolean {
  if (token !== null) return isSameSecret(`Bearer ${token}`, request.headers.authorization ?? '');
  return !isBehindProxies && isFromThisMachine(request);
}

/** A proxy gives itself away by its headers, the name it was asked for, or nginx's default of an old HTTP version. */
function isFromThisMachine({ socket, headers, raw }: FastifyRequest): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    OWN_NAMES.test(headers.host ?? '') &&
    raw.httpVersion === '1.1' &&
    !Object.keys(headers).some((header) => FORWARDED.test(header))
  );
}

/** Without a database there are no business metrics, and that itself must be reported. */
async function describeBusiness(context: Context): Promise<string> {
  try {
    const parts = await readMetrics(context);
    const { isCurrent } = await readMigrationState(context.db);
    const alarms = findAlarms(context, parts, { isCurrent, upForSeconds: process.uptime() });
    return `${databaseUp(1)}\n${await businessMetrics(parts, alarms, context.clock())}`;
  } catch (error) {
    context.log.warn({ err: error }, 'the business metrics could not be read');
    return databaseUp(0);
  }
}

function databaseUp(value: 0 | 1): string {
  const name = 'mealrun_database_up';
  return `# HELP ${name} 1 when the database responds.\n# TYPE ${name} gauge\n${name} ${value}\n`;
}

const DURATION_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10];
/** Routes that accept something guessable. */
const SIGN_IN = /^\/api\/auth\/(sign-in|two-factor|passkey)/;
const REFUSALS = new Set([400, 401, 403, 429]);

/** What this process does: requests by route, memory, processor, event loop. Add these up over processes. */
function measureProcess(app: FastifyInstance): Registry {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'mealrun_build_info',
    help: 'Always 1; the labels describe the running version.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.version }, 1);
  const durations = new Histogram({
    name: 'mealrun_http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its reply.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const failures = new Counter({
    name: 'mealrun_sign_in_failures_total',
    help: 'Refused sign-ins, second factors and passkeys of staff.',
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    // The route pattern, never the URL: there are only so many, and it identifies no one.
    const route = routeOptions.url ?? 'none';
    const status = reply.statusCode;
    // A stream lasts as long as a page is open.
    if (route !== LIVE_PATH) durations.observe({ method, route, status }, reply.elapsedTime / 1000);
    if (SIGN_IN.test(route) && REFUSALS.has(status)) failures.inc();
    done();
  });
  return register;
}

type Values = number | Record<string, number>;

/**
 * The business metrics in Prometheus format. They cover the whole business and are the same from every process: take
 * their maximum over processes, not their sum.
 */
async function businessMetrics(
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

/** For those who watch the log: before the disk is full, and again every hour. */
export async function reportLowDisks({ backup, log }: Pick<Context, 'backup' | 'log'>) {
  for (const disk of (await measureDisks(backup.dataDir)).filter(isLow))
    log.error({ alarm: 'disk_low' }, `the disk is almost full: ${formatDisk(disk)}`);
}
