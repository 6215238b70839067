/** What is asked of the database on the way from a basket to its payment, built once: see platform/server/db/prepared.ts. */
import { and, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import { type Given, type GivenRow, prepared, valuesOf } from '#platform/server/db/prepared.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

/** A basket's checkout that may still be paid, or is. */
export const selectLiveCheckout = prepared((db, { cartKey }: Given<{ cartKey: string }>) =>
  db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.cartKey, cartKey),
        inArray(checkouts.state, ['open', 'expiring', 'approved', 'paid']),
      ),
    ),
);

const CHECKOUT_COLUMNS = [
  'id',
  'cartKey',
  'contentHash',
  'frozenOrder',
  'totalCents',
  'holdUntil',
  'byPhone',
  'onPayment',
  'trackingTokenHash',
] as const;

/** No row when the basket has one already. */
export const insertCheckout = prepared(
  (db, given: GivenRow<typeof checkouts, typeof CHECKOUT_COLUMNS>) =>
    db
      .insert(checkouts)
      .values(valuesOf(given, CHECKOUT_COLUMNS))
      .onConflictDoNothing()
      .returning(),
);

type OpenedIntent = { checkoutId: string; paymentIntentId: string; clientSecret: string };

export const storeIntent = prepared((db, given: Given<OpenedIntent>) =>
  db
    .update(checkouts)
    .set({
      paymentIntentId: sql`${given.paymentIntentId}`,
      clientSecret: sql`${given.clientSecret}`,
    })
    .where(eq(checkouts.id, given.checkoutId)),
);

/** `email` in lower case; `dates` as a list of PostgreSQL's. */
type SameDays = { since: Date; checkoutId: string; email: string; street: string; dates: string };

/** An order for one of these days that was paid by another checkout with the same email, for the same address. */
export const selectOrderOfSameDays = prepared((db, given: Given<SameDays>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(
      and(
        gte(orders.createdAt, given.since),
        ne(orders.checkoutId, given.checkoutId),
        ne(orders.status, 'cancelled'),
        eq(sql`lower(${orders.email})`, given.email),
        eq(orders.streetKey, given.street),
        sql`${deliveries.date} = any (${given.dates}::date[])`,
      ),
    )
    .limit(1),
);
