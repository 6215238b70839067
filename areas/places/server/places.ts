/** Places on delivery slots. What is held of them is in `holds.ts`. */
import { and, eq, gte, lte, not, or, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import {
  compareSlotKeys,
  type SlotKey,
  type SlotState,
} from '#areas/business/rules/delivery-slots.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type GivenValues, prepared } from '#platform/server/db/prepared.ts';
import { deliverySlots, holds } from '#areas/order-book/server/tables/slots.ts';

const slotIsFree = sql`${deliverySlots.held} + ${deliverySlots.booked} < ${deliverySlots.maxDeliveries}`;

/** Places that are not sold: what staff hold for callers counts as sold until its time is over. */
const heldByStaff = sql<number>`(
  select count(*) from ${holds} h where h.slot_id = ${deliverySlots}.id and h.kind = 'phone')::int`;

export const unsoldPlaces = sql<number>`(${deliverySlots.maxDeliveries} - ${deliverySlots.booked} - ${heldByStaff})`;

export const isSoldOut = sql<boolean>`(${unsoldPlaces} <= 0)`;

type Capacity = Pick<BusinessFacts, 'slotCapacity'>;

/**
 * Books a place on each slot without a prior hold. Returns the full slots; the caller then rolls back. `isPromised`: also on
 * slots that were closed since it was opened.
 */
export async function bookPlaces(
  tx: Transaction,
  slots: readonly SlotKey[],
  facts: Capacity,
  { isPromised = false } = {},
): Promise<SlotKey[]> {
  return takePlaces(tx, slots, facts, async (slot) => {
    const booked = await tx
      .update(deliverySlots)
      .set({ booked: sql`${deliverySlots.booked} + 1` })
      .where(isPromised ? and(isSlot(slot), slotIsFree) : isFreeSlot(slot));
    return booked.rowCount === 1;
  });
}

/** One after the other in the fixed order; returns the slots of which no place could be taken. */
export async function takePlaces(
  tx: Transaction,
  slots: readonly SlotKey[],
  facts: Capacity,
  take: (slot: SlotKey) => Promise<boolean>,
): Promise<SlotKey[]> {
  const full: SlotKey[] = [];
  for (const slot of slots.toSorted(compareSlotKeys)) {
    const isTaken = (await take(slot)) || ((await openSlot(tx, slot, facts)) && (await take(slot)));
    if (!isTaken) full.push(slot);
  }
  return full;
}

/** Creates rows for slots that staff have not set, without taking a place. */
export async function openSlots(
  tx: Transaction,
  slots: readonly SlotKey[],
  facts: Capacity,
): Promise<void> {
  for (const slot of slots.toSorted(compareSlotKeys)) await openSlot(tx, slot, facts);
}

/** Makes sure a slot has a row; true when a place may now be free. */
async function openSlot(tx: Transaction, key: SlotKey, facts: Capacity): Promise<boolean> {
  const made = await tx
    .insert(deliverySlots)
    .values({ date: key.date, window: key.window, maxDeliveries: facts.slotCapacity.default })
    .onConflictDoNothing()
    .returning({ id: deliverySlots.id });
  if (made.length > 0) return true;
  // Another transaction may have created it between our two checks; then the guard has to be evaluated again.
  const [slot] = await tx
    .select({ isFree: slotIsFree })
    .from(deliverySlots)
    .where(and(isSlot(key), eq(deliverySlots.isActive, true)));
  return slot?.isFree === true;
}

/** Among these, those whose places are all sold. */
export async function soldOutAmong(tx: Transaction, slots: readonly SlotKey[]): Promise<SlotKey[]> {
  const sold = await tx
    .select({ date: deliverySlots.date, window: deliverySlots.window })
    .from(deliverySlots)
    .where(and(or(...slots.map(isSlot)), isSoldOut));
  return sold.toSorted(compareSlotKeys);
}

/** Whether each of them is open and has a place that is not sold, held unpaid or not. */
export async function areUnsold(tx: Transaction, slots: readonly SlotKey[]): Promise<boolean> {
  const isUnsold = and(or(...slots.map(isSlot)), eq(deliverySlots.isActive, true), not(isSoldOut));
  return slots.length > 0 && (await tx.$count(deliverySlots, isUnsold)) === slots.length;
}

/** The state of the slots that have a row, in a range of days. */
export async function listSlotStates(
  db: Database | Transaction,
  from: PlainDate,
  to: PlainDate,
): Promise<(SlotKey & SlotState & { heldByStaff: number })[]> {
  return selectSlotStates(db, { from, to });
}

type Days = { from: PlainDate; to: PlainDate };

const selectSlotStates = prepared((db, { from, to }: GivenValues<Days>) =>
  db
    .select({
      date: deliverySlots.date,
      window: deliverySlots.window,
      maxDeliveries: deliverySlots.maxDeliveries,
      held: deliverySlots.held,
      heldByStaff,
      booked: deliverySlots.booked,
      isActive: deliverySlots.isActive,
    })
    .from(deliverySlots)
    .where(and(gte(deliverySlots.date, from), lte(deliverySlots.date, to))),
);

export function isSlot(slot: SlotKey) {
  return and(eq(deliverySlots.date, slot.date), eq(deliverySlots.window, slot.window));
}

/** The guard against overselling. */
export function isFreeSlot(slot: SlotKey) {
  return and(isSlot(slot), eq(deliverySlots.isActive, true), slotIsFree);
}

/**
 * Releases an order's booked places and books others, or returns the slots that are full; the caller then rolls back.
 * Slots are always processed in the same fixed order, so that no two transactions deadlock.
 */
export async function movePlaces(
  tx: Transaction,
  move: { from: readonly SlotKey[]; to: readonly SlotKey[] },
  facts: Pick<BusinessFacts, 'slotCapacity'>,
): Promise<SlotKey[]> {
  const steps = [
    ...move.from.map((slot) => ({ slot, isGivenBack: true })),
    ...move.to.map((slot) => ({ slot, isGivenBack: false })),
  ].toSorted((a, b) => compareSlotKeys(a.slot, b.slot));
  const full: SlotKey[] = [];
  for (const { slot, isGivenBack } of steps) {
    if (isGivenBack) await changeBooked(tx, slot, -1);
    else full.push(...(await bookPlaces(tx, [slot], facts)));
  }
  return full;
}

/**
 * Books the place back that a delivery used after all, although it was moved from there. Nothing is sold by it: the food was
 * brought, no matter who has the place since and however many there are.
 */
export async function returnPlace(
  tx: Transaction,
  { from, to }: { from: SlotKey; to: SlotKey },
): Promise<void> {
  const steps = [
    { slot: from, change: -1 },
    { slot: to, change: 1 },
  ].toSorted((a, b) => compareSlotKeys(a.slot, b.slot));
  for (const { slot, change } of steps) await changeBooked(tx, slot, change);
}

async function changeBooked(tx: Transaction, slot: SlotKey, change: number): Promise<void> {
  await tx
    .update(deliverySlots)
    .set({ booked: sql`${deliverySlots.booked} + ${change}` })
    .where(and(eq(deliverySlots.date, slot.date), eq(deliverySlots.window, slot.window)));
}

// Places in a transaction that is taken back.

/** Makes places where there are none, to see what else would follow. Never in a transaction that commits. */
export async function emptySlotsForTrial(
  tx: Transaction,
  slots: readonly SlotKey[],
): Promise<void> {
  await tx
    .update(deliverySlots)
    .set({ held: 0, booked: 0, maxDeliveries: 1, isActive: true })
    .where(or(...slots.map(isSlot)));
}

/** How many more deliveries the slot takes; 0 for none. */
export async function countPlacesLeft(tx: Transaction, slot: SlotKey): Promise<number> {
  const [state] = await tx.select().from(deliverySlots).where(isSlot(slot));
  return state ? Math.max(0, state.maxDeliveries - state.held - state.booked) : 0;
}
