import type { FastifyInstance } from 'fastify';
import { placeOrder } from '#areas/order-book/calls/orders.ts';
import type { Context } from '#platform/server/context.ts';
import { route } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { requireCheckoutProof } from '#areas/checkout/server/checkout-proof.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';

export function registerOrderRoutes(app: FastifyInstance, context: Context): void {
  route(app, placeOrder, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'payment', reply.request);
    const { paymentIntentId, clientSecret } = body;
    const { cookie: cookies } = reply.request.headers;
    await requireCheckoutProof(context, { paymentIntentId, clientSecret, cookies });
    return settlePayment(context, paymentIntentId);
  });
}
