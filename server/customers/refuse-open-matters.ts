import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { formatDayAndMonth, type PlainDate } from '#domain/calendar/plain-date.ts';
import { formatDollars, sumCents } from '#domain/money.ts';
import type { Order } from '#domain/ordering/order.ts';
import { orderBalance } from '#domain/ordering/price/order-balance.ts';
import { isOpenDispute } from '#domain/ordering/status/dispute-status.ts';
import type { CustomerRows } from '#server/customers/find-customer.ts';
import type { Transaction } from '#server/db/client.ts';
import { disputes } from '#server/db/schema/money/disputes.ts';
import { refunds } from '#server/db/schema/money/refunds.ts';
import { Conflict } from '#server/errors.ts';
import { loadOrders } from '#server/order-book/load-orders.ts';

/**
 * Throws Conflict `delivery_ahead` or `money_open`, naming the orders: we could neither deliver nor settle with someone
 * we no longer know.
 */
export async function refuseOpenMatters(
  tx: Transaction,
  rows: CustomerRows,
  today: PlainDate,
): Promise<void> {
  const loaded = await loadOrders(tx, rows.orders);
  const ahead = loaded.flatMap((order) => describeAhead(order, today));
  if (ahead.length > 0) throw refusal('delivery_ahead', ahead);
  const settledOtherwise = await handledRefunds(tx, loaded);
  const open = [
    ...rows.checkouts.filter(isUnderWay).map(() => 'A payment is under way'),
    ...loaded.flatMap((order) => describeOpenMoney(order, settledOtherwise)),
    ...(await describeDisputes(tx, loaded)),
  ];
  if (open.length > 0) throw refusal('money_open', open);
}

function refusal(code: 'delivery_ahead' | 'money_open', reasons: readonly string[]): Conflict {
  const next =
    code === 'delivery_ahead'
      ? 'Cancel the order, or wait until it is delivered.'
      : 'Settle it first, then erase the customer.';
  return new Conflict(code, `Nothing was erased. ${reasons.join('. ')}. ${next}`);
}

function isUnderWay({ state }: CustomerRows['checkouts'][number]): boolean {
  return state === 'open' || state === 'expiring';
}

function describeAhead({ number, status, deliveries }: Order, today: PlainDate): string[] {
  if (status === 'cancelled') return [];
  const next = deliveries.find(
    (delivery) => delivery.status !== 'delivered' && delivery.date >= today,
  );
  return next ? [`Order ${number} is to be delivered on ${formatDayAndMonth(next.date)}`] : [];
}

/** Money kept of a cancelled order is not open: staff chose not to refund it. */
function describeOpenMoney(order: Order, settledOtherwise: ReadonlyMap<number, number>): string[] {
  const { number, status, refunds: all, capturedCents } = order;
  if (status === 'pending') return [`Order ${number} needs a decision`];
  const handledCents = settledOtherwise.get(order.id) ?? 0;
  const failedCents = sumCents(
    all.filter(({ state }) => state === 'failed').map(({ amountCents }) => amountCents),
  );
  if (all.some(({ state }) => ['wanted', 'sent', 'pending'].includes(state))) {
    return [`A refund of order ${number} is under way`];
  }
  if (failedCents > handledCents) return [`A refund of order ${number} failed`];
  const { totalCents } = order.price;
  const money = { status, totalCents, capturedCents: capturedCents ?? 0, refunds: all };
  const { balanceCents } = orderBalance(money);
  if (status === 'cancelled' || balanceCents === 0 || -balanceCents === handledCents) return [];
  const amount = formatDollars(Math.abs(balanceCents));
  return balanceCents > 0
    ? [`${amount} of order ${number} is unpaid`]
    : [`The customer of order ${number} overpaid by ${amount}`];
}

/** Failed refunds that staff have dealt with, in cents by order. */
async function handledRefunds(
  tx: Transaction,
  loaded: readonly Order[],
): Promise<Map<number, number>> {
  const ids = loaded.map(({ id }) => id);
  const rows = await tx
    .select({ orderId: refunds.orderId, amountCents: refunds.amountCents })
    .from(refunds)
    .where(
      and(inArray(refunds.orderId, ids), eq(refunds.state, 'failed'), isNotNull(refunds.handledAt)),
    );
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return new Map(
    [...byOrder].map(([id, all]) => [id, sumCents(all.map(({ amountCents }) => amountCents))]),
  );
}

async function describeDisputes(tx: Transaction, loaded: readonly Order[]): Promise<string[]> {
  const numbers = new Map(loaded.map(({ id, number }) => [id, number]));
  const rows = await tx
    .select({ orderId: disputes.orderId, status: disputes.status })
    .from(disputes)
    .where(inArray(disputes.orderId, [...numbers.keys()]));
  return rows
    .filter(({ status }) => isOpenDispute(status))
    .map(({ orderId }) => `The payment of order ${numbers.get(orderId ?? 0)} is disputed`);
}
