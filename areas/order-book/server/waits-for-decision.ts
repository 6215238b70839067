import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { IN_KITCHEN } from '#areas/order-book/rules/kitchen-bag.ts';
import type { Database } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

/** Of `deliveries`: as `isUndecided` says, in SQL. Few orders are pending: the others are not looked at. */
export function waitsForDecision(): SQL {
  return sql`(${deliveries.status} in (${sql.join(
    IN_KITCHEN.map((status) => sql`${status}`),
    sql`, `,
  )}) and ${deliveries.orderId} in (
    select ${orders.id} from ${orders} where ${orders.status} = 'pending'))`;
}

/** What waits for a decision on a day, and so is not cooked. */
export async function countUndecided(
  db: Database,
  date: PlainDate,
): Promise<{ orders: number; meals: number }> {
  const [found] = await db
    .select({
      orders: sql<number>`count(distinct ${deliveries.orderId})::int`,
      meals: sql<number>`count(*)::int`,
    })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(and(eq(deliveries.date, date), waitsForDecision()));
  return found ?? { orders: 0, meals: 0 };
}
