import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Recipient } from '#areas/business/rules/recipient.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/client.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { NotFound } from '#platform/server/errors.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';

type Received = { checkoutId: string; recipient: Pick<Recipient, 'phone'> | null };

/**
 * The secret part of a recipient's link, short enough for a text: 96 bits, always the same for one order and phone. With
 * another phone it is another one: what was texted to a wrong number shows nothing once that is put right.
 */
export function recipientTokenFor(checkoutId: string, phone: string, secret: string): string {
  return createHmac('sha256', secret)
    .update(`recipient:${checkoutId}:${phone}`)
    .digest('base64url')
    .slice(0, 16);
}

/** Where the recipient sees what comes and when, without anything of the payment; null when the food is the payer's own. */
export function recipientUrlFor(
  { signIn, trackingSecret }: Pick<Context, 'signIn' | 'trackingSecret'>,
  { checkoutId, recipient }: Received,
): string | null {
  if (recipient === null) return null;
  return `${signIn.publicUrl}/r/${recipientTokenFor(checkoutId, recipient.phone, trackingSecret)}`;
}

/** What `orders` keeps of it. */
export function recipientTokenHashOf(
  trackingSecret: string,
  { checkoutId, recipient }: Received,
): string | null {
  if (recipient === null) return null;
  return hashTrackingToken(recipientTokenFor(checkoutId, recipient.phone, trackingSecret));
}

/** By the secret in the recipient's link. Throws NotFound, alike for a mistyped one and for one that holds no more. */
export async function loadReceivedOrder(
  db: Database,
  token: string,
): Promise<Order & { recipient: Recipient }> {
  const rows = await db
    .select()
    .from(orders)
    .where(eq(orders.recipientTokenHash, hashTrackingToken(token)));
  const [order] = await loadOrders(db, rows);
  if (!order?.recipient) throw new NotFound('This order');
  return { ...order, recipient: order.recipient };
}
