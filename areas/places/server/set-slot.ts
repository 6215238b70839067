/** Staff set a slot's capacity and whether it is open. Held and booked places are not theirs to set: see places.ts. */
import { and, eq } from 'drizzle-orm';
import {
  type CreateSlotRequest,
  type SentSlot,
  SlotFields,
  type SlotReply,
} from '#areas/places/calls/delivery-slots.ts';
import { readChange } from '#platform/server/http/read-change.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { readSlotCapacity, slotCapacityProblem } from '#areas/places/rules/slot-capacity.ts';
import { isOffered } from '#areas/business/rules/offered-windows.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliverySlots, type SlotRow } from '#areas/order-book/server/tables/slots.ts';
import { lockSlot, toSlotReply } from '#areas/places/server/slot-queries.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type Needs = Pick<Context, 'db' | 'clock' | 'site'>;

/** Throws InvalidRequest; Conflict, with the current slot, when it has already been set. */
export async function createSlot(
  context: Needs,
  staff: StaffMember,
  { date, timeSlot: window, maxDeliveries, isActive }: CreateSlotRequest,
): Promise<SlotReply> {
  const { business } = await context.site.current();
  if (!isOffered(business, { date, window })) {
    throw new InvalidRequest({ timeSlot: 'You have no such delivery window on this date' });
  }
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
  context: Needs,
  staff: StaffMember,
  id: number,
  sent: SentSlot,
): Promise<SlotReply> {
  const { maxDeliveries, isActive } = sent;
  const { business } = await context.site.current();
  const settings = {
    ...(maxDeliveries !== undefined && { maxDeliveries: capacityOf(maxDeliveries, business) }),
    ...(isActive !== undefined && { isActive }),
  };
  return context.db.transaction(async (tx) => {
    const slot = await lockSlot(tx, { id });
    // Its places are counted, and other people's: what is sent of them is not read.
    const { date, timeSlot } = toSlotReply(slot);
    readChange(pickSlot(sent), { id, date, timeSlot }, SlotFields);
    return changeSlot(tx, context, staff, slot, settings);
  });
}

/** What says which slot it is. */
function pickSlot({ id, date, timeSlot }: SentSlot) {
  return { id, date, timeSlot };
}

function capacityOf(typed: string | number | null, business: BusinessFacts): number {
  const capacity = readSlotCapacity(typed, business);
  const problem = slotCapacityProblem(capacity, business);
  if (problem) throw new InvalidRequest({ maxDeliveries: problem });
  return capacity;
}

/** Stores a slot that was not set, and who set it; null when someone else has just set it. */
export async function addSlot(
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

/** Stores the settings of a locked slot and who changed them; does nothing when they are unchanged. */
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
