/** The portal's Payments page: everything that needs staff, and the results of the last checks. */
import { and, asc, desc, eq, isNull, sql, sum } from 'drizzle-orm';
import {
  type BooksCheckReply,
  type DisputeReply,
  type FailedRefundReply,
  type OpenBalanceReply,
  type PaymentsOverviewReply,
  type ReconcileRunReply,
  type UndecidedOrderReply,
  type UnmatchedEventReply,
  checkBooks as findDiscrepanciesCall,
  getPaymentsOverview,
  refundUndecidedOrder as refundUndecidedOrderCall,
  handleRefund as handleRefundCall,
  confirmUndecidedOrder as confirmUndecidedOrderCall,
  retryEvent,
  retryRefund as retryRefundCall,
} from '#areas/payments/calls/admin-payments.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { customerName, liveDeliveriesOf } from '#areas/order-book/rules/order.ts';
import { isOpenDispute } from '#platform/rules/dispute-status.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import {
  type BooksCheckRow,
  type DayTotals,
  disputes,
  refunds,
  gatewayEvents,
  reconcileRuns,
} from '#areas/order-book/server/tables/payments.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { findLastCheck, checkBooks, describeNotCompared, differenceOf } from './check-books.ts';
import {
  DECIDE_WITHIN_MS,
  REFUNDED_BY_TIME,
  refundUndecidedOrder,
  confirmUndecidedOrder,
} from '#areas/orders/server/decide-order.ts';
import { listHolds } from '#areas/order-book/server/holds.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { listOpenBalances, type OpenBalance } from '#areas/order-book/server/open-balances.ts';
import {
  toRefundReply,
  handleRefund,
  retryRefund,
} from '#areas/order-book/server/failed-refunds.ts';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { retryGatewayEvent } from '#areas/payments/server/receive-gateway-event.ts';

const MOST_ROWS = 200;
const RECENT_MS = 31 * 24 * 60 * 60_000;

export async function describePaymentsOverview(context: Context): Promise<PaymentsOverviewReply> {
  const { db, gateway } = context;
  const lastCheck = await findLastCheck(context);
  return {
    mode: gateway.mode,
    livemode: gateway.livemode,
    undecidedOrders: await listUndecided(context),
    failedRefunds: await listFailedRefunds(db),
    unmatchedEvents: await listUnmatched(db),
    disputes: await listDisputes(db),
    openBalances: (await listKnownBalances(context, lastCheck))
      .slice(0, MOST_ROWS)
      .map(describeBalance),
    lastCheck: lastCheck ? toBooksCheckReply(lastCheck) : null,
    lastReconcile: await findLastReconcile(db),
  };
}

/**
 * Among recent orders, and those that the last check found among all. Not what is due because a refund failed: that is
 * listed as such until someone deals with it, and would be counted twice.
 */
export async function listKnownBalances(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  lastCheck: BooksCheckRow | undefined,
): Promise<OpenBalance[]> {
  const since = new Date(clock() - RECENT_MS).toISOString();
  const known = (lastCheck?.openBalances ?? []).map(String).join(',');
  const open = await listOpenBalances(
    db,
    sql`(${orders.createdAt} >= ${since} or ${orders.id} = any (${`{${known}}`}::int[]))`,
  );
  const failed = await db
    .select({ orderId: refunds.orderId, cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .where(isWaitingFailed())
    .groupBy(refunds.orderId);
  const failedOf = new Map(failed.map(({ orderId, cents }) => [orderId, cents]));
  return open.flatMap((balance) => {
    if (balance.balanceCents > 0) return balance;
    const balanceCents = balance.balanceCents + (failedOf.get(balance.orderId) ?? 0);
    return balanceCents < 0 ? { ...balance, balanceCents } : [];
  });
}

export function isWaitingFailed() {
  return and(eq(refunds.state, 'failed'), isNull(refunds.handledAt));
}

function describeBalance({ balanceCents, ...order }: OpenBalance): OpenBalanceReply {
  return { ...order, balance: formatAmount(balanceCents) };
}

export function toBooksCheckReply(check: BooksCheckRow): BooksCheckReply {
  const { at, ok, problems, days, notCompared } = check;
  return {
    at: at.toISOString(),
    ok,
    problems,
    notCompared: describeNotCompared(notCompared),
    days: days.map((day) => ({
      date: day.date,
      provider: toDayTotal(day.provider),
      ours: toDayTotal(day.ours),
      difference: formatAmount(differenceOf(day)),
    })),
  };
}

function toDayTotal({ capturedCents, refundedCents }: DayTotals) {
  return {
    captured: formatAmount(capturedCents),
    refunded: formatAmount(refundedCents),
    net: formatAmount(capturedCents - refundedCents),
  };
}

/** The longest waiting first. */
async function listUndecided({
  db,
  site,
}: Pick<Context, 'db' | 'site'>): Promise<UndecidedOrderReply[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(eq(orders.status, 'pending'))
    .orderBy(asc(orders.id))
    .limit(MOST_ROWS);
  const undecided = await loadOrders(db, rows);
  const { business } = await site.current();
  const onHold = await listHolds(db, undecided, business);
  return undecided.flatMap((order): UndecidedOrderReply[] => {
    // Staff set these to pending themselves, so they need no decision.
    if (order.pendingReason === null) return [];
    const paidAt = order.createdAt.getTime();
    const goesByItself = REFUNDED_BY_TIME.includes(order.pendingReason);
    return [
      {
        id: order.id,
        orderNumber: order.number,
        version: order.version,
        reason: order.pendingReason,
        customerName: customerName(order.customer),
        total: formatAmount(order.price.totalCents),
        paidAt: order.createdAt.toISOString(),
        refundsItselfAt: goesByItself ? new Date(paidAt + DECIDE_WITHIN_MS).toISOString() : null,
        onHold: onHold(order),
        deliveries: liveDeliveriesOf(order).map(({ date, window }) => ({ date, window })),
      },
    ];
  });
}

async function listFailedRefunds(db: Database): Promise<FailedRefundReply[]> {
  const rows = await db
    .select({ refund: refunds, orderNumber: orders.number })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(isWaitingFailed())
    .orderBy(asc(refunds.updatedAt))
    .limit(MOST_ROWS);
  return rows.map(({ refund, orderNumber }) => ({
    ...toRefundReply(refund),
    orderId: refund.orderId,
    orderNumber,
    failedAt: refund.updatedAt.toISOString(),
  }));
}

async function listUnmatched(db: Database): Promise<UnmatchedEventReply[]> {
  const rows = await db
    .select()
    .from(gatewayEvents)
    .where(eq(gatewayEvents.state, 'unmatched'))
    .orderBy(asc(gatewayEvents.receivedAt))
    .limit(MOST_ROWS);
  return rows.map(({ id, type, paymentIntentId, tries, receivedAt, nextTryAt }) => ({
    id,
    type,
    paymentIntentId,
    tries,
    receivedAt: receivedAt.toISOString(),
    nextTryAt: nextTryAt?.toISOString() ?? null,
  }));
}

async function listDisputes(db: Database): Promise<DisputeReply[]> {
  const rows = await db
    .select({ dispute: disputes, orderNumber: orders.number })
    .from(disputes)
    .leftJoin(orders, eq(orders.id, disputes.orderId))
    .orderBy(desc(disputes.createdAt))
    .limit(MOST_ROWS);
  return rows.map(({ dispute, orderNumber }) => ({
    id: dispute.id,
    orderId: dispute.orderId,
    orderNumber,
    amount: formatAmount(dispute.amountCents),
    status: dispute.status,
    isOpen: isOpenDispute(dispute.status),
    reason: dispute.reason,
    dueBy: dispute.dueBy?.toISOString() ?? null,
    createdAt: dispute.createdAt.toISOString(),
  }));
}

async function findLastReconcile(db: Database): Promise<ReconcileRunReply | null> {
  const [run] = await db.select().from(reconcileRuns).orderBy(desc(reconcileRuns.id)).limit(1);
  if (!run) return null;
  const { at, seen, fixed, alarms } = run;
  return { at: at.toISOString(), seen, fixed, alarms };
}

export function registerPaymentsOverviewRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getPaymentsOverview, () => describePaymentsOverview(context));

  staffRoute(app, findDiscrepanciesCall, async () => toBooksCheckReply(await checkBooks(context)));

  staffRoute(app, confirmUndecidedOrderCall, ({ params, body, staff }) =>
    confirmUndecidedOrder(context, staff, { id: params.id, version: body.version }, body.overLimit),
  );

  staffRoute(app, refundUndecidedOrderCall, ({ params, body, staff }) =>
    refundUndecidedOrder(context, staff, { id: params.id, version: body.version }),
  );

  staffRoute(app, retryRefundCall, ({ params, staff }) => retryRefund(context, staff, params.id));

  staffRoute(app, handleRefundCall, ({ params, body, staff }) =>
    handleRefund(context, staff, params.id, body.note),
  );

  staffRoute(app, retryEvent, async ({ params }) => {
    const state = await retryGatewayEvent(context, params.id);
    if (state === null) throw new NotFound('This event');
    return { state };
  });
}
