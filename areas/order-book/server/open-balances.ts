import { type SQL, sql } from 'drizzle-orm';
import type { Cents } from '#platform/rules/money.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { refunds } from '#areas/order-book/server/tables/refunds.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { paysForWaitingChange } from '#areas/order-book/server/waiting-changes.ts';

export type OpenBalance = {
  orderId: number;
  orderNumber: string;
  /** Negative: to be refunded. Positive: not paid. */
  balanceCents: Cents;
};

/**
 * Orders that cost more than was paid, or less than what we kept, counting refunds under way as paid out and failed ones
 * that were paid another way too; money for a change that waits is not the order's yet. A refund beyond that was goodwill and leaves nothing open. Not orders that wait for a
 * decision, which asks the same, nor cancelled ones: what is kept of them was staff's decision.
 */
export async function listOpenBalances(
  db: Pick<Database | Transaction, 'execute'>,
  /** About `o`, the order. */
  which: SQL,
): Promise<OpenBalance[]> {
  const { rows } = await db.execute<OpenBalance>(
    sql`select * from (${openBalances(which)}) balances order by "orderId"`,
  );
  return rows;
}

/** The same as a query, with the columns of `OpenBalance`. */
export function openBalances(which: SQL = sql`true`): SQL {
  return sql`
    select * from (
      select o.id as "orderId", o.number as "orderNumber",
        (case
          when o.total_cents > p.amount_cents then o.total_cents - p.amount_cents
          else least(0, o.total_cents - p.amount_cents + coalesce(back.cents, 0))
        end)::int as "balanceCents"
      from ${orders} o join (
        select order_id,
          coalesce(sum(amount_cents)
            filter (where not ${paysForWaitingChange(payments.topUpId)}), 0)::int as amount_cents
        from ${payments} group by order_id
      ) p on p.order_id = o.id
      left join lateral (
        select sum(amount_cents) as cents from ${refunds} r
        where r.order_id = o.id and (r.state <> 'failed' or r.handled_note is not null)
      ) back on true
      where o.status <> 'cancelled' and o.pending_reason is null and ${which}
    ) of_each
    where "balanceCents" <> 0`;
}
