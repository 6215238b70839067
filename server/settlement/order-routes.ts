import type { FastifyInstance } from 'fastify';
import { placeOrder } from '#contract/orders.ts';
import type { Context } from '#server/context.ts';
import { route } from '#server/http/route.ts';
import { throttleCaller } from '#server/http/throttle.ts';
import { requireCheckoutProof } from '#server/settlement/checkout-proof.ts';
import { settlePayment } from '#server/settlement/settle-payment.ts';

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
