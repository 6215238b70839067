import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '#platform/server/db/client.ts';
import type { DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';

/** Keeps for which date its meals were cooked: a recall looks for them there, wherever the delivery has gone since. */
export async function markCooked(tx: Transaction, delivery: DeliveryRow): Promise<void> {
  const { id, status, date, madeOn } = delivery;
  if (status === 'cancelled') return;
  if (status === 'planned') {
    await tx.update(orderItems).set({ cookedFor: null }).where(eq(orderItems.deliveryId, id));
    return;
  }
  await tx
    .update(orderItems)
    .set({ cookedFor: madeOn ?? date })
    .where(and(eq(orderItems.deliveryId, id), isNull(orderItems.cookedFor)));
}
