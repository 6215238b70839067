import { type SQL, sql, desc, eq, inArray } from 'drizzle-orm';
import type {
  CUSTOMER_SORTS,
  CustomerSort,
  CustomerSummary,
} from '#areas/customers/calls/customers.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { hasWords, isChosen } from '#areas/order-book/server/find-orders.ts';
import { customerNotes } from '#areas/customers/server/tables/customers.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { emailKey } from '#platform/rules/customer-name.ts';
import { findBestOrders, MOST_RANKED } from '#areas/order-book/server/find-best-orders.ts';
import { portalLink } from '#areas/order-book/server/today-rows.ts';
import { isFoundBy, nearRank, RANK } from '#platform/rules/search-key.ts';
import { bestOf, type Finder, type SearchAsked } from '#platform/server/finders.ts';

type Search = {
  q?: string | undefined;
  sort?: CustomerSort | undefined;
  limit: number;
  /** The id of the customer to continue after. */
  cursor?: number | undefined;
};

/** As many of the newest orders are looked through before the index is used: `LOOKED_THROUGH` of the order search. */
const NEWEST = 1000;

/** What customers are sorted by, of their latest order `o` and of all of theirs `c`; never null. */
const VALUES: Record<(typeof CUSTOMER_SORTS)[number], { value: SQL; type: string }> = {
  last: { value: sql`c.last_at`, type: 'timestamptz' },
  name: { value: sql`lower(o.last_name || ' ' || o.first_name)`, type: 'text' },
  suburb: { value: sql`lower(o.suburb)`, type: 'text' },
  orders: { value: sql`c.orders`, type: 'int' },
};

/**
 * One page of customers, who ordered last first unless sorted. A customer is an email address in any case; orders of erased
 * customers have none. A search finds those of whom any order fits it. In two steps, as orders are searched: what many
 * customers share is found among those of the newest orders, what few have by the index.
 */
export async function listCustomers(
  db: Database,
  { q, sort = '-last', limit, cursor }: Search,
): Promise<{ customers: CustomerSummary[]; nextCursor: number | null }> {
  const isDown = sort.startsWith('-');
  const by = VALUES[sort.replace('-', '') as (typeof CUSTOMER_SORTS)[number]];
  const last = cursor === undefined ? null : await findLast(db, cursor, by.value);
  if (last === undefined) return { customers: [], nextCursor: null };
  const after = last && sql`(${last.value}::${sql.raw(by.type)}, ${last.id}::int)`;
  // One more shows whether there is a next page.
  const page = { after, by: by.value, isDown, most: limit + 1 };
  const newest =
    sort === '-last'
      ? await selectCustomers(db, {
          ...page,
          who: whoOrderedLately(last?.value),
          fits: await hasWords(db, q),
        })
      : [];
  const found =
    newest.length === page.most
      ? newest
      : await selectCustomers(db, { ...page, who: whoOrdered(await isChosen(db, { q })) });
  const customers = found.slice(0, limit);
  return { customers, nextCursor: found.length > limit ? (customers.at(-1)?.id ?? null) : null };
}

/** The customer to continue after, by any of their orders; as text, because the database's timestamp is more precise. */
async function findLast(db: Database, orderId: number, value: SQL) {
  const who = sql`select lower(${orders.email}) from ${orders} where ${orders.id} = ${orderId}`;
  const { rows } = await db.execute<{ id: number; value: string }>(
    sql`${askOf({ who })} select c.id, (${value})::text as value ${CHOSEN}`,
  );
  return rows[0];
}

export function whoOrdered(which?: SQL): SQL {
  return sql`select distinct lower(${orders.email}) from ${orders}
    where ${orders.email} <> '' and ${which ?? sql`true`}`;
}

/** Anyone who ordered last among the newest orders is among these. */
function whoOrderedLately(last: string | undefined): SQL {
  return sql`select lower(email) from (
    select ${orders.email} from ${orders}
    where ${orders.email} <> '' and ${last === undefined ? sql`true` : sql`${orders.createdAt} <= ${last}::timestamptz`}
    order by ${orders.createdAt} desc fetch first ${sql.raw(String(NEWEST))} rows with ties) newest`;
}

type Chosen = {
  /** Selects emails in small letters: those people, with all their orders. */
  who: SQL;
  /** A condition about the columns of orders, which any order of theirs fits. */
  fits?: SQL | undefined;
};

/** Each person's orders are found by the index of emails, however many people there are. */
function askOf({ who, fits }: Chosen): SQL {
  return sql`with kept as materialized (select distinct (customer_emails(who.email))[1] as email from (${who}) who (email)),
    c as (select theirs.* from kept cross join lateral (
      select min(${orders.id}) as id, max(${orders.id}) as last_id, 
        count(*) filter (where not ${isTestOrder(orders.id)})::int as orders,
        min(${orders.createdAt}) as first_at, max(${orders.createdAt}) as last_at
      from ${orders}
      where lower(${orders.email}) = any(customer_emails(kept.email))
      having ${fits ? sql`bool_or(${fits})` : sql`true`}
    ) theirs)`;
}

const CHOSEN = sql`from c join orders o on o.id = c.last_id`;

type Page = Chosen & { by?: SQL; isDown?: boolean; after?: SQL | null; most?: number };

export async function selectCustomers(
  db: Database | Transaction,
  { who, fits, by = VALUES.last.value, isDown = true, after, most }: Page,
): Promise<CustomerSummary[]> {
  const way = sql.raw(isDown ? 'desc' : 'asc');
  const { rows } = await db.execute<CustomerSummary>(sql`${askOf({ who, fits })}
    select c.id, o.first_name || ' ' || o.last_name as name, o.email, o.phone, o.suburb, c.orders,
      to_char(c.first_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "firstOrderAt",
      to_char(c.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastOrderAt"
    ${CHOSEN}
    where ${after ? sql`(${by}, c.id) ${sql.raw(isDown ? '<' : '>')} ${after}` : sql`true`}
    order by ${by} ${way}, c.id ${way} ${most === undefined ? sql`` : sql`limit ${most}`}`);
  return rows;
}

const NOTES = 2000;

/** By whatever finds one of their orders, and by the words of notes about them. Erased customers have no email, and so are never found. */
export const customerFinder: Finder = {
  kind: 'customers',
  right: 'seeCustomers',
  async find({ site }, asked) {
    const { q, today, limit, tx, once } = asked;
    const { suburbs } = (await site.current()).business;
    const found = await once('orders', () =>
      findBestOrders(tx, { q, today, suburbs, limit: MOST_RANKED }),
    );
    const noted = await notedCustomers(asked);
    const ids = [...found, ...noted.values()].map(({ id }) => id);
    if (ids.length === 0) return { items: [], more: null };
    const customers = await selectCustomers(tx, { who: whoOrdered(inArray(orders.id, ids)) });
    const ranks = new Map(found.toReversed().map(({ email, rank }) => [emailKey(email), rank]));
    const items = customers.map(({ id, name, email, phone, suburb, orders: count }) => {
      const key = emailKey(email);
      // Someone else's number, or a note, finds them without their own words.
      const isOwn = nearRank(q, name, phone, email, suburb) > RANK.none;
      return {
        id: String(id),
        title: name,
        detail: [formatPhone(phone), suburb, noted.get(key)?.text ?? countText(count)]
          .filter(Boolean)
          .join(' · '),
        link: portalLink({ tab: 'customers', customer: id }),
        rank: (isOwn && ranks.get(key)) || RANK.inside,
      };
    });
    const more = items.length > limit ? portalLink({ tab: 'customers', q }) : null;
    return { items: bestOf(items, limit), more };
  },
};

/** By email: an order of each whose note has all the words, with the note. */
async function notedCustomers({ q, tx }: SearchAsked) {
  const rows = await tx
    .select({ id: orders.id, email: orders.email, text: customerNotes.text })
    .from(customerNotes)
    .innerJoin(orders, eq(orders.id, customerNotes.orderId))
    .orderBy(desc(customerNotes.id))
    .limit(NOTES);
  return new Map(
    rows.filter(({ text }) => isFoundBy(q, text)).map((row) => [emailKey(row.email), row]),
  );
}

function countText(count: number): string {
  return count === 1 ? '1 order' : `${count} orders`;
}
