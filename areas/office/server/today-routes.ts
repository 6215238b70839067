import type { FastifyInstance } from 'fastify';
import { getToday, seeFlag as seeFlagCall } from '#areas/office/calls/today.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { seeFlag } from '#areas/delivery/server/see-flag.ts';
import { describeToday } from '#areas/office/server/describe-today.ts';

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
