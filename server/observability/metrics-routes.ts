/** `GET /metrics`: metrics for Prometheus, available to this machine and to staff. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { NotSignedIn } from '#server/errors.ts';
import { readMigrationState } from '#server/db/migration-state.ts';
import { inMediaType, plainSchema } from '#server/http/route.ts';
import { businessMetrics } from '#server/observability/business-metrics.ts';
import { findAlarms } from '#server/observability/find-alarms.ts';
import { measureProcess } from '#server/observability/process-metrics.ts';
import { readMetrics } from '#server/observability/read-metrics.ts';
import { findSignedInStaff } from '#server/staff/session/session.ts';

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
/** A request forwarded by a proxy on this machine does not count as local. */
const FORWARDED = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

export function registerMetricsRoutes(app: FastifyInstance, context: Context): void {
  const ofProcess = measureProcess(app);
  const options = {
    config: { access: 'public' as const },
    schema: plainSchema('Metrics for Prometheus; from this machine or for staff', {
      200: inMediaType(z.string(), 'text/plain'),
    }),
  };
  app.get('/metrics', options, async (request, reply) => {
    const isAllowed =
      isFromThisMachine(request) || (await findSignedInStaff(context, request)) !== null;
    if (!isAllowed) throw new NotSignedIn();
    const parts = [await ofProcess.metrics(), await describeBusiness(context)];
    return reply
      .header('cache-control', 'no-store')
      .type(ofProcess.contentType)
      .send(parts.join('\n'));
  });
}

function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    FORWARDED.every((header) => headers[header] === undefined)
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
