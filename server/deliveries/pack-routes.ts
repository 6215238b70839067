import type { FastifyInstance } from 'fastify';
import {
  checkPerson as checkPersonCall,
  claimBag as claimBagCall,
  closeBag as closeBagCall,
  getPackDay as getPackDayCall,
  tickPortion as tickPortionCall,
  undoBag as undoBagCall,
} from '#contract/delivery/pack.ts';
import type { Context } from '#server/context.ts';
import {
  checkPerson,
  claimBag,
  closeBag,
  tickPortion,
  undoBag,
} from '#server/deliveries/pack-bag.ts';
import { getPackDay } from '#server/deliveries/pack-day.ts';
import { staffRoute } from '#server/http/route.ts';

export function registerPackRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getPackDayCall, ({ query, staff, reply }) => {
    reply.header('cache-control', 'no-store');
    return getPackDay(context, staff, query.date);
  });

  staffRoute(app, tickPortionCall, async ({ body, staff }) => {
    await tickPortion(context, staff, body);
    return { ok: true as const };
  });

  staffRoute(app, checkPersonCall, async ({ body, staff }) => {
    await checkPerson(context, staff, body);
    return { ok: true as const };
  });

  staffRoute(app, claimBagCall, async ({ body, staff }) => ({
    claimedBy: await claimBag(context, staff, body),
  }));

  staffRoute(app, closeBagCall, ({ body, staff }) => closeBag(context, staff, body));

  staffRoute(app, undoBagCall, ({ body, staff }) => undoBag(context, staff, body));
}
