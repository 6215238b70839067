import { rowHasFoodNeeds } from '#areas/order-book/server/item-food.ts';
import {
  and,
  asc,
  desc,
  eq,
  exists,
  inArray,
  like,
  notInArray,
  or,
  type SQL,
  sql,
  notLike,
} from 'drizzle-orm';
import type { ORDER_SORTS, OrderSort, OrderCounts } from '#areas/order-book/calls/admin-orders.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { OpenOrderBalance } from '#areas/order-book/rules/order-account.ts';
import { namesOfSuburb } from '#areas/business/rules/served-suburbs.ts';
import { loadBusiness } from '#areas/business/server/load-business.ts';
import {
  readingsOf,
  searchTermsOf,
  FORM_OF_SEARCH_TEXT,
} from '#areas/order-book/rules/order-search.ts';
import type { OrderStatus } from '#areas/order-book/rules/order-status.ts';
import type { Database } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import {
  type OrderRow,
  orders,
  people,
  orderTallies,
} from '#areas/order-book/server/tables/orders.ts';
import { payments, refunds } from '#areas/order-book/server/tables/payments.ts';
import type { Order } from '#areas/order-book/rules/order.ts';
import { loadOrders } from '#areas/order-book/server/load-orders.ts';
import { isOnSide, listOpenBalances } from '#areas/order-book/server/open-balances.ts';
import { keysOf, orderFacts } from '#areas/order-book/server/order-columns.ts';
import { formatAmount, sumCents } from '#platform/rules/money.ts';

/** What orders of any status are chosen by: all that is given must fit. */
export type OrderChoice = {
  q?: string | undefined;
  deliveryDate?: PlainDate | undefined;
  window?: DeliveryWindow | undefined;
  /** Part of the delivery that `deliveryDate` and `window` are about. */
  mealId?: number | undefined;
  suburb?: string | undefined;
  allergies?: 'yes' | undefined;
  balance?: OpenOrderBalance | undefined;
};

export type OrderFilter = OrderChoice & {
  status?: OrderStatus | undefined;
  /** Newest first unless given. */
  sort?: OrderSort | undefined;
  limit: number;
  /** The id of the order to continue after. */
  cursor?: number | undefined;
};

export type FoundOrders = { rows: OrderRow[]; hasMore: boolean };

type Terms = readonly string[];
/** A search asks for one of them: a suburb may have several names. */
type Readings = readonly Terms[];

const newestFirst = [desc(orders.createdAt), desc(orders.id)];

/**
 * This many of the newest orders are searched before the index is used; terms that many orders share are found among
 * them.
 */
export const LOOKED_THROUGH = 1000;

/** One page of the orders that fit the filter, in its sequence. */
export async function findOrders(db: Database, filter: OrderFilter): Promise<FoundOrders> {
  const readings = await readingsIn(db, filter.q);
  const chosen = await chosenBesidesWords(db, filter);
  const { sequence, after } = await sequenceOf(db, filter);
  const fits = and(filter.status && eq(orders.status, filter.status), ...chosen, after);
  // One more than requested shows whether there is a next page.
  const most = filter.limit + 1;
  const rows =
    readings.length > 0 && sequence === newestFirst
      ? await search(db, readings, { fits, most })
      : await db
          .select()
          .from(orders)
          .where(and(readings.length > 0 ? matches(readings) : undefined, fits))
          .orderBy(...sequence)
          .limit(most);
  return { rows: rows.slice(0, filter.limit), hasMore: rows.length === most };
}

/** The same with all that belongs to them. */
export async function loadOrderPage(
  db: Database,
  filter: OrderFilter,
): Promise<{ orders: Order[]; hasMore: boolean }> {
  const { rows, hasMore } = await findOrders(db, filter);
  return { orders: await loadOrders(db, rows), hasMore };
}

/**
 * In two steps, because no single plan is fast for every word: a word in every second order is found quickly among the
 * newest, where the trigram index would first collect half the table; a rare word is found only by the index.
 */
async function search(
  db: Database,
  readings: Readings,
  { fits, most }: { fits: SQL | undefined; most: number },
): Promise<OrderRow[]> {
  const newest = db
    .select()
    .from(orders)
    .where(fits)
    .orderBy(...newestFirst)
    .limit(LOOKED_THROUGH)
    .as('orders');
  const common = await db
    .select()
    .from(newest)
    .where(holdsOne(readings))
    .orderBy(...newestFirst)
    .limit(most);
  if (common.length === most) return common;
  return db
    .select()
    .from(orders)
    .where(and(matches(readings), fits))
    .orderBy(...newestFirst)
    .limit(most);
}

/** Nothing to search for: none. */
async function readingsIn(db: Database, q = ''): Promise<Readings> {
  if (searchTermsOf(q).length === 0) return [];
  return readingsOf(q, (await loadBusiness(db)).business.suburbs).map(searchTermsOf);
}

function matches(readings: Readings): SQL | undefined {
  return or(...readings.map(matchesAll));
}

function holdsOne(readings: Readings): SQL | undefined {
  return or(...readings.map((terms) => and(...terms.map(holds))));
}

/** All of the words; those that the index knows are looked up in it. */
function matchesAll(terms: Terms): SQL | undefined {
  const known = terms.filter(hasTrigram);
  if (known.length === 0) return and(...terms.map(holds));
  const indexed = and(...known.map(isIndexed));
  const rest = terms.filter((term) => !known.includes(term));
  return and(
    sql`${orders.id} in (with found as materialized (select id from ${orders} where ${indexed}) select id from found)`,
    ...rest.map(holds),
  );
}

/** About an order of any status. */
export async function isChosen(db: Database, choice: OrderChoice): Promise<SQL | undefined> {
  return and(matches(await readingsIn(db, choice.q)), ...(await chosenBesidesWords(db, choice)));
}

/** The same as `q` of a choice, for orders found by something else: no index is used. */
export async function hasWords(db: Database, q: string | undefined): Promise<SQL | undefined> {
  return holdsOne(await readingsIn(db, q));
}

async function chosenBesidesWords(db: Database, choice: OrderChoice): Promise<(SQL | undefined)[]> {
  const { suburb, allergies, balance } = choice;
  return [
    hasDelivery(db, choice),
    suburb === undefined ? undefined : await isIn(db, suburb),
    allergies && hasNeeds(db),
    balance && (await isOpen(db, balance)),
  ];
}

/** By any of its names: an order keeps the one it was sold with. */
async function isIn(db: Database, suburb: string): Promise<SQL> {
  const names = namesOfSuburb(suburb, (await loadBusiness(db)).business.suburbs);
  return inArray(
    sql`lower(${orders.suburb})`,
    names.map((name) => name.toLowerCase()),
  );
}

function holds(term: string): SQL {
  return like(orders.searchText, anywhere(term));
}

/** The same as `holds`, found by the index. */
export function isIndexed(term: string): SQL | undefined {
  const parts = rarePartsOf(term).map((part) => like(orders.searchText, anywhere(part)));
  // Not the bare column, or the index would be asked for the whole term after all.
  return and(...parts, sql`(${orders.searchText} || '') like ${anywhere(term)}`);
}

/**
 * The index reads a list of orders for each three letters it is asked for, and the longest lists tell least: those of a
 * word's start, and of the domain that half of all customers share. So each word alone; of an email only what stands
 * before the @, without the start of a long word.
 */
function rarePartsOf(term: string): string[] {
  const [local] = /^[^\s@]{3,}@/.exec(term) ?? [];
  const telling = local?.replace(/^[0-9a-z]+(?=[0-9a-z]{4})/, '') ?? term;
  const words = telling.match(/[0-9a-z]{3,}@?|[^0-9a-z][0-9a-z]{1,2}(?![0-9a-z])/g);
  return words ?? [term];
}

export function anywhere(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Shorter terms are in no index. They also occur in so many orders that the newest ones suffice. */
export function hasTrigram(term: string): boolean {
  return /[0-9a-z]{3}/.test(term);
}

function hasDelivery(db: Database, { deliveryDate, window, mealId }: OrderChoice): SQL | undefined {
  if (deliveryDate === undefined && window === undefined && mealId === undefined) return undefined;
  const holdsMeal = db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(and(eq(orderItems.deliveryId, deliveries.id), eq(orderItems.mealId, mealId ?? 0)));
  const isThere = and(
    eq(deliveries.orderId, orders.id),
    deliveryDate === undefined ? undefined : eq(deliveries.date, deliveryDate),
    window && eq(deliveries.window, window),
    mealId === undefined ? undefined : exists(holdsMeal),
  );
  return exists(db.select({ id: deliveries.id }).from(deliveries).where(isThere));
}

function hasNeeds(db: Database): SQL {
  return exists(
    db
      .select({ id: people.id })
      .from(people)
      .where(and(eq(people.orderId, orders.id), rowHasFoodNeeds())),
  );
}

async function isOpen(db: Database, side: OpenOrderBalance): Promise<SQL> {
  const open = await listOpenBalances(db);
  const ids = open.flatMap((one) => (isOnSide(one, side) ? [one.orderId] : []));
  return sql`${orders.id} = any (${`{${ids.join(',')}}`}::int[])`;
}

type Sequence = { sequence: SQL[]; after: SQL | undefined };

/**
 * By the value of what it is sorted by, then by id, so that a page continues behind the last order of the one before,
 * whatever has been added since.
 */
async function sequenceOf(db: Database, filter: OrderFilter): Promise<Sequence> {
  const { cursor, sort = '-placed' } = filter;
  const isDown = sort.startsWith('-');
  const by = sort.replace('-', '') as Sort;
  const isNewestFirst = by === 'placed' && isDown;
  const { value, type } = await sortKey(db, by, filter);
  const sequence = isNewestFirst
    ? newestFirst
    : isDown
      ? [desc(value), desc(orders.id)]
      : [asc(value), asc(orders.id)];
  if (cursor === undefined) return { sequence, after: undefined };
  // As text, because the database's timestamp is more precise than ours.
  const [last] = await db
    .select({ value: sql<string>`(${value})::text` })
    .from(orders)
    .where(eq(orders.id, cursor));
  const than = sql.raw(isDown ? '<' : '>');
  const key = last && sql`(${last.value}::${sql.raw(type)}, ${cursor}::int)`;
  return { sequence, after: key ? sql`(${value}, ${orders.id}) ${than} ${key}` : sql`false` };
}

type Sort = (typeof ORDER_SORTS)[number];

/** What an order is sorted by; never null, or it would be on no page. */
async function sortKey(
  db: Database,
  by: Sort,
  { deliveryDate, window }: OrderChoice,
): Promise<{ value: SQL; type: string }> {
  switch (by) {
    case 'placed':
      return { value: sql`${orders.createdAt}`, type: 'timestamptz' };
    case 'customer':
      return { value: sql`lower(${orders.lastName} || ' ' || ${orders.firstName})`, type: 'text' };
    case 'suburb':
      return { value: sql`lower(${orders.suburb})`, type: 'text' };
    case 'delivery': {
      const isShown = and(
        eq(deliveries.orderId, orders.id),
        deliveryDate === undefined
          ? notInArray(deliveries.status, ['delivered', 'missed', 'cancelled'])
          : eq(deliveries.date, deliveryDate),
        window && eq(deliveries.window, window),
      );
      // Those without one stand behind all days.
      return {
        value: sql`coalesce((select min(${deliveries.date}::text || ${deliveries.window})
          from ${deliveries} where ${isShown}), '9')`,
        type: 'text',
      };
    }
    case 'meals':
      return {
        value: sql`(select count(*)::int from ${orderItems} join ${deliveries}
          on ${deliveries.id} = ${orderItems.deliveryId}
          where ${orderItems.orderId} = ${orders.id} and (${deliveries.status} <> 'cancelled'
            or ${orders.status} = 'cancelled'))`,
        type: 'int',
      };
    case 'net':
      return { value: sql`(${inHand()} + ${await openCents(db)})`, type: 'int' };
    case 'balance':
      return { value: await openCents(db), type: 'int' };
  }
}

/** What was paid less what went back or is on its way. */
function inHand(): SQL {
  return sql`(coalesce((select sum(${payments.amountCents}) from ${payments}
      where ${payments.orderId} = ${orders.id}), 0)
    - coalesce((select sum(${refunds.amountCents}) from ${refunds}
      where ${refunds.orderId} = ${orders.id} and ${refunds.state} <> 'failed'), 0))::int`;
}

/** What each order still owes, or is to get back: of the few that are not settled. */
async function openCents(db: Database): Promise<SQL> {
  const open = await listOpenBalances(db);
  const cents = Object.fromEntries(open.map((one) => [one.orderId, one.balanceCents]));
  return sql`coalesce((${JSON.stringify(cents)}::jsonb ->> ${orders.id}::text)::int, 0)`;
}

const AT_ONCE = 500;

/** Search text, mailbox and street of orders that another release wrote last: it knows other rules, or none. */
export async function refillKeys(db: Database): Promise<void> {
  for (;;) {
    const stale = await db
      .select()
      .from(orders)
      .where(notLike(orders.searchText, `${FORM_OF_SEARCH_TEXT}%`))
      .orderBy(asc(orders.id))
      .limit(AT_ONCE);
    await Promise.all(
      stale.map((row) =>
        db
          .update(orders)
          .set(keysOf(orderFacts(row)))
          // Not over what someone has changed since it was read.
          .where(and(eq(orders.id, row.id), eq(orders.version, row.version))),
      ),
    );
    if (stale.length < AT_ONCE) return;
  }
}

/** How many orders there are of each status, and what they add up to if `balance` chose them. */
export async function countOrders(db: Database, choice: OrderChoice): Promise<OrderCounts> {
  const chosen = await isChosen(db, choice);
  if (chosen === undefined) return countAll(db);
  const [found, balanceSum] = await Promise.all([
    db
      .select({ status: orders.status, count: sql<number>`count(*)::int` })
      .from(orders)
      .where(chosen)
      .groupBy(orders.status),
    choice.balance && sumBalances(db, chosen),
  ]);
  return { ...addUp(found), ...(balanceSum !== undefined && { balanceSum }) };
}

async function sumBalances(db: Database, chosen: SQL): Promise<string> {
  const open = await listOpenBalances(db, chosen);
  return formatAmount(sumCents(open.map(({ balanceCents }) => Math.abs(balanceCents))));
}

/** Without reading a single order. */
async function countAll(db: Database): Promise<OrderCounts> {
  const sums = await db
    .select({
      status: orderTallies.status,
      count: sql<number>`sum(${orderTallies.change})::int`,
    })
    .from(orderTallies)
    .groupBy(orderTallies.status);
  return addUp(sums);
}

function addUp(sums: readonly { status: OrderStatus; count: number }[]): OrderCounts {
  const counts: OrderCounts = { all: 0, pending: 0, confirmed: 0, delivered: 0, cancelled: 0 };
  for (const { status, count } of sums) {
    counts[status] = count;
    counts.all += count;
  }
  return counts;
}

/**
 * Consolidates the many rows that changes leave behind into one per status. Concurrent counts see the rows before or
 * after.
 */
export async function addUpTallies(db: Database): Promise<void> {
  await db.execute(sql`
    with taken as (delete from ${orderTallies} returning status, change)
    insert into ${orderTallies} (status, change)
    select status, sum(change) from taken group by status having sum(change) <> 0`);
}
