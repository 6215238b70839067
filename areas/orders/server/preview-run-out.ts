/** Whom a meal that ran out concerns, and what would be done for each. Stores nothing. */
import { and, asc, between, eq, inArray, ne } from 'drizzle-orm';
import type { RunOutReply, RunOutRow } from '#areas/orders/calls/run-out.ts';
import { formatAmount, parseAmount, sumCents } from '#platform/rules/money.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { hashOf } from '#areas/order-book/server/same-preview.ts';
import { readLeft } from '#areas/places/server/portions-left.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { listOpenChoices } from '#areas/order-book/server/meal-choices.ts';
import type { SiteState } from '#areas/menu/server/site-port.ts';
import { describePlan, planOrder, type RunOutQuery } from '#areas/orders/server/plan-order.ts';

/** By order, in the sequence in which orders are locked. */
export async function previewRunOut(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  query: RunOutQuery,
  site: SiteState,
): Promise<RunOutRow[]> {
  const waiting = await loadWaiting(db, query);
  const open = Map.groupBy(
    await listOpenChoices(
      db,
      waiting.map(({ id }) => id),
    ),
    ({ orderId }) => orderId,
  );
  const now = clock();
  const left = await readLeft(db, query, site.business);
  return waiting.flatMap((order) =>
    describePlan(
      order,
      planOrder(order, query, site, { now, open: open.get(order.id) ?? [], left }),
    ),
  );
}

async function loadWaiting(db: Database, { meal, from, to }: RunOutQuery) {
  const concerned = db
    .select({ id: orderItems.orderId })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(
      and(
        eq(orderItems.mealId, meal.id),
        between(deliveries.date, from, to),
        ne(deliveries.status, 'cancelled'),
      ),
    );
  const rows = await db
    .select()
    .from(orders)
    .where(and(inArray(orders.id, concerned), ne(orders.status, 'cancelled')))
    .orderBy(asc(orders.id));
  return loadOrders(db, rows);
}

/** Of rows before or after they were done. */
export function runOutReply(
  mealName: string,
  rows: readonly RunOutRow[],
  { isTold }: { isTold: boolean },
): RunOutReply {
  const done = rows.filter(({ ok }) => ok !== false);
  const countOf = (outcome: RunOutRow['outcome']) =>
    done.filter((row) => row.outcome === outcome).reduce((sum, { portions }) => sum + portions, 0);
  const told = new Set(
    done.filter(({ outcome }) => outcome !== 'left').map(({ orderId }) => orderId),
  );
  return {
    mealName,
    isDone: rows.some(({ ok }) => ok !== null),
    rows: [...rows],
    counts: {
      swap: countOf('swap'),
      refund: countOf('refund'),
      ask: countOf('ask'),
      left: countOf('left'),
    },
    refundTotal: formatAmount(sumCents(done.map(({ refund }) => parseAmount(refund ?? '0') ?? 0))),
    told: isTold ? told.size : 0,
    previewHash: hashOfRows(rows),
  };
}

/** Without what only tells the time: who may choose for two hours from now may do so a minute later, too. */
export function hashOfRows(rows: readonly RunOutRow[]): string {
  const seen = rows.map(({ until: _until, ok: _ok, message: _message, ...row }) => row);
  return hashOf(seen);
}
