import { and, asc, eq, ne, not, type SQL, sql, gt, lte } from 'drizzle-orm';
import { type Cents, formatDollars, sumCents } from '#platform/rules/money.ts';
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
import { costOfParts } from '#areas/order-book/rules/issued-documents.ts';
import { documentMarks, documents } from '#areas/order-book/server/tables/documents.ts';

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

/** `isUndecided` for a row of `deliveries`, in SQL. Few orders are pending: the others are not looked at. */
function waitsForDecision(): SQL {
  return sql`(${deliveries.status} in (${sql.join(
    IN_KITCHEN.map((status) => sql`${status}`),
    sql`, `,
  )}) and ${deliveries.orderId} in (
    select ${orders.id} from ${orders} where ${orders.status} = 'pending'))`;
}

/** A row of `deliveries` that is neither cancelled, nor waiting for a decision, nor of a test order. */
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

const AT_ONCE = 500;

const PRICE = 'I6 an order costs what its meals, fees and kept money cost';
const DOCUMENTS = 'I6 the receipts and notes of an order add up to what it costs';

/**
 * Orders whose price or documents say something else than their account. Not those that are still to be followed, nor the
 * documents of those that were sold before there were any: what is open of them is on Payments.
 */
export async function findMoneyFaults(
  tx: Transaction,
): Promise<{ rule: string; example: string }[]> {
  const found: { rule: string; example: string }[] = [];
  for (let last = 0; ;) {
    const rows = await tx
      .select()
      .from(orders)
      .where(gt(orders.id, last))
      .orderBy(asc(orders.id))
      .limit(AT_ONCE);
    const page = { from: last, to: rows.at(-1)?.id ?? last };
    const [documented, marked] = [await sumsOf(tx, page), await marksIn(tx, page)];
    for (const order of await loadOrders(tx, rows)) {
      const account = accountOfOrder(order);
      const isCancelled = order.status === 'cancelled';
      const isPast = marked.get(order.id) ?? false;
      if (!isCancelled && !isPast && order.price.totalCents !== account.costCents) {
        const says = formatDollars(order.price.totalCents);
        const example = `${order.number}: costs ${says}, its parts ${formatDollars(account.costCents)}`;
        found.push({ rule: PRICE, example });
      }
      if (order.payments.length === 0 || marked.has(order.id)) continue;
      const sum = documented.get(order.id);
      const netCents = sumCents([...costOfParts(account, isCancelled).values()]);
      if (sum?.isReissued || (sum?.cents ?? 0) === netCents) continue;
      const says = formatDollars(sum?.cents ?? 0);
      const example = `${order.number}: documents ${says}, cost ${formatDollars(netCents)}`;
      found.push({ rule: DOCUMENTS, example });
    }
    if (rows.length < AT_ONCE) return found;
    last = rows.at(-1)?.id ?? last;
  }
}

type Page = { from: number; to: number };

/** By order that is still to be followed: whether it is one of the release before. */
async function marksIn(tx: Transaction, { from, to }: Page): Promise<Map<number, boolean>> {
  const rows = await tx
    .select({ id: documentMarks.orderId, isPast: sql<boolean>`bool_or(${documentMarks.isPast})` })
    .from(documentMarks)
    .where(and(gt(documentMarks.orderId, from), lte(documentMarks.orderId, to)))
    .groupBy(documentMarks.orderId);
  return new Map(rows.map(({ id, isPast }) => [id, isPast]));
}

async function sumsOf(tx: Transaction, { from, to }: Page) {
  const { rows } = await tx.execute<{ id: number; cents: number; isReissued: boolean }>(sql`
    select order_id as id, sum(total_cents)::int as cents, bool_or(is_reissued) as "isReissued"
    from ${documents} where order_id > ${from} and order_id <= ${to} group by order_id`);
  return new Map(rows.map(({ id, ...sum }) => [id, sum]));
}
