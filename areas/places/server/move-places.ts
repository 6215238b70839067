import { and, eq, sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
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
