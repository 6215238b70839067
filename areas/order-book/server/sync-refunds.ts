import { eq, or } from 'drizzle-orm';
import { isLaterRefundState } from '#areas/order-book/rules/refund-state.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { ledgerEntries } from '#areas/order-book/server/tables/ledger-entries.ts';
import { type PaymentRow as Payment, payments } from '#areas/order-book/server/tables/payments.ts';
import { type RefundRow, refunds } from '#areas/order-book/server/tables/refunds.ts';
import { NotFound } from '#platform/server/errors.ts';
import { noteCheckout } from '#platform/server/log-ids.ts';
import type { GatewayRefund } from '#platform/server/gateway-port.ts';

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
    const [payment] = await tx
      .select()
      .from(payments)
      .where(eq(payments.paymentIntentId, paymentIntentId))
      .for('no key update');
    if (!payment) throw new NotFound('This payment');
    if (payment.checkoutId !== null) noteCheckout(payment.checkoutId);
    for (const refund of news) {
      const state = await upsertRefund(context, tx, payment, refund);
      await recordMoney(context, tx, payment, refund, state);
    }
  });
}

/** Returns the refund's current state. */
async function upsertRefund(
  context: Pick<Context, 'clock' | 'log'>,
  tx: Transaction,
  payment: Payment,
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
