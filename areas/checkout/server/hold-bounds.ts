/**
 * Who may hold places without paying. Anyone who may not is sold them on payment: holding is a courtesy, and closes no shop.
 * Switched off together with the rate limits.
 */
import { MINUTE_MS } from '#platform/rules/durations.ts';
import { sql, and, eq } from 'drizzle-orm';
import { mailboxKey } from '#platform/rules/customer-name.ts';
import type { Transaction, Database } from '#platform/server/db/client.ts';
import {
  type FrozenOrder,
  type CheckoutRow,
  checkouts,
} from '#areas/order-book/server/tables/checkouts.ts';
import { holds } from '#areas/order-book/server/tables/slots.ts';
import { networkKey } from '#platform/server/http/throttle.ts';
import { keyedHash, isSameSecret } from '#platform/server/link-token.ts';
import type { Holder } from '#areas/places/server/holds.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { cutoffFor } from '#areas/business/rules/ordering-week.ts';
import type { Context } from '#platform/server/context.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';

/**
 * Unpaid checkouts at a time. A network may be a campus or all customers of a mobile provider in a suburb; one person
 * has a second tab, a second device, and one that was forgotten.
 */
export const UNPAID_CHECKOUTS = { network: 30, mailbox: 3, phone: 3 } as const;

export function holderOf(
  { email, phone }: FrozenOrder['customer'],
  ip: string,
  secret: string,
): Holder {
  const hashed = (text: string) => keyedHash(secret, text);
  return {
    network: hashed(networkKey(ip)),
    mailbox: hashed(mailboxKey(email)),
    phone: hashed(phone),
  };
}

/**
 * Whether this holder may hold one checkout more. Holders with anything in common wait for each other until the end of the
 * transaction, so no number of concurrent requests gets past a bound.
 */
export async function mayHold(tx: Transaction, holder: Holder): Promise<boolean> {
  const [, { rows }] = await Promise.all([
    lockHolder(tx, holder),
    tx.execute<Record<keyof Holder, number>>(sql`
      select ${countOf('network', holder)}, ${countOf('mailbox', holder)}, ${countOf('phone', holder)}
      from ${holds}
      where network = ${holder.network} or mailbox = ${holder.mailbox} or phone = ${holder.phone}`),
  ]);
  const [held] = rows;
  if (!held) throw new Error('counting holds returned nothing');
  return (['mailbox', 'phone', 'network'] as const).every(
    (bound) => held[bound] < UNPAID_CHECKOUTS[bound],
  );
}

/** In a fixed order, so that two holders never deadlock. */
async function lockHolder(tx: Transaction, { network, mailbox, phone }: Holder): Promise<void> {
  const keys = sql.join(
    [`n${network}`, `e${mailbox}`, `p${phone}`].map((key) => sql`hashtextextended(${key}, 0)`),
    sql`, `,
  );
  await tx.execute(sql`
    select pg_advisory_xact_lock(key)
    from (select key from unnest(array[${keys}]) as key order by key) as ordered`);
}

function countOf(what: keyof Holder, holder: Holder) {
  const column = sql.raw(what);
  return sql`count(distinct owner_id) filter (where ${column} = ${holder[what]})::int as ${column}`;
}

type Facts = Pick<
  BusinessFacts,
  'timeZone' | 'cutoff' | 'orderWeekStart' | 'graceAfterCutoffMinutes'
>;

/** A delivery to be sold, or one that is booked. */
type Sold = { date: PlainDate; changeableUntil?: Date };

/**
 * When places held from `from` are released: after this many minutes, but never long after the cutoff of the ordered
 * week, when the kitchen starts to count.
 */
export function holdEnd(
  from: Instant,
  minutes: number,
  deliveries: readonly Sold[],
  facts: Facts,
): Instant {
  return Math.min(from + minutes * MINUTE_MS, sealedAt(deliveries, facts));
}

/** From then on the kitchen counts: nothing is sold for these days any more. */
export function sealedAt(deliveries: readonly Sold[], facts: Facts): Instant {
  return (
    Math.min(...deliveries.map((delivery) => cutoffOfSold(delivery, facts))) +
    facts.graceAfterCutoffMinutes * MINUTE_MS
  );
}

/** For a booked delivery the cutoff that was promised; of a new one that of today's week. */
export function cutoffOfSold({ date, changeableUntil }: Sold, facts: Facts): Instant {
  return changeableUntil?.getTime() ?? cutoffFor(date, facts);
}

const EXTEND_HOLD_MINUTE_MS = 60_000;

/**
 * Extends the hold for a customer who is still paying, once, when they ask for it in its last minutes: a page that nobody
 * uses lets its places go. The client secret proves whose checkout it is. Throws NotFound, or Conflict `hold_ended` or
 * `too_early`.
 */
export async function extendHold(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'throttle'>,
  request: { checkoutId: string; clientSecret: string },
): Promise<{ holdExpiresAt: string; canExtendHold: boolean }> {
  const { business } = await context.site.current();
  const [checkout] = await context.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, request.checkoutId));
  if (!checkout?.clientSecret || !isSameSecret(checkout.clientSecret, request.clientSecret)) {
    throw new NotFound('This checkout');
  }
  if (context.throttle) requireLastMinutes(context, checkout, business);
  const extended = await extend(context.db, checkout, business);
  if (!extended)
    throw new Conflict(
      'hold_ended',
      'Your time to pay can’t be extended. Start the payment again.',
    );
  return { holdExpiresAt: extended.holdUntil.toISOString(), canExtendHold: false };
}

function requireLastMinutes(
  { clock }: Pick<Context, 'clock'>,
  { holdUntil, holdExtended }: CheckoutRow,
  { holdExtendableMinutes }: BusinessFacts,
): void {
  if (
    holdExtended ||
    holdUntil.getTime() - clock() <= holdExtendableMinutes * EXTEND_HOLD_MINUTE_MS
  )
    return;
  throw new Conflict(
    'too_early',
    `You can ask for more time in the last ${holdExtendableMinutes} minutes.`,
  );
}

const WITH_BANK = ['requires_action', 'processing'];

/**
 * The same, called by the expiry job, while the customer's bank is authenticating or deciding. False if it is not, if
 * the hold was already extended, or if the cutoff leaves no time. Throws Unavailable.
 */
export async function extendForBank(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'gateway'>,
  checkout: CheckoutRow,
): Promise<boolean> {
  const { paymentIntentId, state, holdExtended } = checkout;
  if (state !== 'open' || holdExtended || paymentIntentId === null) return false;
  const intent = await context.gateway.retrieveIntent(paymentIntentId);
  if (!intent || !WITH_BANK.includes(intent.status)) return false;
  const { business } = await context.site.current();
  const extended = await extend(context.db, checkout, business);
  return extended !== undefined && extended.holdUntil.getTime() > context.clock();
}

async function extend(
  db: Database,
  checkout: CheckoutRow,
  business: BusinessFacts,
): Promise<{ holdUntil: Date } | undefined> {
  const { holdUntil, frozenOrder } = checkout;
  const longer = holdEnd(
    holdUntil.getTime(),
    business.holdExtensionMinutes,
    frozenOrder.drops,
    business,
  );
  const [extended] = await db
    .update(checkouts)
    .set({ holdUntil: new Date(longer), holdExtended: true })
    .where(
      and(
        eq(checkouts.id, checkout.id),
        eq(checkouts.state, 'open'),
        eq(checkouts.holdExtended, false),
      ),
    )
    .returning({ holdUntil: checkouts.holdUntil });
  return extended;
}
