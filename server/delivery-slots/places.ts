/** Places on delivery slots: taken, booked and given back only here. */
import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#domain/business.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { compareSlotKeys, type SlotKey, type SlotState } from '#domain/delivery/delivery-slots.ts';
import type { Database, Transaction } from '#server/db/client.ts';
import { deliverySlots } from '#server/db/schema/delivery-slots.ts';
import { slotHolds } from '#server/db/schema/slot-holds.ts';

const slotIsFree = sql`${deliverySlots.held} + ${deliverySlots.booked} < ${deliverySlots.maxDeliveries}`;

/**
 * Holds one place on each slot for a checkout, or returns the slots without one; the caller then rolls back.
 * The guard in the UPDATE is what keeps a slot from being oversold: PostgreSQL judges it on the newest row. Slots are
 * taken in one fixed order, so two checkouts never wait for each other.
 */
export async function holdPlaces(
  tx: Transaction,
  checkoutId: string,
  drops: readonly SlotKey[],
  facts: Pick<BusinessFacts, 'slotCapacity'>,
): Promise<SlotKey[]> {
  const slotIds: number[] = [];
  const full: SlotKey[] = [];
  for (const drop of drops.toSorted(compareSlotKeys)) {
    const slotId = await takePlace(tx, drop, { held: sql`${deliverySlots.held} + 1` }, facts);
    if (slotId === null) full.push(drop);
    else slotIds.push(slotId);
  }
  if (full.length === 0) {
    await tx.insert(slotHolds).values(slotIds.map((slotId) => ({ checkoutId, slotId })));
  }
  return full;
}

/** Books a place on each slot without a hold before it. Returns the slots without one; the caller then rolls back. */
export async function bookPlaces(
  tx: Transaction,
  drops: readonly SlotKey[],
  facts: Pick<BusinessFacts, 'slotCapacity'>,
): Promise<SlotKey[]> {
  const full: SlotKey[] = [];
  for (const drop of drops.toSorted(compareSlotKeys)) {
    const slotId = await takePlace(tx, drop, { booked: sql`${deliverySlots.booked} + 1` }, facts);
    if (slotId === null) full.push(drop);
  }
  return full;
}

async function takePlace(
  tx: Transaction,
  drop: SlotKey,
  change: { held: ReturnType<typeof sql> } | { booked: ReturnType<typeof sql> },
  facts: Pick<BusinessFacts, 'slotCapacity'>,
): Promise<number | null> {
  const take = () =>
    tx
      .update(deliverySlots)
      .set(change)
      .where(and(isSlot(drop), eq(deliverySlots.isActive, true), slotIsFree))
      .returning({ id: deliverySlots.id });
  const [taken] = await take();
  if (taken) return taken.id;
  if (!(await openSlot(tx, drop, facts))) return null;
  const [takenNow] = await take();
  return takenNow?.id ?? null;
}

/** Makes the rows of slots that staff have not set, without taking a place. */
export async function openSlots(
  tx: Transaction,
  drops: readonly SlotKey[],
  facts: Pick<BusinessFacts, 'slotCapacity'>,
): Promise<void> {
  for (const drop of drops.toSorted(compareSlotKeys)) await openSlot(tx, drop, facts);
}

/** Makes sure that a slot has a row; true when a place on it may now be had. */
async function openSlot(
  tx: Transaction,
  drop: SlotKey,
  facts: Pick<BusinessFacts, 'slotCapacity'>,
): Promise<boolean> {
  const made = await tx
    .insert(deliverySlots)
    .values({ date: drop.date, timeSlot: drop.window, maxDeliveries: facts.slotCapacity.default })
    .onConflictDoNothing()
    .returning({ id: deliverySlots.id });
  if (made.length > 0) return true;
  // Another transaction may have made it between our two looks: then the guard has to be asked again.
  const [slot] = await tx
    .select({ isFree: slotIsFree })
    .from(deliverySlots)
    .where(and(isSlot(drop), eq(deliverySlots.isActive, true)));
  return slot?.isFree === true;
}

/** Turns every place held for a checkout into a booked one. Returns how many there were. */
export async function bookHeldPlaces(tx: Transaction, checkoutId: string): Promise<number> {
  return endHolds(tx, checkoutId, {
    held: sql`${deliverySlots.held} - 1`,
    booked: sql`${deliverySlots.booked} + 1`,
  });
}

/** Gives every place held for a checkout back. */
export async function releasePlaces(tx: Transaction, checkoutId: string): Promise<number> {
  return endHolds(tx, checkoutId, { held: sql`${deliverySlots.held} - 1` });
}

async function endHolds(
  tx: Transaction,
  checkoutId: string,
  change: { held: ReturnType<typeof sql>; booked?: ReturnType<typeof sql> },
): Promise<number> {
  const held = await tx
    .select({ id: deliverySlots.id })
    .from(slotHolds)
    .innerJoin(deliverySlots, eq(deliverySlots.id, slotHolds.slotId))
    .where(eq(slotHolds.checkoutId, checkoutId))
    .orderBy(asc(deliverySlots.date), asc(deliverySlots.timeSlot));
  if (held.length === 0) return 0;
  await tx.delete(slotHolds).where(eq(slotHolds.checkoutId, checkoutId));
  for (const slot of held) {
    await tx.update(deliverySlots).set(change).where(eq(deliverySlots.id, slot.id));
  }
  return held.length;
}

/** The state of the slots that have a row, from one day to another. */
export async function listSlotStates(
  db: Database,
  from: PlainDate,
  to: PlainDate,
): Promise<(SlotKey & SlotState)[]> {
  return db
    .select({
      date: deliverySlots.date,
      window: deliverySlots.timeSlot,
      maxDeliveries: deliverySlots.maxDeliveries,
      held: deliverySlots.held,
      booked: deliverySlots.booked,
      isActive: deliverySlots.isActive,
    })
    .from(deliverySlots)
    .where(and(gte(deliverySlots.date, from), lte(deliverySlots.date, to)));
}

function isSlot(drop: SlotKey) {
  return and(eq(deliverySlots.date, drop.date), eq(deliverySlots.timeSlot, drop.window));
}
