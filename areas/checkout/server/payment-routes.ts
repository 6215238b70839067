import type { FastifyInstance } from 'fastify';
import {
  chooseWindows as chooseWindowsCall,
  letApprovalGo,
  createPaymentIntent as makePaymentIntentCall,
  extendHold as extendHoldCall,
} from '#areas/checkout/calls/payments.ts';
import type { Context } from '#platform/server/context.ts';
import { route } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { Conflict } from '#platform/server/errors.ts';
import { setCheckoutCookie } from '#areas/checkout/server/checkout-proof.ts';
import { createPaymentIntent } from '#areas/checkout/server/create-payment-intent.ts';
import { chooseWindows, letCheckoutGo } from '#areas/checkout/server/choose-windows.ts';
import { extendHold } from '#areas/checkout/server/extend-hold.ts';

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

  route(app, chooseWindowsCall, async ({ params, body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'payment', reply.request);
    return chooseWindows(context, { ...params, ...body });
  });

  route(app, letApprovalGo, async ({ params, body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'payment', reply.request);
    return { state: await letCheckoutGo(context, { ...params, ...body }) };
  });

  route(app, extendHoldCall, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'payment', reply.request);
    return extendHold(context, body);
  });
}
