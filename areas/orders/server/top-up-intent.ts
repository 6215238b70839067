import { eq } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import { type TopUpRow, topUps } from '#areas/order-book/server/tables/order-changes.ts';
import { isOnPayment } from '#areas/order-book/server/waiting-changes.ts';
import { IntentRefused } from '#platform/server/errors.ts';
import { getOrder } from '#areas/order-book/server/load-orders.ts';

type OpenedIntent = { id: string; clientSecret: string };

/**
 * The top-up's intent, made at the gateway unless we know one. After a crash the same one is found again, because the
 * gateway's idempotency key is the top-up's id; a top-up does not live as long as the gateway remembers keys. Throws
 * IntentRefused or Unavailable.
 */
export async function openTopUpIntent(
  context: Pick<Context, 'db' | 'gateway' | 'site'>,
  topUp: TopUpRow,
): Promise<OpenedIntent> {
  if (topUp.paymentIntentId !== null && topUp.clientSecret !== null)
    return { id: topUp.paymentIntentId, clientSecret: topUp.clientSecret };
  const { business } = await context.site.current();
  const { checkoutId, customer, isTest } = await getOrder(context.db, { id: topUp.orderId });
  // No real money for food that is not cooked.
  if (isTest && context.gateway.livemode)
    throw new IntentRefused('payment_unavailable', 'This is a test order: no card is charged.');
  const { line1, line2, suburb } = customer.address;
  const { id, clientSecret } = await context.gateway.createIntent({
    paysFor: { topUpId: topUp.id, checkoutId },
    amountCents: topUp.amountCents,
    currency: business.currency,
    capture: (await isOnPayment(context.db, topUp)) ? 'manual' : 'automatic',
    receiptEmail: customer.email,
    shipping: {
      name: `${customer.firstName} ${customer.lastName}`,
      phone: customer.phone,
      line1,
      line2,
      suburb: suburb.name,
      postcode: suburb.postcode,
      state: business.region.state,
    },
  });
  await context.db
    .update(topUps)
    .set({ paymentIntentId: id, clientSecret })
    .where(eq(topUps.id, topUp.id));
  return { id, clientSecret };
}
