import type { FastifyInstance } from 'fastify';
import { recommendCalories } from '#contract/calorie-advice.ts';
import { adviseCalories } from '#server/calorie-advice/advise-calories.ts';
import type { Context } from '#server/context.ts';
import { route } from '#server/http/route.ts';
import { throttleCaller } from '#server/http/throttle.ts';

export function registerCalorieAdviceRoutes(app: FastifyInstance, context: Context): void {
  route(app, recommendCalories, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'advice', reply.request);
    return adviseCalories(context, body);
  });
}
