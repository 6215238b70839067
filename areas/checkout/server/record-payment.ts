/** What is written of money that was taken for a checkout, and what anyone who paid is told. */
import { eq } from 'drizzle-orm';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import type { CheckoutRow } from '#areas/order-book/server/tables/checkouts.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { trackingTokenFor } from '#areas/order-book/server/tracking-token.ts';
import {
  insertCapture,
  insertPayment,
  markPaid,
  selectCheckoutForUpdate,
} from '#areas/checkout/server/settlement-statements.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { Intent } from '#platform/server/gateway-port.ts';

/** Two settlements of one payment take turns here. The metadata finds a checkout that has not stored its intent yet. */
export async function lockCheckout(
  tx: Transaction,
  intent: Intent,
): Promise<CheckoutRow | undefined> {
  const { id, checkoutId } = intent;
  const [checkout] = await selectCheckoutForUpdate(tx, { paymentIntentId: id, checkoutId });
  return checkout;
}

type Paid = { intent: Intent; checkout: CheckoutRow; orderId: number };

/** The payment and its ledger entry, once. */
export async function recordMoney(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  { intent, checkout, orderId, cartKey }: Paid & { cartKey: string },
): Promise<void> {
  const { id: paymentIntentId, amountCents, currency, livemode, account } = intent;
  const checkoutId = checkout.id;
  await Promise.all([
    markPaid(tx, { checkoutId, paymentIntentId, cartKey }),
    insertPayment(tx, {
      paymentIntentId,
      checkoutId,
      orderId,
      amountCents,
      currency,
      livemode,
      gatewayAccount: account,
    }),
    insertCapture(tx, {
      orderId,
      paymentIntentId,
      amountCents,
      gatewayId: intent.chargeId ?? intent.id,
      createdAt: new Date(context.clock()),
    }),
  ]);
}

export async function confirmByEmail(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  { checkout, orderId, withdrawn }: Pick<Paid, 'checkout' | 'orderId'> & { withdrawn?: string },
): Promise<void> {
  await writeMessage(tx, context, {
    kind: 'order_confirmation',
    about: orderId,
    orderId,
    recipient: checkout.frozenOrder.customer.email,
    withdrawn,
  });
}

/** For a checkout that has its order already. */
export async function replyOfPaid(
  context: Pick<Context, 'log' | 'trackingSecret'>,
  tx: Transaction,
  checkout: CheckoutRow,
  intent: Intent,
): Promise<PlacedOrderReply> {
  if (checkout.paymentIntentId !== intent.id) {
    context.log.error(
      { alarm: 'second_payment', checkoutId: checkout.id, paymentIntentId: intent.id },
      'a checkout was paid a second time: refund this payment at the card provider',
    );
  }
  const [order] = await tx
    .select({ number: orders.number, checkoutId: orders.checkoutId })
    .from(orders)
    .where(eq(orders.checkoutId, checkout.id))
    .prepare('order_of_checkout')
    .execute();
  if (!order) throw new Error(`checkout ${checkout.id} is paid but has no order`);
  return replyOf(context, order);
}

export function replyOf(
  { trackingSecret }: Pick<Context, 'trackingSecret'>,
  order: { number: string; checkoutId: string },
): PlacedOrderReply {
  return {
    orderNumber: order.number,
    trackingToken: trackingTokenFor(order.checkoutId, trackingSecret),
  };
}
