import { and, asc, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import {
  type SlotReply,
  type CreateSlotRequest,
  type SentSlot,
  copySlotWeek as copySlotWeekCall,
  createSlot as sendCreateSlotCall,
  listSlots as listSlotsCall,
  openSlotDays as openSlotDaysCall,
  updateSlot as sendUpdateSlotCall,
} from '#areas/places/calls/delivery-slots.ts';
import { type PlainDate, addDays, daysBetween, formatDate } from '#platform/rules/plain-date.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type SlotRow, deliverySlots, slotBells } from '#areas/order-book/server/tables/slots.ts';
import { NotFound, Conflict, InvalidRequest } from '#platform/server/errors.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { readSlotCapacity, slotCapacityProblem } from '#areas/places/rules/slot-capacity.ts';
import { isOffered, withDaysOpen } from '#areas/business/rules/offered-windows.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import type { FastifyInstance } from 'fastify';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import type { z } from 'zod';
import { changeFacts } from '#areas/places/server/save-settings.ts';

type Days = { from?: PlainDate | undefined; to?: PlainDate | undefined };

/** Both dates inclusive, sorted by date and window. */
export async function listSlots(db: Database, days: Days): Promise<SlotReply[]> {
  const rows = await db
    .select()
    .from(deliverySlots)
    .where(isWithin(days))
    .orderBy(asc(deliverySlots.date), asc(deliverySlots.window));
  const bells = await countBells(db, days);
  return rows.map((row) => {
    const ofSlot = bells.get(row.id);
    return { ...toSlotReply(row), ...(ofSlot && { bells: ofSlot }) };
  });
}

/** By slot; none where nobody waits and nobody was told of a place. */
async function countBells(
  db: Database,
  days: Days,
): Promise<Map<number, { waiting: number; told: number }>> {
  const countOf = (state: 'confirmed' | 'told') =>
    sql<number>`count(*) filter (where ${slotBells.state} = ${state})::int`;
  const rows = await db
    .select({ slotId: slotBells.slotId, waiting: countOf('confirmed'), told: countOf('told') })
    .from(slotBells)
    .innerJoin(deliverySlots, eq(deliverySlots.id, slotBells.slotId))
    .where(and(isWithin(days), inArray(slotBells.state, ['confirmed', 'told'])))
    .groupBy(slotBells.slotId);
  return new Map(rows.map(({ slotId, ...counts }) => [slotId, counts]));
}

/** One slot, locked until the transaction ends. Throws NotFound. */
export async function lockSlot(tx: Transaction, which: { id: number } | SlotKey): Promise<SlotRow> {
  const isIt =
    'id' in which
      ? eq(deliverySlots.id, which.id)
      : and(eq(deliverySlots.date, which.date), eq(deliverySlots.window, which.window));
  const [slot] = await tx.select().from(deliverySlots).where(isIt).for('update');
  if (!slot) throw new NotFound('This delivery slot');
  return slot;
}

function isWithin({ from, to }: Days) {
  return and(
    from === undefined ? undefined : gte(deliverySlots.date, from),
    to === undefined ? undefined : lte(deliverySlots.date, to),
  );
}

function toSlotReply({ id, date, window, ...slot }: SlotRow): SlotReply {
  return { id, date, timeSlot: window, ...slot, currentDeliveries: slot.held + slot.booked };
}

// Staff set a slot's capacity and whether it is open. Held and booked places are not theirs to set: see places.ts.

type SlotContext = Pick<Context, 'db' | 'clock' | 'site'>;

/** Throws InvalidRequest; Conflict, with the current slot, when it has already been set. */
async function createSlot(
  context: SlotContext,
  staff: StaffMember,
  { date, timeSlot: window, maxDeliveries, isActive }: CreateSlotRequest,
): Promise<SlotReply> {
  const { business } = await context.site.current();
  if (!isOffered(business, { date, window }))
    throw new InvalidRequest({ timeSlot: 'You have no such delivery window on this date' });
  const values = { date, window, maxDeliveries: capacityOf(maxDeliveries, business), isActive };
  return context.db.transaction(async (tx) => {
    const created = await addSlot(tx, context, staff, values);
    if (created) return created;
    const [slot] = await tx
      .select()
      .from(deliverySlots)
      .where(and(eq(deliverySlots.date, date), eq(deliverySlots.window, window)));
    throw new Conflict('slot_exists', 'This delivery slot is already set', {
      slot: slot && toSlotReply(slot),
    });
  });
}

/** Throws InvalidRequest, NotFound. */
export async function updateSlot(
  context: SlotContext,
  staff: StaffMember,
  id: number,
  { maxDeliveries, isActive }: SentSlot,
): Promise<SlotReply> {
  const { business } = await context.site.current();
  const settings = {
    ...(maxDeliveries !== undefined && { maxDeliveries: capacityOf(maxDeliveries, business) }),
    ...(isActive !== undefined && { isActive }),
  };
  return context.db.transaction(async (tx) => {
    const slot = await lockSlot(tx, { id });
    return changeSlot(tx, context, staff, slot, settings);
  });
}

function capacityOf(typed: string | number | null, business: BusinessFacts): number {
  const capacity = readSlotCapacity(typed, business);
  const problem = slotCapacityProblem(capacity, business);
  if (problem) throw new InvalidRequest({ maxDeliveries: problem });
  return capacity;
}

/** Stores a slot that was not set, and who set it; null when someone else has just set it. */
async function addSlot(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  values: Pick<SlotRow, 'date' | 'window' | 'maxDeliveries' | 'isActive'>,
): Promise<SlotReply | null> {
  const [slot] = await tx.insert(deliverySlots).values(values).onConflictDoNothing().returning();
  if (!slot) return null;
  await recordChange(tx, context, {
    staff,
    action: 'delivery_slot.create',
    entityId: slot.id,
    after: tellSlot(slot),
  });
  return toSlotReply(slot);
}

export async function changeSlot(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  before: SlotRow,
  settings: Partial<Pick<SlotRow, 'maxDeliveries' | 'isActive'>>,
): Promise<SlotReply> {
  const next = { ...before, ...settings };
  const isAlready =
    next.maxDeliveries === before.maxDeliveries && next.isActive === before.isActive;
  if (isAlready) return toSlotReply(before);
  const [after] = await tx
    .update(deliverySlots)
    .set(settings)
    .where(eq(deliverySlots.id, before.id))
    .returning();
  if (!after) throw new Error(`delivery slot ${before.id} disappeared while it was locked`);
  await recordChange(tx, context, {
    staff,
    action: 'delivery_slot.update',
    entityId: before.id,
    before: tellSlot(before),
    after: tellSlot(after),
  });
  return toSlotReply(after);
}

/** What the audit trail keeps: the settings, and how many deliveries they applied to. By the names of the wire, as it always was. */
function tellSlot({ date, window, maxDeliveries, booked, isActive }: SlotRow) {
  return { date, timeSlot: window, maxDeliveries, booked, isActive };
}

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
