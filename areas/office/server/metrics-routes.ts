/** `GET /metrics`: metrics for Prometheus, for whoever has the token, and for owners; without a token for this machine. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { hasRight } from '#platform/rules/rights.ts';
import { NotAllowed, NotSignedIn } from '#platform/server/errors.ts';
import { readMigrationState } from '#platform/server/db/migration-state.ts';
import { inMediaType, plainSchema } from '#platform/server/http/route.ts';
import { businessMetrics } from '#areas/office/server/business-metrics.ts';
import { findAlarms } from '#areas/office/server/find-alarms.ts';
import { measureProcess } from '#areas/office/server/process-metrics.ts';
import { readMetrics } from '#areas/office/server/read-metrics.ts';
import { isSameSecret } from '#platform/server/same-secret.ts';

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
