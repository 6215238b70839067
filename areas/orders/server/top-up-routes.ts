import type { FastifyInstance } from 'fastify';
import { postPayLink } from '#areas/orders/calls/order-editing.ts';
import { startTopUp } from '#areas/order-book/calls/orders.ts';
import type { Context } from '#platform/server/context.ts';
import { route, staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { askPayment } from '#areas/orders/server/ask-payment.ts';
import { openTopUp } from '#areas/orders/server/open-top-up.ts';

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
