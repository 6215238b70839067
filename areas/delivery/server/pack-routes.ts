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
import { refuseOtherPerson } from '#areas/delivery/server/report-deliveries.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { eq } from 'drizzle-orm';
import { recordChange } from '#platform/server/audit/audit.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { lockDelivery } from '#areas/delivery/server/list-deliveries.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

export function registerPackRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getPackDayCall, ({ query, staff }) => getPackDay(context, staff, query.date));

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

/**
 * Staff have looked at a report that needed a person: Today lists it no longer, until there is another. Anyone who was first
 * stays. Throws NotFound, and Conflict `not_flagged`, or `changed_meanwhile` for a delivery that is no longer as it was
 * shown.
 */
export async function seeFlag(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const locked = await lockDelivery(tx, id);
    if (!locked) throw new NotFound('This delivery');
    const { delivery } = locked;
    if (delivery.flag === null)
      throw new Conflict('not_flagged', 'Nothing is left to check about this delivery.');
    if (delivery.flagSeenAt !== null) return;
    if (delivery.version !== version)
      throw new Conflict('changed_meanwhile', 'Someone changed this delivery. Check it first.');
    const seenBy = `${staff.firstName} ${staff.lastName}`.trim() || staff.email;
    await tx
      .update(deliveries)
      .set({
        flagSeenAt: new Date(context.clock()),
        flagSeenBy: seenBy,
        version: delivery.version + 1,
      })
      .where(eq(deliveries.id, id));
    const { orderId, date, window, flag } = delivery;
    await recordChange(tx, context, {
      staff,
      action: 'order.flag_seen',
      entityId: orderId,
      after: { deliveryId: id, date, timeSlot: window, flag },
    });
  });
}
