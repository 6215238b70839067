/** A delivery's row: locked with its order, and changed. */
import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliveries, type DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { markCooked } from '#areas/order-book/server/mark-cooked.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';

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
      | 'takesPlace'
      | 'wentWithOrder'
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
