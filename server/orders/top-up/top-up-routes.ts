import type { FastifyInstance } from 'fastify';
import { postPayLink } from '#contract/order-editing.ts';
import { startTopUp } from '#contract/orders.ts';
import type { Context } from '#server/context.ts';
import { route, staffRoute } from '#server/http/route.ts';
import { throttleCaller } from '#server/http/throttle.ts';
import { askPayment } from '#server/orders/top-up/ask-payment.ts';
import { openTopUp } from '#server/orders/top-up/open-top-up.ts';

export function registerTopUpRoutes(app: FastifyInstance, context: Context): void {
  route(app, startTopUp, async ({ params, reply }) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
    await throttleCaller(context, 'trackingChange', reply.request);
    return openTopUp(context, params.token);
  });

  staffRoute(app, postPayLink, ({ params, body, staff }) =>
    askPayment(context, staff, params.id, body.version),
  );
}
