import type { FastifyInstance } from 'fastify';
import {
  checkPerson as checkPersonCall,
  claimBag as claimBagCall,
  closeBag as closeBagCall,
  getPackDay as getPackDayCall,
  tickPortion as tickPortionCall,
  undoBag as undoBagCall,
} from '#areas/delivery/calls/pack.ts';
import type { Context } from '#platform/server/context.ts';
import {
  checkPerson,
  claimBag,
  closeBag,
  tickPortion,
  undoBag,
} from '#areas/delivery/server/pack-bag.ts';
import { getPackDay } from '#areas/delivery/server/pack-day.ts';
import { refuseOtherPerson } from '#areas/delivery/server/refuse-other-person.ts';
import { staffRoute } from '#platform/server/http/route.ts';

export function registerPackRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getPackDayCall, ({ query, staff, reply }) => {
    reply.header('cache-control', 'no-store');
    return getPackDay(context, staff, query.date);
  });

  staffRoute(app, tickPortionCall, async ({ body, staff }) => {
    refuseOtherPerson(staff, body.staffId);
    await tickPortion(context, staff, body);
    return { ok: true as const };
  });

  staffRoute(app, checkPersonCall, async ({ body, staff }) => {
    refuseOtherPerson(staff, body.staffId);
    await checkPerson(context, staff, body);
    return { ok: true as const };
  });

  staffRoute(app, claimBagCall, async ({ body, staff }) => ({
    claimedBy: await claimBag(context, staff, body),
  }));

  staffRoute(app, closeBagCall, ({ body, staff }) => {
    refuseOtherPerson(staff, body.staffId);
    return closeBag(context, staff, body);
  });

  staffRoute(app, undoBagCall, ({ body, staff }) => {
    refuseOtherPerson(staff, body.staffId);
    return undoBag(context, staff, body);
  });
}
