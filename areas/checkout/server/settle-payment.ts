import { and, eq } from 'drizzle-orm';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { Context } from '#platform/server/context.ts';
import { Conflict, NotFound, NotPaid } from '#platform/server/errors.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import type { Intent } from '#platform/server/gateway-port.ts';
import { weekOfCheckout, describeLeft, isOnSale } from '#areas/checkout/server/ordering-week.ts';
import { replyOf } from '#areas/checkout/server/record-payment.ts';
import { settleApproval } from '#areas/checkout/server/settle-approval.ts';
import { settleTopUpApproval } from '#areas/checkout/server/settle-top-up-approval.ts';
import { settleTaken } from '#areas/checkout/server/settle-taken.ts';
import { selectSettledOrder } from '#areas/checkout/server/settlement-statements.ts';

const settling = new WeakMap<Context, Map<string, Promise<PlacedOrderReply>>>();

/**
 * Turns a succeeded payment into its one order, or adds it to the order it tops up; the only way an order is created.
 * The browser, the webhook and the expiry job all call it, as often as they like: the result is the same every time. Throws NotFound for an intent that
 * is not ours, NotPaid before the money has arrived, Unavailable.
 */
export async function settlePayment(
  context: Context,
  paymentIntentId: string,
): Promise<PlacedOrderReply> {
  const ofProcess = settling.get(context) ?? new Map<string, Promise<PlacedOrderReply>>();
  settling.set(context, ofProcess);
  try {
    // Browser and webhook often arrive together. The lock keeps them apart; this only saves work.
    const underWay = ofProcess.get(paymentIntentId);
    if (underWay) return await underWay;
  } catch {
    // The other call's reply from the gateway may be older than the event that triggered this one.
  }
  const settlement = settleAlone(context, paymentIntentId);
  ofProcess.set(paymentIntentId, settlement);
  try {
    return await settlement;
  } finally {
    if (ofProcess.get(paymentIntentId) === settlement) ofProcess.delete(paymentIntentId);
  }
}

async function settleAlone(context: Context, paymentIntentId: string): Promise<PlacedOrderReply> {
  const settled = await findSettled(context, paymentIntentId);
  if (settled) return settled;
  const intent = await context.gateway.retrieveIntent(paymentIntentId);
  if (!intent) throw new NotFound('This payment');
  if (intent.livemode !== context.gateway.livemode) throw new NotFound('This payment');
  if (intent.status === 'requires_capture')
    return intent.topUp
      ? settleTopUpApproval(context, intent, intent.topUp)
      : settleApproval(context, intent);
  if (intent.status === 'canceled') await refuseDisplaced(context, intent);
  if (intent.status !== 'succeeded')
    throw new NotPaid(`The payment has not succeeded (${intent.status})`);
  return settleTaken(context, intent);
}

async function findSettled(
  context: Context,
  paymentIntentId: string,
): Promise<PlacedOrderReply | null> {
  const [order] = await selectSettledOrder(context.db, { paymentIntentId });
  return order ? replyOf(context, order) : null;
}

/** So that a customer whose hold gave way learns why. Throws Conflict `hold_gave_way`. */
async function refuseDisplaced(context: Context, intent: Intent): Promise<void> {
  const isDisplaced = and(
    eq(checkouts.paymentIntentId, intent.id),
    eq(checkouts.state, 'displaced'),
  );
  const [checkout] = await context.db
    .select({ frozenOrder: checkouts.frozenOrder, previewLinkId: checkouts.previewLinkId })
    .from(checkouts)
    .where(isDisplaced);
  if (!checkout) return;
  const { drops } = checkout.frozenOrder;
  const week = await weekOfCheckout(context, checkout);
  const sold = drops.filter((slot) => !isOnSale(slot, week));
  throw new Conflict(
    'hold_gave_way',
    'Someone paid for the last place before you. Your card was not charged and your basket is safe.',
    describeLeft(sold.length > 0 ? sold : drops, week),
  );
}
