import type { FastifyInstance } from 'fastify';
import {
  askForBell as askForBellCall,
  getBell as getBellCall,
  stopBell as stopBellCall,
} from '#areas/checkout/calls/slot-bells.ts';
import type { Context } from '#platform/server/context.ts';
import { route } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { askForBell, getBell, stopBell } from '#areas/checkout/server/answer-bell.ts';

export function registerSlotBellRoutes(app: FastifyInstance, context: Context): void {
  route(app, askForBellCall, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'waitlist', reply.request);
    return askForBell(context, body, reply.request);
  });
  route(app, getBellCall, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'tracking', reply.request);
    return getBell(context, query.token);
  });
  route(app, stopBellCall, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'trackingChange', reply.request);
    return stopBell(context, body.token);
  });
}
