import type { FastifyInstance } from 'fastify';
import {
  createPaymentIntent as makePaymentIntentCall,
  extendHold as extendHoldCall,
} from '#contract/payments.ts';
import type { Context } from '#server/context.ts';
import { route } from '#server/http/route.ts';
import { throttleCaller } from '#server/http/throttle.ts';
import { Conflict } from '#server/errors.ts';
import { setCheckoutCookie } from '#server/settlement/checkout-proof.ts';
import { createPaymentIntent } from '#server/checkout/create-payment-intent.ts';
import { extendHold } from '#server/checkout/extend-hold.ts';

export function registerPaymentRoutes(app: FastifyInstance, context: Context): void {
  route(app, makePaymentIntentCall, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'checkout', reply.request);
    try {
      const opened = await createPaymentIntent(context, body, reply.request);
      setCheckoutCookie(context, reply, opened.paymentIntentId);
      return opened;
    } catch (error) {
      const paid = error instanceof Conflict ? error.details['paymentIntentId'] : undefined;
      if (typeof paid === 'string') setCheckoutCookie(context, reply, paid);
      throw error;
    }
  });

  route(app, extendHoldCall, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'payment', reply.request);
    return extendHold(context, body);
  });
}
