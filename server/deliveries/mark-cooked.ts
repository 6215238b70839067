import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '#server/db/client.ts';
import type { DeliveryRow } from '#server/db/schema/orders/deliveries.ts';
import { orderItems } from '#server/db/schema/orders/order-items.ts';

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
