import { and, eq } from 'drizzle-orm';
import type { PlacedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { type CheckoutRow, checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { type CheckoutEnd, endCheckout } from '#areas/checkout/server/end-checkout.ts';
import { writeSnapshot } from '#areas/checkout/server/order-snapshot.ts';
import {
  pricePreparedOrder,
  refuseUnanswered,
  toQuoteReply,
} from '#areas/checkout/server/price-prepared-order.ts';
import { settlePayment } from '#areas/checkout/server/settle-payment.ts';
import type { Context } from '#platform/server/context.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import { isSameSecret } from '#platform/server/same-secret.ts';

type Claim = { id: string; clientSecret: string };

/**
 * Books an approved checkout whose place is gone in other windows, at the total that was approved. The client secret proves
 * whose it is. Throws NotFound, InvalidRequest, Unavailable, Conflict `quote_changed`, `hold_ended`, or as `settlePayment`.
 */
export async function chooseWindows(
  context: Context,
  { orderData, ...claim }: Claim & { orderData: PreparedOrder },
): Promise<PlacedOrderReply> {
  const checkout = await findOwn(context, claim);
  const { paymentIntentId } = checkout;
  if (checkout.state !== 'open' || !checkout.approvedUntil || paymentIntentId === null)
    throw new Conflict(
      'hold_ended',
      'Your bank’s approval is not kept any longer. Your card was not charged. Start the payment again.',
    );
  const { frozen, site } = await pricePreparedOrder(context, orderData);
  refuseUnanswered(frozen, site);
  if (frozen.price.totalCents !== checkout.totalCents)
    throw new Conflict(
      'quote_changed',
      'With this window your order costs something else than your bank approved. Your card was not charged.',
      { quote: toQuoteReply(frozen, site) },
    );
  const { customer, recipient } = checkout.frozenOrder;
  // Whose it is, and where it goes, stays as it was when they paid.
  const frozenOrder = { ...frozen, customer, ...(recipient && { recipient }) };
  // By it the order is rebuilt after an old backup was restored. First: it may say more than is booked, never less.
  await context.gateway.changeSnapshot(paymentIntentId, {
    ...emptied(writeSnapshot(checkout.frozenOrder)),
    ...writeSnapshot(frozenOrder),
  });
  await context.db
    .update(checkouts)
    .set({ frozenOrder })
    .where(and(eq(checkouts.id, checkout.id), eq(checkouts.state, 'open')));
  return settlePayment(context, paymentIntentId);
}

function emptied(snapshot: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(snapshot).map((part) => [part, '']));
}

/** Lets it go at once, for a customer who wants nothing else. Throws NotFound or Unavailable. */
export async function letCheckoutGo(context: Context, claim: Claim): Promise<CheckoutEnd> {
  return endCheckout(context, await findOwn(context, claim), 'replaced');
}

async function findOwn({ db }: Pick<Context, 'db'>, claim: Claim): Promise<CheckoutRow> {
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, claim.id));
  if (!checkout?.clientSecret || !isSameSecret(checkout.clientSecret, claim.clientSecret))
    throw new NotFound('This checkout');
  return checkout;
}
