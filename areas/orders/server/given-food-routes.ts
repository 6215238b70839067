import type { FastifyInstance } from 'fastify';
import { listGivenFood, noteFoodCall } from '#areas/orders/calls/given-food.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { listOpenMatters, recordFoodCall } from '#areas/orders/server/food-calls.ts';

export function registerGivenFoodRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listGivenFood, () => listOpenMatters(context.db));

  staffRoute(app, noteFoodCall, async ({ params, body, staff }) => {
    await recordFoodCall(context, staff, params.id, body);
    return listOpenMatters(context.db);
  });
}
