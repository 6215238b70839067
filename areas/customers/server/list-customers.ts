import { type SQL, sql } from 'drizzle-orm';
import type { CustomerSummary } from '#areas/customers/calls/customers.ts';
import { allEmailsOf, customerKeyOf } from '#areas/customers/server/find-order.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { hasWords, isChosen } from '#areas/order-book/server/find-orders.ts';

type Search = {
  q?: string | undefined;
  limit: number;
  /** The id of the customer to continue after. */
  cursor?: number | undefined;
};

/** As many of the newest orders are looked through before the index is used: `LOOKED_THROUGH` of the order search. */
const NEWEST = 1000;

/**
 * One page of customers, who ordered last first. A customer is an email address in any case; orders of erased customers
 * have none. A search finds those of whom any order fits it. In two steps, as orders are searched: what many customers
 * share is found among those of the newest orders, what few have by the index.
 */
export async function listCustomers(
  db: Database,
  { q, limit, cursor }: Search,
): Promise<{ customers: CustomerSummary[]; nextCursor: number | null }> {
  const last = cursor === undefined ? null : customerOf(cursor);
  // One more shows whether there is a next page.
  const page = { last, most: limit + 1 };
  const newest = await selectCustomers(db, {
    ...page,
    who: whoOrderedLately(last),
    fits: await hasWords(db, q),
  });
  const found =
    newest.length === page.most
      ? newest
      : await selectCustomers(db, { ...page, who: whoOrdered(await isChosen(db, { q })) });
  const customers = found.slice(0, limit);
  return { customers, nextCursor: found.length > limit ? (customers.at(-1)?.id ?? null) : null };
}

/** Of the customer to continue after: their first order's id, and the instant of their last. */
type Last = { id: SQL; at: SQL } | null;

function customerOf(orderId: number): Last {
  const email = sql`(select lower(${orders.email}) from ${orders} where ${orders.id} = ${orderId})`;
  const theirs = sql`lower(${orders.email}) = any(${allEmailsOf(customerKeyOf(email))})`;
  // By the database's own timestamp, which is more precise than ours.
  return {
    id: sql`(select min(${orders.id}) from ${orders} where ${theirs})`,
    at: sql`(select max(${orders.createdAt}) from ${orders} where ${theirs})`,
  };
}

/** The emails of these orders, in small letters. */
export function whoOrdered(which?: SQL): SQL {
  return sql`select distinct lower(${orders.email}) from ${orders}
    where ${orders.email} <> '' and ${which ?? sql`true`}`;
}

/** Whoever ordered last among the newest orders is among these. */
function whoOrderedLately(last: Last): SQL {
  return sql`select lower(email) from (
    select ${orders.email} from ${orders}
    where ${orders.email} <> '' and ${last ? sql`${orders.createdAt} <= ${last.at}` : sql`true`}
    order by ${orders.createdAt} desc fetch first ${sql.raw(String(NEWEST))} rows with ties) newest`;
}

type Page = {
  /** Selects emails in small letters: those people, with all their orders. */
  who: SQL;
  /** A condition about the columns of orders, which any order of theirs fits. */
  fits?: SQL | undefined;
  last?: Last;
  most?: number;
};

/** Who ordered last first. Each person's orders are found by the index of emails, however many people there are. */
export async function selectCustomers(
  db: Database | Transaction,
  { who, fits, last, most }: Page,
): Promise<CustomerSummary[]> {
  const { rows } = await db.execute<CustomerSummary>(sql`
    with kept as materialized (select distinct ${customerKeyOf(sql`who.email`)} as email from (${who}) who (email))
    select c.id, o.first_name || ' ' || o.last_name as name, o.email, o.phone, o.suburb, c.orders,
      to_char(c.first_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "firstOrderAt",
      to_char(c.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastOrderAt"
    from kept cross join lateral (
      select min(${orders.id}) as id, max(${orders.id}) as last_id, count(*)::int as orders,
        min(${orders.createdAt}) as first_at, max(${orders.createdAt}) as last_at
      from ${orders}
      where lower(${orders.email}) = any(${allEmailsOf(sql`kept.email`)})
      having ${fits ? sql`bool_or(${fits})` : sql`true`}
    ) c join orders o on o.id = c.last_id
    where ${last ? sql`(c.last_at, c.id) < (${last.at}, ${last.id})` : sql`true`}
    order by c.last_at desc, c.id desc ${most === undefined ? sql`` : sql`limit ${most}`}`);
  return rows;
}
