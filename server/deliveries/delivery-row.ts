/** A delivery's row: locked with its order, and changed. */
import { eq } from 'drizzle-orm';
import type { Transaction } from '#server/db/client.ts';
import { deliveries, type DeliveryRow } from '#server/db/schema/orders/deliveries.ts';
import type { OrderRow } from '#server/db/schema/orders/orders.ts';
import { markCooked } from '#server/deliveries/mark-cooked.ts';
import { lockOrder } from '#server/order-book/lock-order.ts';

/** The order is locked first, like everywhere. */
export async function lockDelivery(
  tx: Transaction,
  id: number,
): Promise<{ order: OrderRow; delivery: DeliveryRow } | null> {
  const [found] = await tx
    .select({ orderId: deliveries.orderId })
    .from(deliveries)
    .where(eq(deliveries.id, id));
  if (!found) return null;
  const order = await lockOrder(tx, found.orderId, undefined);
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, id));
  return delivery ? { order, delivery } : null;
}

export async function updateDelivery(
  tx: Transaction,
  delivery: DeliveryRow,
  changed: Partial<
    Pick<
      DeliveryRow,
      | 'status'
      | 'statusAt'
      | 'statusBy'
      | 'flag'
      | 'flagSeenAt'
      | 'flagSeenBy'
      | 'date'
      | 'window'
      | 'stop'
      | 'nearStop'
      | 'driverId'
    >
  >,
): Promise<DeliveryRow> {
  if (Object.keys(changed).length === 0) return delivery;
  const [after] = await tx
    .update(deliveries)
    .set({
      ...changed,
      // A bag that is cooked again is not the one that was kept.
      ...(changed.status === 'planned' && { madeOn: null }),
      ...(changed.status && { settledAt: null }),
      version: delivery.version + 1,
    })
    .where(eq(deliveries.id, delivery.id))
    .returning();
  if (!after) throw new Error(`delivery ${delivery.id} is gone`);
  if (changed.status && changed.status !== delivery.status) await markCooked(tx, after);
  return after;
}
