import { and, asc, gt, lte, sql } from 'drizzle-orm';
import { accountOfOrder } from '#areas/order-book/rules/order-account.ts';
import { costOfParts } from '#areas/order-book/rules/issued-documents.ts';
import { formatDollars, sumCents } from '#platform/rules/money.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { documentMarks, documents } from '#areas/order-book/server/tables/documents.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

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
