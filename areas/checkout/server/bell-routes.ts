import type { FastifyInstance } from 'fastify';
import {
  askForBell as askForBellCall,
  confirmBells as confirmBellsCall,
  getBells as getBellsCall,
  stopBells as stopBellsCall,
} from '#areas/checkout/calls/slot-bells.ts';
import type { Context } from '#platform/server/context.ts';
import { route } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import {
  askForBell,
  confirmBells,
  getBells,
  stopBells,
} from '#areas/checkout/server/answer-bell.ts';

export function registerSlotBellRoutes(app: FastifyInstance, context: Context): void {
  route(app, askForBellCall, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'waitlist', reply.request);
    return askForBell(context, body, reply.request);
  });
  route(app, getBellsCall, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'tracking', reply.request);
    return getBells(context, query.token);
  });
  route(app, confirmBellsCall, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'trackingChange', reply.request);
    return confirmBells(context, body.token);
  });
  route(app, stopBellsCall, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    await throttleCaller(context, 'trackingChange', reply.request);
    return stopBells(context, body.token);
  });
}
