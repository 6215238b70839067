import type { FastifyInstance } from 'fastify';
import {
  getToday,
  putOff as putOffCall,
  seeFlag as seeFlagCall,
  waiveWeekRow as waiveCall,
} from '#areas/office/calls/today.ts';
import { searchPortal as searchCall } from '#areas/office/calls/search.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { searchPortal } from '#areas/office/server/search-portal.ts';
import { seeFlag } from '#areas/delivery/server/see-flag.ts';
import { describeToday } from '#areas/office/server/describe-today.ts';
import { waiveWeekRow } from '#areas/office/server/waive-week-row.ts';
import { putOff } from '#areas/office/server/put-off.ts';

export function registerTodayRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getToday, ({ query, reply, staff }) => {
    reply.header('cache-control', 'no-store');
    return describeToday(context, staff, query.day);
  });

  staffRoute(app, searchCall, ({ body, reply, staff }) => {
    reply.header('cache-control', 'no-store');
    return searchPortal(context, staff, body.q);
  });

  staffRoute(app, putOffCall, async ({ body: { key, until, note }, staff }) => {
    await putOff(context, staff, { key, until: until === null ? null : Date.parse(until), note });
    return undefined;
  });

  staffRoute(app, waiveCall, async ({ body, staff }) => {
    await waiveWeekRow(context, staff, body);
    return undefined;
  });

  staffRoute(app, seeFlagCall, async ({ params, body, staff }) => {
    await seeFlag(context, staff, { ...params, ...body });
    return undefined;
  });
}
