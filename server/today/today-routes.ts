import type { FastifyInstance } from 'fastify';
import { getToday, seeFlag as seeFlagCall } from '#contract/operation/today.ts';
import type { Context } from '#server/context.ts';
import { staffRoute } from '#server/http/route.ts';
import { seeFlag } from '#server/deliveries/see-flag.ts';
import { describeToday } from '#server/today/describe-today.ts';

export function registerTodayRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getToday, ({ reply, staff }) => {
    reply.header('cache-control', 'no-store');
    return describeToday(context, staff);
  });

  staffRoute(app, seeFlagCall, async ({ params, body, staff }) => {
    await seeFlag(context, staff, { ...params, ...body });
    return undefined;
  });
}
