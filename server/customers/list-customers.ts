import { type SQL, sql } from 'drizzle-orm';
import type { CustomerSummary } from '#contract/customers.ts';
import type { Database, Transaction } from '#server/db/client.ts';
import { orders } from '#server/db/schema/orders/orders.ts';
import { isChosen } from '#server/order-book/find-orders.ts';

type Search = {
  q?: string | undefined;
  limit: number;
  /** The id of the customer to continue after. */
  cursor?: number | undefined;
};

/**
 * One page of customers, who ordered last first. A customer is an email address in any case; orders of erased customers
 * have none. A search finds those of whom any order fits it.
 */
export async function listCustomers(
  db: Database,
  { q, limit, cursor }: Search,
): Promise<{ customers: CustomerSummary[]; nextCursor: number | null }> {
  const found = await selectCustomers(db, {
    fits: q === undefined ? undefined : isChosen(db, { q }),
    cursor,
    // One more shows whether there is a next page.
    most: limit + 1,
  });
  const customers = found.slice(0, limit);
  return { customers, nextCursor: found.length > limit ? (customers.at(-1)?.id ?? null) : null };
}

type Page = {
  /** Of whom any order fits this condition about the columns of orders. */
  fits?: SQL | undefined;
  /** The person with these emails, in small letters. */
  emails?: readonly string[];
  /** Who also ordered with one of these phones. */
  phones?: { any: readonly string[]; without: readonly string[] };
  cursor?: number | undefined;
  most?: number;
};

/** The email that names the person of an order; `m` is what it was merged into. */
const KEY = sql`coalesce(m.into_email, lower(o.email))`;
const WITH_MERGES = sql`left join customer_merges m on m.from_email = lower(o.email)`;

export async function selectCustomers(
  db: Database | Transaction,
  page: Page,
): Promise<CustomerSummary[]> {
  const { cursor, most } = page;
  const after =
    cursor === undefined
      ? sql`true`
      : sql`(c.last_at, c.id) < (select max(o.created_at), min(o.id) from orders o ${WITH_MERGES}
          where ${KEY} = (select ${KEY} from orders o ${WITH_MERGES} where o.id = ${cursor}))`;
  const { rows } = await db.execute<CustomerSummary>(sql`
    select c.id, o.first_name || ' ' || o.last_name as name, o.email, o.phone, o.suburb, c.orders,
      to_char(c.first_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "firstOrderAt",
      to_char(c.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastOrderAt"
    from (
      select ${KEY} as key, min(o.id) as id, max(o.id) as last_id, count(*)::int as orders,
        min(o.created_at) as first_at, max(o.created_at) as last_at
      from orders o ${WITH_MERGES}
      where o.email <> '' and ${whichOf(page)}
      group by 1
    ) c join orders o on o.id = c.last_id
    where ${after}
    order by c.last_at desc, c.id desc ${most === undefined ? sql`` : sql`limit ${most}`}`);
  return rows;
}

/** By emails, which an index finds: a person counts with all their orders, whichever of them fits. */
function whichOf({ fits, emails, phones }: Page): SQL {
  if (emails) return sql`lower(o.email) = any(${sql.param([...emails])}::text[])`;
  if (phones) {
    return sql`o.phone = any(${sql.param([...phones.any])}::text[])
      and lower(o.email) <> all(${sql.param([...phones.without])}::text[])`;
  }
  if (!fits) return sql`true`;
  return sql`lower(o.email) in (
    with fitting as (select distinct lower(${orders.email}) as email from ${orders} where ${fits}),
      kept as (
        select coalesce(m.into_email, f.email) as email
        from fitting f left join customer_merges m on m.from_email = f.email)
    select email from kept
    union select from_email from customer_merges where into_email in (select email from kept))`;
}
