import { eq } from 'drizzle-orm';
import { orderStatusAfter } from '#areas/order-book/rules/order-status.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { deliveries, type DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import { type OrderRow, orders } from '#areas/order-book/server/tables/orders.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

/** Sets the order's status where it follows from its deliveries. */
export async function followDeliveries(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  {
    order,
    delivery,
    after,
    staff,
  }: { order: OrderRow; delivery: DeliveryRow; after: DeliveryRow; staff: StaffMember | null },
): Promise<void> {
  const stored = await tx
    .select({ id: deliveries.id, status: deliveries.status })
    .from(deliveries)
    .where(eq(deliveries.orderId, order.id));
  const statusesWith = (changed: DeliveryRow) =>
    stored.map(({ id, status }) => (id === changed.id ? changed.status : status));
  const status = orderStatusAfter(order.status, statusesWith(delivery), statusesWith(after));
  if (status === order.status) return;
  const version = order.version + 1;
  await tx.update(orders).set({ status, version }).where(eq(orders.id, order.id));
  await recordChange(tx, context, {
    staff,
    action: 'order.follow_deliveries',
    entity: 'order',
    entityId: order.id,
    before: { version: order.version, status: order.status },
    after: { version, status },
  });
}
