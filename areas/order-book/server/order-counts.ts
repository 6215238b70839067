import { type SQL, sql } from 'drizzle-orm';
import type { OrderCounts } from '#areas/order-book/calls/admin-orders.ts';
import { formatAmount, sumCents } from '#platform/rules/money.ts';
import type { OrderStatus } from '#areas/order-book/rules/order-status.ts';
import type { Database } from '#platform/server/db/client.ts';
import { orderTallies, orders } from '#areas/order-book/server/tables/orders.ts';
import { isChosen, type OrderChoice } from '#areas/order-book/server/find-orders.ts';
import { listOpenBalances } from '#areas/order-book/server/open-balances.ts';

/** How many orders there are of each status, and what they add up to if `balance` chose them. */
export async function countOrders(db: Database, choice: OrderChoice): Promise<OrderCounts> {
  const chosen = await isChosen(db, choice);
  if (chosen === undefined) return countAll(db);
  const [found, balanceSum] = await Promise.all([
    db
      .select({ status: orders.status, count: sql<number>`count(*)::int` })
      .from(orders)
      .where(chosen)
      .groupBy(orders.status),
    choice.balance && sumBalances(db, chosen),
  ]);
  return { ...addUp(found), ...(balanceSum !== undefined && { balanceSum }) };
}

async function sumBalances(db: Database, chosen: SQL): Promise<string> {
  const open = await listOpenBalances(db, chosen);
  return formatAmount(sumCents(open.map(({ balanceCents }) => Math.abs(balanceCents))));
}

/** Without reading a single order. */
async function countAll(db: Database): Promise<OrderCounts> {
  const sums = await db
    .select({
      status: orderTallies.status,
      count: sql<number>`sum(${orderTallies.change})::int`,
    })
    .from(orderTallies)
    .groupBy(orderTallies.status);
  return addUp(sums);
}

function addUp(sums: readonly { status: OrderStatus; count: number }[]): OrderCounts {
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
