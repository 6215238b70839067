import type { FastifyInstance } from 'fastify';
import {
  getMealLimits as getMealLimitsCall,
  listLimits as listLimitsCall,
  putMealLimits as putMealLimitsCall,
} from '#areas/menu/calls/meal-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { getMealLimits, listLimits } from '#areas/places/server/list-limits.ts';
import { setMealLimits } from '#areas/places/server/set-limits.ts';

export function registerLimitRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getMealLimitsCall, ({ params, query, reply }) => {
    reply.header('cache-control', 'no-store');
    return getMealLimits(context, params.id, query);
  });
  staffRoute(app, listLimitsCall, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return listLimits(context.db, query);
  });
  staffRoute(app, putMealLimitsCall, ({ params, body, staff }) =>
    setMealLimits(context, staff, params.id, body.limits),
  );
}
