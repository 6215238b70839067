/** Places in a transaction that is taken back. */
import { and, eq, or } from 'drizzle-orm';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';

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
