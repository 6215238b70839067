/**
 * The launch offer: free delivery of the first paid order by an email address on the waitlist. One checkout at a time
 * may claim it.
 */
import { and, eq, exists, isNull, not, or, sql } from 'drizzle-orm';
import { emailKey } from '#domain/customer/email-address.ts';
import type { Database, Transaction } from '#server/db/client.ts';
import { checkouts } from '#server/db/schema/orders/checkouts.ts';
import { orders } from '#server/db/schema/orders/orders.ts';
import { waitlistEntries } from '#server/db/schema/operation/waitlist-entries.ts';

/** Whether a basket may have the offer now. A basket that claimed it earlier still may. */
export async function mayUseFirstOrderOffer(
  db: Database,
  email: string,
  cartKey: string | undefined,
): Promise<boolean> {
  const hasOrdered = exists(
    db
      .select({ id: orders.id })
      .from(orders)
      .where(eq(sql`lower(${orders.email})`, emailKey(email))),
  );
  const [entry] = await db
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .leftJoin(checkouts, eq(checkouts.id, waitlistEntries.firstOrderCheckoutId))
    .where(
      and(
        isEntryOf(email),
        not(hasOrdered),
        or(
          isNull(checkouts.id),
          cartKey === undefined ? undefined : eq(checkouts.cartKey, cartKey),
        ),
      ),
    );
  return entry !== undefined;
}

/** Claims the offer for a checkout; false when another has just claimed it. */
export async function claimFirstOrderOffer(
  tx: Transaction,
  email: string,
  checkoutId: string,
): Promise<boolean> {
  const claimed = await tx
    .update(waitlistEntries)
    .set({ firstOrderCheckoutId: checkoutId })
    .where(and(isEntryOf(email), isNull(waitlistEntries.firstOrderCheckoutId)))
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
