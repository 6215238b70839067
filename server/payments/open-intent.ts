import { eq } from 'drizzle-orm';
import type { Context } from '#server/context.ts';
import { type CheckoutRow, checkouts } from '#server/db/schema/checkouts.ts';

/**
 * The intent of a checkout; made at the gateway when we do not know of one. Asking again after a crash finds the same
 * intent, because the gateway's idempotency key is the checkout's id. Throws Unavailable.
 */
export async function openIntent(
  context: Pick<Context, 'db' | 'gateway' | 'site'>,
  checkout: CheckoutRow,
): Promise<{ id: string; clientSecret: string }> {
  if (checkout.paymentIntentId !== null && checkout.clientSecret !== null) {
    return { id: checkout.paymentIntentId, clientSecret: checkout.clientSecret };
  }
  const { business } = await context.site.current();
  const { customer } = checkout.frozenOrder;
  const intent = await context.gateway.createIntent({
    checkoutId: checkout.id,
    amountCents: checkout.totalCents,
    currency: business.currency,
    receiptEmail: customer.email,
    shipping: {
      name: `${customer.firstName} ${customer.lastName}`,
      phone: customer.phone,
      line1: customer.address.line1,
      line2: customer.address.line2,
      suburb: customer.address.suburb.name,
      postcode: customer.address.suburb.postcode,
    },
  });
  await context.db
    .update(checkouts)
    .set({ paymentIntentId: intent.id, clientSecret: intent.clientSecret })
    .where(eq(checkouts.id, checkout.id));
  return { id: intent.id, clientSecret: intent.clientSecret };
}
