import { eq } from 'drizzle-orm';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import type { Context } from '#platform/server/context.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { hashTrackingToken } from '#areas/order-book/server/tracking-token.ts';

/**
 * Email and phone of the order that `contactOf` links to, where they were left empty: whoever has the link may order the
 * same again, and never reads them. Without such an order they stay empty, and are refused as such.
 */
export async function withContactOf(
  { db }: Pick<Context, 'db'>,
  sent: PreparedOrder,
): Promise<PreparedOrder> {
  if (sent.contactOf === undefined) return sent;
  const [known] = await db
    .select({ email: orders.email, phone: orders.phone })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(eq(checkouts.trackingTokenHash, hashTrackingToken(sent.contactOf)));
  if (!known) return sent;
  const { customer } = sent;
  const email = customer.email.trim() === '' ? known.email : customer.email;
  const phone = customer.phone.trim() === '' ? known.phone : customer.phone;
  return { ...sent, customer: { ...customer, email, phone } };
}
