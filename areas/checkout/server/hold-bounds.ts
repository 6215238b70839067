/**
 * How many places may be held without paying. Otherwise a few requests that cost nothing would close the shop for
 * everyone. Switched off together with the rate limits.
 */
import { sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { mailboxKey } from '#platform/rules/email-address.ts';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { checkouts, type FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { deliverySlots } from '#areas/order-book/server/tables/delivery-slots.ts';
import { holds } from '#areas/order-book/server/tables/holds.ts';
import { TooManyRequests } from '#platform/server/errors.ts';
import { networkKey } from '#platform/server/http/caller-key.ts';
import { keyedHash } from '#platform/server/keyed-hash.ts';
import { throttle } from '#platform/server/http/throttle.ts';
import type { Holder } from '#areas/places/server/holds.ts';

/**
 * Unpaid checkouts at a time. A network may be a campus or all customers of a mobile provider in a suburb; one person
 * has a second tab, a second device, and one that was forgotten.
 */
export const UNPAID_CHECKOUTS = { network: 30, mailbox: 3, phone: 3 } as const;
/** Of a network's unpaid checkouts. */
export const EXTENDED_CHECKOUTS = 10;

const REFUSALS_COUNTED_SECONDS = 15 * 60;
const RETRY_SECONDS = 60;
/** A place is usually paid for, or free again, within moments. */
const BUSY_RETRY_SECONDS = 5;

type Bound = 'network' | 'mailbox' | 'phone' | 'window' | 'share' | 'portions';

/** A bound has been reached; the caller rolls back. */
export class TooManyHolds extends TooManyRequests {
  readonly bound: Bound;

  constructor(bound: Bound) {
    super(
      bound === 'share' || bound === 'portions' ? BUSY_RETRY_SECONDS : RETRY_SECONDS,
      MESSAGES[bound],
    );
    this.bound = bound;
  }
}

const UNPAID_OF_YOURS =
  'You have started several orders without paying. Pay for one of them, or try again in 15 minutes.';
const MESSAGES: Record<Bound, string> = {
  network:
    'Many orders from your network are waiting to be paid. Try again in a few minutes, or call us.',
  mailbox: UNPAID_OF_YOURS,
  phone: UNPAID_OF_YOURS,
  window:
    'Others on your network are paying for this delivery window. Try again in a few minutes, or choose another window.',
  share:
    'The places left in this delivery window are being paid for. Try again in a minute, or choose another window.',
  portions:
    'The last portions of a meal you chose are being paid for. Try again in a minute, or choose another meal.',
};

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
 * Throws TooManyHolds when this holder may not hold these slots as well. Holders with anything in common wait for each
 * other until the end of the transaction, so no number of concurrent requests gets past a bound.
 */
export async function requireFewHolds(
  tx: Transaction,
  holder: Holder,
  slots: readonly SlotKey[],
  business: Pick<BusinessFacts, 'unpaidHoldSharePercent'>,
): Promise<void> {
  const [, { rows }] = await Promise.all([
    lockHolder(tx, holder),
    tx.execute<Record<keyof Holder, number> & { crowded: boolean }>(sql`
      select ${countOf('network', holder)}, ${countOf('mailbox', holder)}, ${countOf('phone', holder)},
        ${hasCrowded(holder, slots, business)} as crowded
      from ${holds}
      where network = ${holder.network} or mailbox = ${holder.mailbox} or phone = ${holder.phone}`),
  ]);
  const [held] = rows;
  if (!held) throw new Error('counting holds returned nothing');
  for (const bound of ['mailbox', 'phone', 'network'] as const)
    if (held[bound] >= UNPAID_CHECKOUTS[bound]) throw new TooManyHolds(bound);
  if (held.crowded) throw new TooManyHolds('window');
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

/**
 * Whether the network already holds its part of one of the slots: half of what all unpaid holds may take of the places
 * that are not booked. So a network never closes a slot that has more than one place left.
 */
function hasCrowded(
  holder: Holder,
  slots: readonly SlotKey[],
  { unpaidHoldSharePercent }: Pick<BusinessFacts, 'unpaidHoldSharePercent'>,
) {
  if (slots.length === 0) return sql`false`;
  const chosen = sql.join(
    slots.toSorted(compareSlotKeys).map(({ date, window }) => sql`(${date}::date, ${window})`),
    sql`, `,
  );
  return sql`exists (
    select from ${deliverySlots} s
    where (s.date, s.time_slot) in (${chosen})
      and (select count(*) from ${holds} h
           where h.slot_id = s.id and h.network = ${holder.network})
        >= greatest(1, floor((s.max_deliveries - s.booked) * ${unpaidHoldSharePercent}::int / 200.0)))`;
}

/** For the alarm and the System page. */
export async function countRefusedHold(
  context: Pick<Context, 'db' | 'clock' | 'throttle'>,
  { bound }: TooManyHolds,
): Promise<void> {
  await throttle(context, {
    key: `unpaid holds ${bound}`,
    limit: 1_000_000,
    windowSeconds: REFUSALS_COUNTED_SECONDS,
  });
}

/** Whether the network that holds this checkout's places may extend one more. */
export async function mayExtendAnother(tx: Transaction, checkoutId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ network: string | null }>(sql`
    select min(network) as network from ${holds} where owner_id = ${checkoutId}`);
  const network = rows[0]?.network;
  if (network === undefined || network === null) return true;
  const [, counted] = await Promise.all([
    tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`n${network}`}, 0))`),
    tx.execute<{ extended: number }>(sql`
      select count(distinct c.id)::int as extended
      from ${holds} h join ${checkouts} c on c.id = h.owner_id
      where h.network = ${network} and c.hold_extended`),
  ]);
  return (counted.rows[0]?.extended ?? 0) < EXTENDED_CHECKOUTS;
}
