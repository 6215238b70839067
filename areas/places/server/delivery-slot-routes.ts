import type { FastifyInstance } from 'fastify';
import {
  copySlotWeek as copySlotWeekCall,
  createSlot as sendCreateSlotCall,
  listSlots as listSlotsCall,
  openSlotDays as openSlotDaysCall,
  updateSlot as sendUpdateSlotCall,
} from '#areas/places/calls/delivery-slots.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import { copySlotWeek, openSlotDays } from '#areas/places/server/set-slot-week.ts';
import { createSlot, updateSlot } from '#areas/places/server/set-slot.ts';
import { listSlots } from '#areas/places/server/slot-queries.ts';
import { staffRoute } from '#platform/server/http/route.ts';

/** Without a range, staff get upcoming and recent slots, not years of them. */
const DAYS_BACK = 28;

export function registerDeliverySlotRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listSlotsCall, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    if (query.from !== undefined || query.to !== undefined) return listSlots(context.db, query);
    const { business } = await context.site.current();
    const today = wallTimeAt(context.clock(), business.timeZone).date;
    return listSlots(context.db, { from: addDays(today, -DAYS_BACK) });
  });
  staffRoute(app, sendCreateSlotCall, ({ body, staff }) => createSlot(context, staff, body));
  staffRoute(app, sendUpdateSlotCall, ({ params, body, staff }) =>
    updateSlot(context, staff, params.id, body),
  );
  staffRoute(app, copySlotWeekCall, ({ body, staff }) => copySlotWeek(context, staff, body));
  staffRoute(app, openSlotDaysCall, ({ body, staff }) => openSlotDays(context, staff, body));
}
