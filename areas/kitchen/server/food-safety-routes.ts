import type { FastifyInstance } from 'fastify';
import { getFoodSafety, saveFoodSafety } from '#areas/kitchen/calls/food-safety.ts';
import { receiveGoods as receiveGoodsCall } from '#areas/kitchen/calls/goods.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { saveChecks } from '#areas/kitchen/server/daily-checks.ts';
import { describeFoodSafety } from '#areas/kitchen/server/describe-food-safety.ts';
import { receiveGoods } from '#areas/kitchen/server/receive-goods.ts';
import { getGoods } from '#areas/kitchen/server/list-goods.ts';

export function registerFoodSafetyRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getFoodSafety, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return describeFoodSafety(context);
  });

  staffRoute(app, saveFoodSafety, async ({ body, staff }) => {
    await saveChecks(context, staff, body);
    return describeFoodSafety(context);
  });

  staffRoute(app, receiveGoodsCall, async ({ body, staff }) =>
    getGoods(context.db, await receiveGoods(context, staff, body)),
  );
}
