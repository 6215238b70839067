import type { FastifyInstance } from 'fastify';
import { runOutOfMeal } from '#areas/orders/calls/run-out.ts';
import { answerMealChoice } from '#areas/order-book/calls/orders.ts';
import type { Context } from '#platform/server/context.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { runOut } from '#areas/orders/server/run-out.ts';
import { chooseByCustomer } from '#areas/orders/server/settle-choice.ts';

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
