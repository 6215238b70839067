import type { FastifyInstance } from 'fastify';
import { findOrder } from '#areas/customers/calls/find-order.ts';
import { emailKey } from '#platform/rules/email-address.ts';
import { requestOrderLink } from '#areas/customers/server/find-order.ts';
import type { Context } from '#platform/server/context.ts';
import { keyedHash } from '#platform/server/keyed-hash.ts';
import { route } from '#platform/server/http/route.ts';
import { throttle, throttleCaller } from '#platform/server/http/throttle.ts';

/** From wherever it is asked. */
const OF_ONE_EMAIL = { limit: 5, windowSeconds: 60 * 60 };

export function registerFindOrderRoutes(app: FastifyInstance, context: Context): void {
  route(app, findOrder, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'findOrder', reply.request);
    // By what was typed, whether or not an order has it: a refusal tells nothing either.
    await throttle(context, {
      key: `findOrderOfEmail ${keyedHash(context.trackingSecret, emailKey(body.email))}`,
      ...OF_ONE_EMAIL,
    });
    await requestOrderLink(context, body);
    return {
      message:
        'If number and email belong together, we’ve sent the link to your order to that address.',
    };
  });
}
