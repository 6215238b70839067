import type { FastifyInstance } from 'fastify';
import {
  createPaymentIntent as createPaymentIntentCall,
  extendHold as extendHoldCall,
} from '#contract/payments.ts';
import type { Context } from '#server/context.ts';
import { InvalidRequest, NotFound } from '#server/errors.ts';
import { route } from '#server/http/route.ts';
import { createPaymentIntent } from '#server/payments/create-payment-intent.ts';
import { extendHold } from '#server/payments/extend-hold.ts';
import { receiveGatewayEvent } from '#server/payments/receive-gateway-event.ts';

export function registerPaymentRoutes(app: FastifyInstance, context: Context): void {
  route(app, createPaymentIntentCall, ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    return createPaymentIntent(context, body);
  });

  route(app, extendHoldCall, ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    return extendHold(context, body);
  });

  registerWebhook(app, context);
}

/** In its own scope, because the signature is over the raw bytes. */
function registerWebhook(app: FastifyInstance, context: Context): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post('/api/stripe/webhook', { config: { access: 'public' } }, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const body = request.body;
      const event =
        typeof signature === 'string' && Buffer.isBuffer(body)
          ? context.gateway.readEvent(body, signature)
          : null;
      if (!event) throw new InvalidRequest({ 'stripe-signature': 'The signature does not hold' });
      if (event.livemode !== context.gateway.livemode) {
        context.log.error({ eventId: event.id }, 'an event of the other payment mode was refused');
        throw new InvalidRequest({ livemode: 'Live and test payments are never mixed' });
      }
      const state = await receiveGatewayEvent(context, event);
      // Not ours yet: the gateway is to send it again.
      if (state === 'unmatched') throw new NotFound('This payment');
      return reply.code(200).send({ received: true });
    });
    done();
  });
}
