import type { FastifyInstance } from 'fastify';
import { recommendCalories } from '#contract/calorie-advice.ts';
import { adviseCalories } from '#server/calorie-advice/advise-calories.ts';
import type { Context } from '#server/context.ts';
import { callerKey } from '#server/http/caller-key.ts';
import { route } from '#server/http/route.ts';
import { throttle } from '#server/http/throttle.ts';

/** Enough for a household that tries every goal, too little for a flood. */
const RECOMMENDATIONS = { limit: 60, windowSeconds: 10 * 60 };

export function registerCalorieAdviceRoutes(app: FastifyInstance, context: Context): void {
  route(app, recommendCalories, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    const key = `calorie advice ${callerKey(reply.request.ip)}`;
    await throttle(context, { key, ...RECOMMENDATIONS });
    return adviseCalories(context, body);
  });
}
