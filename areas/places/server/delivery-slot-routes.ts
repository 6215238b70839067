import type { FastifyInstance } from 'fastify';
import {
  copySlotWeek as copySlotWeekCall,
  createSlot as sendCreateSlotCall,
  listSlots as listSlotsCall,
  openSlotDays as openSlotDaysCall,
  updateSlot as sendUpdateSlotCall,
  type SlotReply,
} from '#areas/places/calls/delivery-slots.ts';
import { addDays, daysBetween, formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import { createSlot, updateSlot, addSlot, changeSlot } from '#areas/places/server/set-slot.ts';
import { listSlots, lockSlot } from '#areas/places/server/slot-queries.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import type { z } from 'zod';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { isOffered, withDaysOpen } from '#areas/business/rules/offered-windows.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { SlotRow } from '#areas/order-book/server/tables/slots.ts';
import { changeFacts } from '#areas/places/server/save-settings.ts';
import { Conflict } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** Without a range, staff get upcoming and recent slots, not years of them. */
const DAYS_BACK = 28;

export function registerDeliverySlotRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listSlotsCall, async ({ query }) => {
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

/** Settings for several slots together: a week copied from another, a day opened. All or nothing. */
const LAST_DAY = 6;

/**
 * Gives one week's slots the capacities and open or closed settings of another week's; slots without settings there
 * stay as they are, and those that are no longer offered are not made. Returns the slots of the week from `to`. Throws Conflict when there is nothing to copy.
 */
async function copySlotWeek(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  { from, to }: { from: PlainDate; to: PlainDate },
): Promise<SlotReply[]> {
  const source = await listSlots(context.db, { from, to: addDays(from, LAST_DAY) });
  if (source.length === 0) {
    const week = formatDate(from);
    throw new Conflict('nothing_to_copy', `No delivery slots are set in the week of ${week}`);
  }
  const shift = daysBetween(from, to);
  const { business } = await context.site.current();
  const planned = source
    .map(({ date, timeSlot: window, maxDeliveries, isActive }) => ({
      ifNotSet: { date: addDays(date, shift), window, maxDeliveries, isActive },
      ifSet: { maxDeliveries, isActive },
    }))
    .filter(({ ifNotSet: { date, window } }) => isOffered(business, { date, window }));
  const week = { from: to, to: addDays(to, LAST_DAY) };
  await context.db.transaction((tx) => setSlots(tx, context, staff, planned));
  return listSlots(context.db, week);
}

/** Opens closed days: of a closure around them, the others stay closed. Throws as `changeFacts`. */
async function openSlotDays(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  { from, until, windows }: z.output<typeof openSlotDaysCall.body>,
): Promise<{ slots: SlotReply[]; closures: BusinessFacts['closures'] }> {
  const days = { from, ...(until !== null && { to: until }) };
  const set = windows.length > 0 ? await listSlots(context.db, days) : [];
  const asked = set.filter(({ timeSlot }) => windows.includes(timeSlot));
  const planned = asked.map(({ date, timeSlot: window, maxDeliveries }) => ({
    ifNotSet: { date, window, maxDeliveries, isActive: true },
    ifSet: { isActive: true },
  }));
  const { closures } = await context.db.transaction(async (tx) => {
    await setSlots(tx, context, staff, planned);
    return changeFacts(tx, context, staff, (before) => ({
      closures: withDaysOpen(before, { from, until }),
    }));
  });
  context.site.renew();
  return { slots: await listSlots(context.db, days), closures };
}

type PlannedSlot = {
  ifNotSet: Pick<SlotRow, 'date' | 'window' | 'maxDeliveries' | 'isActive'>;
  ifSet: Partial<Pick<SlotRow, 'maxDeliveries' | 'isActive'>>;
};

/** `wanted` is in the order in which slots are locked everywhere, so that no two transactions deadlock. */
async function setSlots(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  planned: readonly PlannedSlot[],
): Promise<void> {
  for (const { ifNotSet, ifSet } of planned) {
    if (await addSlot(tx, context, staff, ifNotSet)) continue;
    const { date, window } = ifNotSet;
    const slot = await lockSlot(tx, { date, window });
    await changeSlot(tx, context, staff, slot, ifSet);
  }
}
