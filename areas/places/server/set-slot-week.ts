/** Settings for several slots together: a week copied from another, a day closed. All or nothing. */
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import { addDays, daysBetween, formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { isOffered, withDayClosed, withDayOpen } from '#areas/business/rules/offered-windows.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { SlotRow } from '#areas/order-book/server/tables/delivery-slots.ts';
import { changeFacts } from '#areas/places/server/save-settings.ts';
import { addSlot, changeSlot } from '#areas/places/server/set-slot.ts';
import { listSlots, lockSlot } from '#areas/places/server/slot-queries.ts';
import { Conflict } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

const LAST_DAY = 6;

/**
 * Gives one week's slots the capacities and open or closed settings of another week's; slots without settings there
 * stay as they are, and those that are no longer offered are not made. Returns the slots of the week from `to`. Throws Conflict when there is nothing to copy.
 */
export async function copySlotWeek(
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

/** What customers read of a day that was closed with one tap. */
const DAY_OFF = 'Day off';

/**
 * Closes a day, or opens it and all its windows again: a closure, as in Settings, which the plan obeys too. Existing
 * bookings stay. Throws as `changeFacts`.
 */
export async function closeSlotDay(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  staff: StaffMember,
  { date, closed }: { date: PlainDate; closed: boolean },
): Promise<{ slots: SlotReply[]; closures: BusinessFacts['closures'] }> {
  const day = { from: date, to: date };
  const { closures } = await context.db.transaction(async (tx) => {
    const facts = await changeFacts(tx, context, staff, (before) => ({
      closures: closed ? withDayClosed(before, date, DAY_OFF) : withDayOpen(before, date),
    }));
    if (closed) return facts;
    const set = await listSlots(context.db, day);
    const planned = set.map(({ timeSlot: window, maxDeliveries }) => ({
      ifNotSet: { date, window, maxDeliveries, isActive: true },
      ifSet: { isActive: true },
    }));
    await setSlots(tx, context, staff, planned);
    return facts;
  });
  context.site.renew();
  return { slots: await listSlots(context.db, day), closures };
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
