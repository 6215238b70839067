/** The payment that a change waits for, between the customer and the card provider. */
import { and, eq } from 'drizzle-orm';
import { formatAmount, formatDollars } from '#platform/rules/money.ts';
import type { Context } from '#platform/server/context.ts';
import { type TopUpRow, topUps } from '#areas/order-book/server/tables/top-ups.ts';
import { orderChanges } from '#areas/order-book/server/tables/order-changes.ts';
import { Conflict, NotFound, NotPaid, ServiceError } from '#platform/server/errors.ts';
import { isOnPayment } from '#areas/order-book/server/waiting-changes.ts';
import { orderIdOf } from '#areas/order-book/server/load-orders.ts';
import { finishChangeOf } from '#areas/orders/server/finish-change.ts';
import { openTopUpIntent } from '#areas/orders/server/top-up-intent.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';

/** 402: nothing is changed until this is paid. */
class PaymentDue extends ServiceError {
  constructor(topUp: TopUpRow, intent: { id: string; clientSecret: string }, isCrowded: boolean) {
    super(402, 'payment_due', `Pay ${formatDollars(topUp.amountCents)} to change your order.`, {
      clientSecret: intent.clientSecret,
      paymentIntentId: intent.id,
      amount: formatAmount(topUp.amountCents),
      holdExpiresAt: topUp.openUntil.toISOString(),
      ...(isCrowded && { place: 'on_payment' }),
    });
  }
}

/** Throws IntentRefused or Unavailable. */
export async function paymentDue(context: Context, topUp: TopUpRow): Promise<ServiceError> {
  const intent = await openTopUpIntent(context, topUp);
  return new PaymentDue(topUp, intent, await isOnPayment(context.db, topUp));
}

/**
 * Makes the change that this payment was for. Throws NotFound when it is not this order's, PaymentDue while it is not paid,
 * or Conflict `place_pending`, `slot_full`, `meal_sold_out` or `hold_ended`, not charged, or `order_changed` when it can no longer be made and the money goes back.
 */
export async function settleChange(
  context: Context,
  token: string,
  paymentIntentId: string,
): Promise<void> {
  const orderId = await orderIdOf(context.db, token);
  const [topUp] = await context.db
    .select()
    .from(topUps)
    .where(and(eq(topUps.paymentIntentId, paymentIntentId), eq(topUps.orderId, orderId)));
  if (!topUp || !(await findChange(context, topUp))) throw new NotFound('This payment');
  const isPaid = await settle(context, paymentIntentId).catch(async (error: unknown) => {
    // Let go: nothing waits any more.
    if (error instanceof Conflict) await finishChangeOf(context, topUp.id);
    throw error;
  });
  if (!isPaid && topUp.state === 'open') throw await paymentDue(context, topUp);
  await finishChangeOf(context, topUp.id);
  const change = await findChange(context, topUp);
  if (change?.state === 'applied') return;
  if (change?.state === 'refused')
    throw new Conflict(
      'order_changed',
      `We couldn’t make this change any more. Your ${formatDollars(change.paidCents)} is on its way back to your card.`,
    );
  throw new Conflict('hold_ended', 'Your time to pay is over. Nothing was changed or charged.');
}

async function settle(context: Context, paymentIntentId: string): Promise<boolean> {
  try {
    await settlePayment(context, paymentIntentId);
    return true;
  } catch (error) {
    if (error instanceof NotPaid) return false;
    throw error;
  }
}

async function findChange({ db }: Pick<Context, 'db'>, { id }: TopUpRow) {
  const [change] = await db.select().from(orderChanges).where(eq(orderChanges.topUpId, id));
  return change ?? null;
}
