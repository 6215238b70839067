/**
 * Who may hold places without paying. Whoever may not is sold them on payment: holding is a courtesy, and closes no shop.
 * Switched off together with the rate limits.
 */
import { sql } from 'drizzle-orm';
import { mailboxKey } from '#platform/rules/email-address.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { FrozenOrder } from '#areas/order-book/server/tables/checkouts.ts';
import { holds } from '#areas/order-book/server/tables/holds.ts';
import { networkKey } from '#platform/server/http/caller-key.ts';
import { keyedHash } from '#platform/server/keyed-hash.ts';
import type { Holder } from '#areas/places/server/holds.ts';

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
