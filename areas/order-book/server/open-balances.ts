import { and, asc, eq, ne, not, type SQL, sql } from 'drizzle-orm';
import type { Cents } from '#platform/rules/money.ts';
import { accountOfOrder, type OpenOrderBalance } from '#areas/order-book/rules/order-account.ts';
import { SENT_AGAIN } from '#areas/order-book/rules/order-status.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { payments, refunds } from '#areas/order-book/server/tables/payments.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { paysForWaitingChange } from '#areas/order-book/server/waiting-changes.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { IN_KITCHEN } from '#areas/order-book/rules/kitchen-bag.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';

export type OpenBalance = {
  orderId: number;
  orderNumber: string;
  /** Negative: to be refunded. Positive: not paid. */
  balanceCents: Cents;
};

/**
 * Orders whose account is open, by id. Not those that wait for a decision, which asks the same. What is kept of a cancelled
 * one was staff's decision.
 */
export async function listOpenBalances(
  db: Database | Transaction,
  /** About `orders`. */
  which?: SQL,
): Promise<OpenBalance[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(mayBeOpen(), which))
    .orderBy(asc(orders.id));
  const found = (await loadOrders(db, rows)).map((order): OpenBalance => {
    const { owedCents, dueBackCents } = accountOfOrder(order);
    return { orderId: order.id, orderNumber: order.number, balanceCents: owedCents - dueBackCents };
  });
  return found.filter(({ balanceCents }) => balanceCents !== 0);
}

export function isOnSide({ balanceCents }: OpenBalance, side: OpenOrderBalance): boolean {
  return side === 'owed' ? balanceCents > 0 : balanceCents < 0;
}

/** The account of any other is settled: it was paid to the cent, and nothing was given beyond that. */
function mayBeOpen(): SQL {
  return sql`${orders.id} in (
    select o.id from ${orders} o join (
      select order_id,
        coalesce(sum(amount_cents)
          filter (where not ${paysForWaitingChange(payments.topUpId)}), 0) as cents,
        sum(amount_cents) as all_cents
      from ${payments} group by order_id
    ) p on p.order_id = o.id
    left join lateral (
      select sum(amount_cents)
          filter (where r.state <> 'failed' or r.handled_note <> ${SENT_AGAIN}) as cents,
        bool_or(r.presents <> '[]') as has_presents
      from ${refunds} r where r.order_id = o.id
    ) back on true
    where o.pending_reason is null and case when o.status = 'cancelled'
      then p.all_cents - coalesce(back.cents, 0) <> coalesce((
        select sum((one.value ->> 'cents')::int) from jsonb_array_elements(o.kept) one), 0)
      else o.total_cents <> p.cents - coalesce(back.cents, 0) or back.has_presents end)`;
}

/** Of `deliveries`: as `isUndecided` says, in SQL. Few orders are pending: the others are not looked at. */
function waitsForDecision(): SQL {
  return sql`(${deliveries.status} in (${sql.join(
    IN_KITCHEN.map((status) => sql`${status}`),
    sql`, `,
  )}) and ${deliveries.orderId} in (
    select ${orders.id} from ${orders} where ${orders.status} = 'pending'))`;
}

/** Of `deliveries`: neither cancelled, nor waiting for a decision, nor of a test order. */
export function isGoingOut(): SQL | undefined {
  return and(
    ne(deliveries.status, 'cancelled'),
    not(waitsForDecision()),
    not(isTestOrder(deliveries.orderId)),
  );
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
    .where(
      and(eq(deliveries.date, date), waitsForDecision(), not(isTestOrder(deliveries.orderId))),
    );
  return found ?? { orders: 0, meals: 0 };
}
