import type { FastifyInstance } from 'fastify';
import { placeOrder, trackOrder } from '#contract/orders.ts';
import type { Context } from '#server/context.ts';
import { NotFound } from '#server/errors.ts';
import { route } from '#server/http/route.ts';
import { findTrackedOrder } from '#server/orders/order-queries.ts';
import { settlePayment } from '#server/payments/settle-payment.ts';
import { hashTrackingToken } from '#server/payments/tracking-token.ts';

export function registerOrderRoutes(app: FastifyInstance, context: Context): void {
  route(app, placeOrder, ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    return settlePayment(context, body.paymentIntentId);
  });

  route(app, trackOrder, async ({ params, reply }) => {
    reply.header('cache-control', 'no-store');
    const { business } = await context.site.current();
    const order = await findTrackedOrder(context.db, hashTrackingToken(params.token), business);
    if (!order) throw new NotFound('This order');
    return order;
  });
}
