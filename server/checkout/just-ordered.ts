import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import { emailKey } from '#domain/customer/email-address.ts';
import type { Context } from '#server/context.ts';
import type { CheckoutRow } from '#server/db/schema/orders/checkouts.ts';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { orders } from '#server/db/schema/orders/orders.ts';

const JUST_MS = 10 * 60_000;

/**
 * Whether someone with the same email has paid for one of these days, to the same address, a few minutes ago. Two
 * orders are allowed; but anyone about to pay for a second by mistake should be warned.
 */
export async function wasJustOrdered(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id, frozenOrder }: Pick<CheckoutRow, 'id' | 'frozenOrder'>,
): Promise<boolean> {
  const { customer, drops } = frozenOrder;
  const dates = drops.map(({ date }) => date);
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(
      and(
        gte(orders.createdAt, new Date(clock() - JUST_MS)),
        ne(orders.checkoutId, id),
        ne(orders.status, 'cancelled'),
        eq(sql`lower(${orders.email})`, emailKey(customer.email)),
        eq(sql`lower(${orders.addressLine1})`, customer.address.line1.toLowerCase()),
        inArray(deliveries.date, dates),
      ),
    )
    .limit(1);
  return found !== undefined;
}
