/**
 * The launch offer: free delivery of the first paid order by an email address on the waitlist. Once for each customer,
 * known again by email in all its spellings, by phone and by address. One checkout at a time may claim it.
 */
import { and, eq, isNull, not, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { emailKey } from '#platform/rules/email-address.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { checkouts, type FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist-entries.ts';

type Customer = FrozenOrder['customer'];

const OFFER_LOCK = 'first order offer';

/** Whether a basket may have the offer now. A basket that claimed it earlier still may. */
export async function mayUseFirstOrderOffer(
  db: Database,
  customer: Customer,
  cartKey: string | undefined,
): Promise<boolean> {
  const isOther = cartKey === undefined ? sql`true` : sql`other.cart_key <> ${cartKey}`;
  const [entry] = await db
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .leftJoin(checkouts, eq(checkouts.id, waitlistEntries.firstOrderCheckoutId))
    .where(
      and(
        isEntryOf(customer.email),
        not(hasOrdered(customer)),
        not(isClaimedElsewhere(customer, isOther)),
        or(
          isNull(checkouts.id),
          cartKey === undefined ? undefined : eq(checkouts.cartKey, cartKey),
        ),
      ),
    );
  return entry !== undefined;
}

/**
 * Claims the offer for a checkout; false when another has just claimed or used it. Claims take turns until the end of
 * the transaction, because two emails of one customer are two rows.
 */
export async function claimFirstOrderOffer(
  tx: Transaction,
  customer: Customer,
  checkoutId: string,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${OFFER_LOCK}, 0))`);
  const claimed = await tx
    .update(waitlistEntries)
    .set({ firstOrderCheckoutId: checkoutId })
    .where(
      and(
        isEntryOf(customer.email),
        isNull(waitlistEntries.firstOrderCheckoutId),
        not(hasOrdered(customer)),
        not(isClaimedElsewhere(customer, sql`other.id <> ${checkoutId}`)),
      ),
    )
    .returning({ id: waitlistEntries.id });
  return claimed.length > 0;
}

/** Releases the offer when its checkout came to nothing. */
export async function releaseFirstOrderOffer(tx: Transaction, checkoutId: string): Promise<void> {
  await tx
    .update(waitlistEntries)
    .set({ firstOrderCheckoutId: null })
    .where(eq(waitlistEntries.firstOrderCheckoutId, checkoutId));
}

function isEntryOf(email: string) {
  return eq(sql`lower(${waitlistEntries.email})`, emailKey(email));
}

function hasOrdered(customer: Customer): SQL {
  const { email, phone, addressLine1: line1, addressLine2: line2, postcode } = orders;
  return sql`exists (
    select from ${orders} where ${isSameCustomer({ email, phone, line1, line2, postcode }, customer)})`;
}

/** By another of this customer's baskets that may still be paid. */
function isClaimedElsewhere(customer: Customer, isOther: SQL): SQL {
  const known = {
    email: sql`other.frozen_order #>> '{customer,email}'`,
    phone: sql`other.frozen_order #>> '{customer,phone}'`,
    line1: sql`other.frozen_order #>> '{customer,address,line1}'`,
    line2: sql`other.frozen_order #>> '{customer,address,line2}'`,
    postcode: sql`other.frozen_order #>> '{customer,address,suburb,postcode}'`,
  };
  return sql`exists (
    select from ${checkouts} other
    join ${waitlistEntries} claim on claim.first_order_checkout_id = other.id
    where other.state in ('open', 'expiring') and ${isOther} and ${isSameCustomer(known, customer)})`;
}

type CustomerColumns = Record<'email' | 'phone' | 'line1' | 'line2' | 'postcode', SQLWrapper>;

/** Each part by an index of 0003_second_release.sql. */
function isSameCustomer(known: CustomerColumns, { email, phone, address }: Customer): SQL {
  const { line1, line2, suburb } = address;
  return sql`(
    canonical_email(${known.email}) = canonical_email(${email}) or ${known.phone} = ${phone}
    or address_key(${known.line1}, ${known.line2}, ${known.postcode})
      = address_key(${line1}, ${line2}, ${suburb.postcode}))`;
}
