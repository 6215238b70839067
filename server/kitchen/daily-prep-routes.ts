import type { FastifyInstance } from 'fastify';
import { getDailyPrep, tickOff as tickOffCall } from '#contract/daily-prep.ts';
import type { Context } from '#server/context.ts';
import { staffRoute } from '#server/http/route.ts';
import { tickOff } from '#server/kitchen/cook-ticks.ts';
import { describeDailyPrep } from '#server/kitchen/daily-prep.ts';

export function registerDailyPrepRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getDailyPrep, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return describeDailyPrep(context, query.date);
  });

  staffRoute(app, tickOffCall, ({ body: { timeSlot, ...tick }, staff }) =>
    tickOff(context, staff, { ...tick, window: timeSlot }),
  );
}
