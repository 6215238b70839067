import type { Context } from '#platform/server/context.ts';
import { storeIntent } from '#areas/checkout/server/checkout-statements.ts';
import type { CheckoutRow } from '#areas/order-book/server/tables/checkouts.ts';
import type { Intent } from '#platform/server/gateway-port.ts';
import { writeSnapshot } from '#areas/checkout/server/order-snapshot.ts';

/** A little less than the day for which the gateway promises to remember a key. */
const KEYS_KEPT_MS = 23 * 60 * 60_000;
const CLOCKS_DIFFER_MS = 60 * 60_000;

/**
 * The checkout's intent; made at the gateway unless we already know one. Asking again after a crash finds the same
 * intent, because the gateway's idempotency key is the checkout's id. The gateway forgets keys after a day; from then
 * on we look for the intent by its metadata. Throws Unavailable.
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
  const intent =
    (await findUnrecorded(context, checkout)) ??
    (await context.gateway.createIntent({
      paysFor: { checkoutId: checkout.id, snapshot: writeSnapshot(checkout.frozenOrder) },
      amountCents: checkout.totalCents,
      currency: business.currency,
      capture: checkout.onPayment ? 'manual' : 'automatic',
      receiptEmail: customer.email,
      shipping: {
        name: `${customer.firstName} ${customer.lastName}`,
        phone: customer.phone,
        line1: customer.address.line1,
        line2: customer.address.line2,
        suburb: customer.address.suburb.name,
        postcode: customer.address.suburb.postcode,
        state: business.region.state,
      },
    }));
  const { id: paymentIntentId, clientSecret } = intent;
  await storeIntent(context.db, { checkoutId: checkout.id, paymentIntentId, clientSecret });
  return { id: paymentIntentId, clientSecret };
}

async function findUnrecorded(
  { gateway }: Pick<Context, 'gateway'>,
  { id, createdAt }: CheckoutRow,
): Promise<Intent | undefined> {
  // By the database's clock, which is real time, like the gateway's.
  if (Date.now() - createdAt.getTime() < KEYS_KEPT_MS) return undefined;
  const listed = await gateway.listIntentsSince(createdAt.getTime() - CLOCKS_DIFFER_MS);
  return listed.find((intent) => intent.checkoutId === id);
}
