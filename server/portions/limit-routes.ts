import type { FastifyInstance } from 'fastify';
import {
  getMealLimits as getMealLimitsCall,
  listLimits as listLimitsCall,
  putMealLimits as putMealLimitsCall,
} from '#contract/kitchen/meal-limits.ts';
import type { Context } from '#server/context.ts';
import { staffRoute } from '#server/http/route.ts';
import { getMealLimits, listLimits } from '#server/portions/list-limits.ts';
import { setMealLimits } from '#server/portions/set-limits.ts';

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
