import { and, asc, eq, gte, lte, ne, sql } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Database } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { packTicks } from '#areas/order-book/server/tables/packing.ts';

/** Portions that a packer could not put into their bag, and nobody has since; by day, window and stop. */
export async function listMissing(
  db: Database,
  { from, until }: { from: PlainDate; until?: PlainDate },
) {
  const rows = await db
    .select({
      itemId: orderItems.id,
      mealId: orderItems.mealId,
      meal: orderItems.meal,
      reason: packTicks.reason,
      orderId: orders.id,
      firstName: sql<string>`coalesce(${orders.recipient} ->> 'firstName', ${orders.firstName})`,
      lastName: sql<string>`coalesce(${orders.recipient} ->> 'lastName', ${orders.lastName})`,
      date: deliveries.date,
      window: deliveries.window,
      stop: deliveries.stop,
      status: deliveries.status,
      isRefunded: sql<boolean>`exists (
        select from refunds where refunds.order_id = ${orders.id} and refunds.state <> 'failed'
        and refunds.item_ids @> to_jsonb(${orderItems.id}))`,
    })
    .from(packTicks)
    .innerJoin(
      orderItems,
      and(
        eq(orderItems.id, packTicks.itemId),
        eq(orderItems.deliveryId, packTicks.deliveryId),
        eq(orderItems.mealId, packTicks.mealId),
        eq(orderItems.personId, packTicks.personId),
      ),
    )
    .innerJoin(deliveries, eq(deliveries.id, packTicks.deliveryId))
    .innerJoin(orders, eq(orders.id, deliveries.orderId))
    .where(
      and(
        eq(packTicks.state, 'missing'),
        sql`not exists (select from pack_ticks later where later.delivery_id = ${packTicks.deliveryId}
          and later.item_id = ${packTicks.itemId} and later.id > ${packTicks.id})`,
        ne(deliveries.status, 'cancelled'),
        gte(deliveries.date, from),
        until === undefined ? undefined : lte(deliveries.date, until),
      ),
    )
    .orderBy(
      asc(deliveries.date),
      asc(deliveries.window),
      asc(deliveries.stop),
      asc(orderItems.id),
    );
  return rows.map(({ meal, reason, stop, ...portion }) => ({
    ...portion,
    mealName: meal.name,
    reason: reason ?? ('cant_find' as const),
    stop: stop ?? 0,
  }));
}
