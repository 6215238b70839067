import type { FastifyInstance } from 'fastify';
import { runOutOfMeal } from '#contract/kitchen/run-out.ts';
import { answerMealChoice } from '#contract/orders.ts';
import type { Context } from '#server/context.ts';
import { route, staffRoute } from '#server/http/route.ts';
import { throttleCaller } from '#server/http/throttle.ts';
import { runOut } from '#server/run-out/run-out.ts';
import { chooseByCustomer } from '#server/run-out/settle-choice.ts';

export function registerRunOutRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, runOutOfMeal, ({ params, body, staff, reply }) => {
    reply.header('cache-control', 'no-store');
    return runOut(context, staff, params.id, body);
  });

  route(app, answerMealChoice, async ({ params, body, reply }) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    await throttleCaller(context, 'trackingChange', reply.request);
    return chooseByCustomer(context, params, body);
  });
}
