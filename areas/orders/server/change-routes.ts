import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  changeTrackedOrder,
  getOrderToChange as getOrderToChangeCall,
  quoteOrderChange,
} from '#areas/order-book/calls/order-change.ts';
import type { Context } from '#platform/server/context.ts';
import { type Allowed, throttleCaller } from '#platform/server/http/throttle.ts';
import { route } from '#platform/server/http/route.ts';
import { changeByCustomer, quoteChange } from '#areas/orders/server/change-by-customer.ts';
import { noteWhatIsTold } from '#areas/orders/server/follow-marked-food.ts';
import { getOrderToChange } from '#areas/orders/server/order-to-change.ts';

/** Unknown and other people's tokens are answered alike. */
export function registerOrderChangeRoutes(app: FastifyInstance, context: Context): void {
  async function admit(reply: FastifyReply, what: Allowed): Promise<void> {
    reply.header('x-robots-tag', 'noindex');
    await throttleCaller(context, what, reply.request);
  }

  route(app, getOrderToChangeCall, async ({ params, reply }) => {
    await admit(reply, 'tracking');
    return getOrderToChange(context, params.token);
  });

  route(app, quoteOrderChange, async ({ params, body, reply }) => {
    await admit(reply, 'quote');
    return quoteChange(context, params.token, body);
  });

  route(app, changeTrackedOrder, async ({ params, body, reply }) => {
    await admit(reply, 'trackingChange');
    return noteWhatIsTold(context, params.token, () =>
      changeByCustomer(context, params.token, body),
    );
  });
}
