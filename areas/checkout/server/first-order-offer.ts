/**
 * The launch offer: free delivery of the first paid order by an email address on the waitlist. Once for each customer,
 * known again by email in all its spellings, by phone and by address. One checkout at a time may claim it.
 */
import {
  and,
  eq,
  inArray,
  isNull,
  ne,
  not,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Context } from '#platform/server/context.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { emailKey, mailboxKey } from '#platform/rules/customer-name.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { type GivenValues, prepared } from '#platform/server/db/prepared.ts';
import { streetKeyText } from '#areas/order-book/rules/street-key.ts';
import { checkouts, type FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';

type Customer = FrozenOrder['customer'];

const OFFER_LOCK = 'first order offer';

/** Whether a basket may have the offer now. A basket that claimed it earlier still may. */
export async function mayUseFirstOrderOffer(
  db: Database,
  customer: Customer,
  cartKey: string | undefined,
): Promise<boolean> {
  const email = emailKey(customer.email);
  const [entry] = await selectOffer(db, { ...knownBy(customer), email, cartKey: cartKey ?? null });
  if (!entry) return false;
  const isOther = cartKey === undefined ? undefined : ne(checkouts.cartKey, cartKey);
  return !(await isClaimedElsewhere(db, customer, isOther));
}

type Known = ReturnType<typeof knownBy> & { email: string };

const selectOffer = prepared((db, given: GivenValues<Known & { cartKey: string | null }>) =>
  db
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .leftJoin(checkouts, eq(checkouts.id, waitlistEntries.firstOrderCheckoutId))
    .where(
      and(
        isEntryOf(given.email),
        not(hasOrdered(given)),
        or(isNull(checkouts.id), eq(checkouts.cartKey, given.cartKey)),
      ),
    ),
);

/** Why someone on the waitlist pays for delivery: their offer is used, or we know them. Null for everyone else. */
export async function whyNoFirstOrderOffer(
  { db }: Pick<Context, 'db'>,
  { customer, price }: Pick<FrozenOrder, 'customer' | 'price'>,
  { business }: { business: BusinessFacts },
): Promise<string | null> {
  if (!business.waitlistFirstOrderFree || price.deliveryFeeCents === 0) return null;
  const email = emailKey(customer.email);
  const [known] = await selectUse(db, { ...knownBy(customer), email });
  if (!known) return null;
  if (known.usedAt) {
    const { date } = wallTimeAt(known.usedAt.getTime(), business.timeZone);
    const [, day, month] = formatDate(date).split(' ');
    return `Your free delivery was used on ${day} ${month}.`;
  }
  return `${known.byEmail ? 'This email has had a paid order' : 'We’ve delivered to this phone or address'} before, so the first-order offer doesn’t apply.`;
}

const selectUse = prepared((db, given: GivenValues<Known>) =>
  db
    .select({
      usedAt: orders.createdAt,
      byEmail: sql<boolean>`exists (select from ${orders} where ${orders.mailbox} = ${given.mailbox})`,
    })
    .from(waitlistEntries)
    .leftJoin(orders, eq(orders.checkoutId, waitlistEntries.firstOrderCheckoutId))
    .where(and(isEntryOf(given.email), hasOrdered(given))),
);

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
  if (await isClaimedElsewhere(tx, customer, ne(checkouts.id, checkoutId))) return false;
  const claimed = await tx
    .update(waitlistEntries)
    .set({ firstOrderCheckoutId: checkoutId })
    .where(
      and(
        isEntryOf(emailKey(customer.email)),
        isNull(waitlistEntries.firstOrderCheckoutId),
        not(hasOrdered(knownBy(customer))),
      ),
    )
    .returning({ id: waitlistEntries.id });
  return claimed.length > 0;
}

export async function releaseFirstOrderOffer(tx: Transaction, checkoutId: string): Promise<void> {
  await tx
    .update(waitlistEntries)
    .set({ firstOrderCheckoutId: null })
    .where(eq(waitlistEntries.firstOrderCheckoutId, checkoutId));
}

function isEntryOf(email: string | Placeholder) {
  // People of an imported file have it only if the owner gave it.
  return and(eq(sql`lower(${waitlistEntries.email})`, email), eq(waitlistEntries.hasOffer, true));
}

function hasOrdered(known: Record<keyof ReturnType<typeof knownBy>, string | Placeholder>): SQL {
  // A test uses nothing up, and neither does what its bank never paid.
  return sql`exists (select from ${orders} where (${orders.mailbox} = ${known.mailbox}
    or ${orders.phone} = ${known.phone} or ${orders.streetKey} = ${known.street})
    and not ${isTestOrder(orders.id)}
    and not exists (select from ${checkouts} unpaid
      where unpaid.id = ${orders.checkoutId} and unpaid.state = 'fell_through'))`;
}

/** By another of this customer's baskets that may still be paid. Few are open at a time. */
async function isClaimedElsewhere(
  db: Database | Transaction,
  customer: Customer,
  isOther: SQL | undefined,
): Promise<boolean> {
  const claims = await db
    .select({ frozenOrder: checkouts.frozenOrder })
    .from(checkouts)
    .innerJoin(waitlistEntries, eq(waitlistEntries.firstOrderCheckoutId, checkouts.id))
    .where(and(inArray(checkouts.state, ['open', 'expiring']), isOther));
  const { mailbox, phone, street } = knownBy(customer);
  return claims.some(({ frozenOrder }) => {
    const other = knownBy(frozenOrder.customer);
    return other.mailbox === mailbox || other.phone === phone || other.street === street;
  });
}

function knownBy({ email, phone, address: { line1, line2, suburb } }: Customer) {
  return {
    mailbox: mailboxKey(email),
    phone,
    street: streetKeyText(line1, line2, suburb.postcode),
  };
}
