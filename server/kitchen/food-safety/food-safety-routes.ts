import type { FastifyInstance } from 'fastify';
import { getFoodSafety, saveFoodSafety } from '#contract/kitchen/food-safety.ts';
import { receiveGoods as receiveGoodsCall } from '#contract/kitchen/goods.ts';
import type { Context } from '#server/context.ts';
import { staffRoute } from '#server/http/route.ts';
import { saveChecks } from '#server/kitchen/food-safety/daily-checks.ts';
import { describeFoodSafety } from '#server/kitchen/food-safety/describe-food-safety.ts';
import { receiveGoods } from '#server/kitchen/goods/receive-goods.ts';
import { getGoods } from '#server/traceability/list-goods.ts';

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
