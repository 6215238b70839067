import type { FastifyInstance } from 'fastify';
import {
  getDailyPrep,
  listIngredients as listIngredientsCall,
  listPackedBags as listPackedBagsCall,
  listSpecialBags as listSpecialBagsCall,
  tickOff as tickOffCall,
} from '#areas/kitchen/calls/daily-prep.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { tickOff } from '#areas/kitchen/server/cook-ticks.ts';
import {
  describeDailyPrep,
  listIngredients,
  listPackedBags,
  listSpecialBags,
} from '#areas/kitchen/server/daily-prep.ts';

export function registerDailyPrepRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getDailyPrep, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return describeDailyPrep(context, query.date);
  });

  staffRoute(app, listSpecialBagsCall, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return { bags: await listSpecialBags(context, query) };
  });

  staffRoute(app, listPackedBagsCall, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return { bags: await listPackedBags(context, query) };
  });

  staffRoute(app, listIngredientsCall, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return listIngredients(context, query);
  });

  staffRoute(app, tickOffCall, ({ body: { timeSlot, ...tick }, staff }) =>
    tickOff(context, staff, { ...tick, window: timeSlot }),
  );
}
