import { eq, or, and, inArray, sql } from 'drizzle-orm';
import { type Present, presentsOfGivenBack } from '#areas/order-book/rules/account.ts';
import { accountOfOrder } from '#areas/order-book/rules/order-account.ts';
import { isLaterRefundState } from '#areas/order-book/rules/order-status.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import {
  ledgerEntries,
  type PaymentRow as Payment,
  payments,
  type RefundRow,
  refunds,
  disputes,
} from '#areas/order-book/server/tables/payments.ts';
import { loadOrder } from '#areas/order-book/server/load-orders.ts';
import { lockOrder } from '#areas/order-book/server/lock-order.ts';
import type { OrderRow } from '#areas/order-book/server/tables/orders.ts';
import { NotFound } from '#platform/server/errors.ts';
import { noteCheckout } from '#platform/server/log.ts';
import type { GatewayRefund, GatewayDispute } from '#platform/server/gateway-port.ts';
import { DISPUTE_STATUSES, isOpenDispute } from '#platform/rules/dispute-status.ts';
import { sumCents } from '#platform/rules/money.ts';

/**
 * Updates our record of a payment's refunds from the gateway. Refunds made at the gateway by staff are added too; they
 * never cancel an order. Throws NotFound for a payment that is not ours, Unavailable.
 */
export async function syncRefunds(context: Context, paymentIntentId: string): Promise<void> {
  await upsertRefunds(context, paymentIntentId, await context.gateway.listRefunds(paymentIntentId));
}

/** Stores the gateway's report about these refunds of one payment. */
export async function upsertRefunds(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  paymentIntentId: string,
  news: readonly GatewayRefund[],
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const order = await lockOrderOf(tx, paymentIntentId);
    const [payment] = await tx
      .select()
      .from(payments)
      .where(eq(payments.paymentIntentId, paymentIntentId))
      .for('no key update');
    if (!payment) throw new NotFound('This payment');
    if (payment.checkoutId !== null) noteCheckout(payment.checkoutId);
    for (const refund of news) {
      const state = await upsertRefund(context, tx, { payment, order }, refund);
      await recordMoney(context, tx, payment, refund, state);
    }
  });
}

/** Returns the refund's current state. */
async function upsertRefund(
  context: Pick<Context, 'clock' | 'log'>,
  tx: Transaction,
  { payment, order }: { payment: Payment; order: OrderRow },
  news: GatewayRefund,
): Promise<RefundRow['state']> {
  const now = new Date(context.clock());
  const isByKey = news.idemKey === null ? undefined : eq(refunds.idemKey, news.idemKey);
  const [known] = await tx
    .select()
    .from(refunds)
    .where(or(eq(refunds.gatewayId, news.id), isByKey));
  if (!known) {
    await tx.insert(refunds).values({
      orderId: payment.orderId,
      paymentIntentId: payment.paymentIntentId,
      amountCents: news.amountCents,
      presents: await presentsOf(tx, order, news),
      reason: 'Refunded at the card provider',
      state: news.state,
      idemKey: news.id,
      gatewayId: news.id,
      failureReason: news.failureReason,
      createdAt: now,
      updatedAt: now,
    });
    return news.state;
  }
  if (!isLaterRefundState(known.state, news.state)) return known.state;
  const { state, failureReason } = news;
  await tx
    .update(refunds)
    .set({ state, failureReason, gatewayId: news.id, updatedAt: now })
    .where(eq(refunds.id, known.id));
  if (state === 'failed') {
    context.log.error(
      { alarm: 'refund_failed', refundId: known.id, failureReason },
      'a refund failed at the gateway',
    );
  }
  return state;
}

async function presentsOf(
  tx: Transaction,
  order: OrderRow,
  { state, amountCents }: GatewayRefund,
): Promise<Present[]> {
  if (state === 'failed') return [];
  return presentsOfGivenBack(accountOfOrder(await loadOrder(tx, order)), amountCents);
}

/** Before the payment, as anyone who changes an order locks them. Throws NotFound. */
async function lockOrderOf(tx: Transaction, paymentIntentId: string): Promise<OrderRow> {
  const [payment] = await tx
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.paymentIntentId, paymentIntentId));
  if (!payment) throw new NotFound('This payment');
  return lockOrder(tx, payment.orderId, undefined);
}

/** The ledger is append-only: money that went out and came back is in it twice. */
async function recordMoney(
  { clock }: Pick<Context, 'clock'>,
  tx: Transaction,
  { orderId, paymentIntentId }: Payment,
  { id, amountCents }: GatewayRefund,
  state: RefundRow['state'],
): Promise<void> {
  const entry = { orderId, paymentIntentId, createdAt: new Date(clock()) };
  if (state === 'succeeded') {
    await tx
      .insert(ledgerEntries)
      .values({ ...entry, kind: 'refund', amountCents: -amountCents, gatewayId: id })
      .onConflictDoNothing();
  }
  if (state !== 'failed') return;
  const [wentOut] = await tx
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.gatewayId, id));
  if (!wentOut) return;
  await tx
    .insert(ledgerEntries)
    .values({ ...entry, kind: 'refund_failed', amountCents, gatewayId: `${id}:failed` })
    .onConflictDoNothing();
}

const OPEN_STATUSES = DISPUTE_STATUSES.filter(isOpenDispute);

/** Updates our record of a payment's disputes from the gateway. Neither orders nor slots change. Throws Unavailable. */
export async function syncDisputes(context: Context, paymentIntentId: string): Promise<void> {
  for (const dispute of await context.gateway.listDisputes(paymentIntentId)) {
    await upsertDispute(context, dispute);
  }
}

/** True if anything changed. A late reply never reopens a closed dispute; only an appeal does. */
export async function upsertDispute(
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  news: GatewayDispute,
): Promise<boolean> {
  const { id, paymentIntentId, amountCents, reason, status } = news;
  const changed = await context.db.transaction(async (tx) => {
    const orderId = await findOrder(tx, paymentIntentId);
    const dueBy = news.dueBy === null ? null : new Date(news.dueBy);
    const updatedAt = new Date(context.clock());
    const known = { paymentIntentId, orderId, amountCents, reason, status, dueBy, updatedAt };
    const [before] = await tx.select().from(disputes).where(eq(disputes.id, id));
    const isLateNews = isOpenDispute(status) && !status.startsWith('appeal_');
    const kept = await tx
      .insert(disputes)
      .values({ id, ...known, createdAt: new Date(news.createdAt) })
      .onConflictDoUpdate({
        target: disputes.id,
        set: known,
        setWhere: or(inArray(disputes.status, OPEN_STATUSES), isLateNews ? sql`false` : sql`true`),
      })
      .returning({ id: disputes.id });
    if (kept.length === 0 || (before?.status === status && before.orderId === orderId)) return null;
    if (orderId !== null && paymentIntentId !== null)
      await enterInLedger(tx, { ...news, orderId, paymentIntentId }, updatedAt);
    return { orderId };
  });
  if (!changed) return false;
  const { orderId } = changed;
  context.log.error(
    { alarm: 'dispute', disputeId: id, orderId, status },
    'a customer disputes a payment',
  );
  return true;
}

/** What a bank took stands in the ledger, and stands in it again when it gives it back. */
async function enterInLedger(
  tx: Transaction,
  {
    id,
    status,
    amountCents,
    orderId,
    paymentIntentId,
  }: GatewayDispute & { orderId: number; paymentIntentId: string },
  createdAt: Date,
): Promise<void> {
  // Until it is decided, also about an appeal, the money stays where it is.
  if (isOpenDispute(status)) return;
  const entries = await tx
    .select({ cents: ledgerEntries.amountCents })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.paymentIntentId, paymentIntentId),
        sql`split_part(${ledgerEntries.gatewayId}, ':', 1) = ${id}`,
      ),
    );
  const cents = (status === 'lost' ? -amountCents : 0) - sumCents(entries.map((one) => one.cents));
  if (cents === 0) return;
  await tx.insert(ledgerEntries).values({
    kind: cents < 0 ? 'dispute_taken' : 'dispute_returned',
    amountCents: cents,
    gatewayId: `${id}:${entries.length + 1}`,
    orderId,
    paymentIntentId,
    createdAt,
  });
}

async function findOrder(tx: Transaction, paymentIntentId: string | null): Promise<number | null> {
  if (paymentIntentId === null) return null;
  // Two reports of one dispute take turns.
  const [payment] = await tx
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.paymentIntentId, paymentIntentId))
    .for('no key update');
  return payment?.orderId ?? null;
}
