import { sql } from 'drizzle-orm';
import type { OrderCounts } from '#contract/admin-orders.ts';
import type { Database } from '#server/db/client.ts';
import { orderTallies } from '#server/db/schema/orders/order-tallies.ts';

/** The number of orders of each status, without reading a single order. */
export async function countOrdersByStatus(db: Database): Promise<OrderCounts> {
  const sums = await db
    .select({
      status: orderTallies.status,
      count: sql<number>`sum(${orderTallies.change})::int`,
    })
    .from(orderTallies)
    .groupBy(orderTallies.status);
  const counts: OrderCounts = { all: 0, pending: 0, confirmed: 0, delivered: 0, cancelled: 0 };
  for (const { status, count } of sums) {
    counts[status] = count;
    counts.all += count;
  }
  return counts;
}

/**
 * Consolidates the many rows that changes leave behind into one per status. Concurrent counts see the rows before or
 * after.
 */
export async function addUpTallies(db: Database): Promise<void> {
  await db.execute(sql`
    with taken as (delete from ${orderTallies} returning status, change)
    insert into ${orderTallies} (status, change)
    select status, sum(change) from taken group by status having sum(change) <> 0`);
}
