import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { receiveGatewayEvent } from '#areas/payments/server/receive-gateway-event.ts';
import { noteCheckEvent } from '#areas/payments/server/cards-connection.ts';
import { logRepeats } from '#platform/server/http/request-log.ts';
import { plainSchema } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';

const Received = z.object({ received: z.literal(true) });

/** In its own scope, because the signature covers the raw bytes. */
export function registerWebhookRoutes(app: FastifyInstance, context: Context): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    const logUnsigned = logRepeats((webhooks) =>
      context.log.error(
        { alarm: 'webhook_signature', webhooks },
        'more webhooks without a signature that holds',
      ),
    );
    const schema = plainSchema('Signed events of the card provider', { 200: Received });
    const config = { access: 'public' as const };
    scope.post('/api/stripe/webhook', { schema, config }, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const body = request.body;
      const event =
        typeof signature === 'string' && Buffer.isBuffer(body)
          ? context.gateway.readEvent(body, signature)
          : null;
      if (!event) {
        logUnsigned(() =>
          context.log.error(
            { alarm: 'webhook_signature', ip: request.ip },
            'a webhook without a signature that holds',
          ),
        );
        await throttleCaller(context, 'unsignedWebhook', request);
        throw new InvalidRequest({ 'stripe-signature': 'The signature does not hold' });
      }
      if (event.isOfOtherMode) {
        context.log.error(
          { alarm: 'payment_mode', eventId: event.id },
          'an event of the other payment mode was refused',
        );
        throw new InvalidRequest({ livemode: 'Live and test payments are never mixed' });
      }
      if (await noteCheckEvent(context, event)) return reply.code(200).send({ received: true });
      // Also when it matches nothing yet: it is stored, and we retry it ourselves.
      await receiveGatewayEvent(context, event);
      return reply.code(200).send({ received: true });
    });
    done();
  });
}
