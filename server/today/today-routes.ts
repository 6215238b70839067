import type { FastifyInstance } from 'fastify';
import { getToday } from '#contract/operation/today.ts';
import type { Context } from '#server/context.ts';
import { staffRoute } from '#server/http/route.ts';
import { describeToday } from '#server/today/describe-today.ts';

export function registerTodayRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getToday, ({ reply, staff }) => {
    reply.header('cache-control', 'no-store');
    return describeToday(context, staff);
  });
}
