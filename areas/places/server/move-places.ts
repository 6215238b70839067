import { and, eq, sql, or } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { bookPlaces } from '#areas/places/server/places.ts';

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
 * brought, whoever has the place since and however many there are.
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

function isSlot({ date, window }: SlotKey) {
  return and(eq(deliverySlots.date, date), eq(deliverySlots.window, window));
}
