/** Orders and money of both sides, by the moment of payment or refund. Money is read from the ledger alone. */
import { DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import { type SQL, sql } from 'drizzle-orm';
import { toInstantText } from '#platform/rules/zoned-time.ts';
import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import type { ComparedPeriods, FigurePeriod } from '#areas/office/rules/figure-periods.ts';
import type { FiguresReply } from '#areas/office/calls/figures.ts';
import { formatAmount, type Cents } from '#platform/rules/money.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { disputes, IS_DISPUTE, ledgerEntries } from '#areas/order-book/server/tables/payments.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

type Totals = Omit<FiguresReply['totals'], 'meals'>;

export async function readTotals(tx: Transaction, periods: Periods): Promise<Totals> {
  const sold = await readSold(tx, periods);
  const money = await readMoney(tx, periods);
  const customers = await readCustomers(tx, periods);
  const disputed = await readDisputes(tx, periods);
  const placed = bothSides(sold, ({ orders: count }) => count);
  const captured = bothSides(money, ({ captured: cents }) => cents);
  const returned = bothSides(money, ({ refunded: cents }) => cents);
  return {
    orders: placed,
    cancelledOrders: bothSides(sold, ({ cancelled }) => cancelled),
    captured: amountSides(captured),
    refunded: amountSides(returned),
    net: amountSides({
      now: captured.now - returned.now,
      before: captured.before - returned.before,
    }),
    averageBasket: {
      now: averageOf(captured.now, placed.now),
      before: averageOf(captured.before, placed.before),
    },
    newCustomers: bothSides(customers, ({ first }) => first),
    returningCustomers: bothSides(customers, ({ again }) => again),
    disputes: bothSides(disputed, ({ count }) => count),
    disputed: amountSides(bothSides(disputed, ({ cents }) => cents)),
  };
}

/** Rounded to the cent; null: nothing to share among. */
function averageOf(cents: number, count: number): string | null {
  return count === 0 ? null : formatAmount(Math.round(cents / count));
}

type SoldRow = OfSide & { orders: number; cancelled: number };

async function readSold(tx: Transaction, periods: Periods): Promise<SoldRow[]> {
  const side = sideOfInstant(sql`o.created_at`, periods);
  const { rows } = await tx.execute<SoldRow>(sql`
    with placed as (
      select status, ${side} as side from ${orders} o
      where o.created_at >= ${toInstantText(periods.before.start)}::timestamptz
        and not ${isTestOrder(sql`o.id`)}
    )
    select side, count(*)::int as orders,
      count(*) filter (where status = 'cancelled')::int as cancelled
    from placed where side is not null group by side`);
  return rows;
}

type MoneyRow = OfSide & { captured: number; refunded: number };

async function readMoney(tx: Transaction, periods: Periods): Promise<MoneyRow[]> {
  const side = sideOfInstant(sql`l.created_at`, periods);
  const { rows } = await tx.execute<MoneyRow>(sql`
    select side, coalesce(sum(cents) filter (where kind = 'capture'), 0)::float8 as captured,
      coalesce(-sum(cents) filter (where kind <> 'capture'), 0)::float8 as refunded
    from (
      select ${side} as side, l.kind, l.amount_cents as cents from ${ledgerEntries} l
      where not ${IS_DISPUTE} and l.created_at >= ${toInstantText(periods.before.start)}::timestamptz
        and not ${isTestOrder(sql`l.order_id`)}
    ) entries
    where side is not null group by side`);
  return rows;
}

type CustomerRow = OfSide & { first: number; again: number };

/**
 * A customer is who they are on the page Customers, whatever emails they order by; new on a side if they never ordered
 * before it began. Erased customers are nobody any more.
 */
async function readCustomers(tx: Transaction, periods: Periods): Promise<CustomerRow[]> {
  const side = sideOfInstant(sql`o.created_at`, periods);
  const { now, before } = periods;
  const { rows } = await tx.execute<CustomerRow>(sql`
    with buyers as (
      select side, (customer_emails(email))[1] as customer from (
        select distinct ${side} as side, o.email from ${orders} o
        where o.created_at >= ${toInstantText(before.start)}::timestamptz and o.email <> ''
          and not ${isTestOrder(sql`o.id`)}
      ) bought
      where side is not null group by side, customer
    ), judged as (
      select b.side, exists (
        select from ${orders} o where lower(o.email) = any(customer_emails(b.customer)) and not ${isTestOrder(sql`o.id`)} and o.created_at <
          case b.side when 'now' then ${toInstantText(now.start)}::timestamptz
            else ${toInstantText(before.start)}::timestamptz end
      ) as is_known
      from buyers b
    )
    select side, count(*) filter (where not is_known)::int as first,
      count(*) filter (where is_known)::int as again
    from judged group by side`);
  return rows;
}

async function readDisputes(tx: Transaction, periods: Periods) {
  const side = sideOfInstant(sql`d.created_at`, periods);
  const { rows } = await tx.execute<OfSide & { count: number; cents: number }>(sql`
    select side, count(*)::int as count, sum(cents)::float8 as cents
    from (select ${side} as side, d.amount_cents as cents from ${disputes} d
      where d.order_id is null or not ${isTestOrder(sql`d.order_id`)}) opened
    where side is not null group by side`);
  return rows;
}

type DayRow = { day: PlainDate; orders: number; cents: number };

/** Each day of both sides that had any, on the kitchen's clock. */
async function readDays(
  tx: Transaction,
  { now, before }: Periods,
  timeZone: string,
): Promise<Map<PlainDate, DayRow>> {
  const within = (instant: SQL) =>
    sql`(${isInPeriod(instant, now)} or ${isInPeriod(instant, before)})`;
  const { rows } = await tx.execute<DayRow>(sql`
    select day, sum(orders)::int as orders, sum(cents)::float8 as cents from (
      select (o.created_at at time zone ${timeZone})::date as day, 1 as orders, 0 as cents
      from ${orders} o where ${within(sql`o.created_at`)} and not ${isTestOrder(sql`o.id`)}
      union all
      select (l.created_at at time zone ${timeZone})::date, 0, l.amount_cents
      from ${ledgerEntries} l where not ${IS_DISPUTE} and ${within(sql`l.created_at`)}
        and not ${isTestOrder(sql`l.order_id`)}
    ) booked group by day`);
  return new Map(rows.map((row) => [row.day, row]));
}

/** A point for each day of a single week, and for each week of several; those to come are left out. */
export async function readPoints(
  tx: Transaction,
  { weeks, periods, timeZone }: { weeks: number; periods: ComparedPeriods; timeZone: string },
): Promise<Pick<FiguresReply, 'step' | 'points'>> {
  const days = await readDays(tx, periods, timeZone);
  const length = weeks === 1 ? 1 : DAYS_IN_WEEK;
  const sumFrom = (first: PlainDate, last: PlainDate): { orders: number; cents: number } => {
    const sum = { orders: 0, cents: 0 };
    for (let day = first; day <= last; day = addDays(day, 1)) {
      sum.orders += days.get(day)?.orders ?? 0;
      sum.cents += days.get(day)?.cents ?? 0;
    }
    return sum;
  };
  const { now, before } = periods;
  const count = Math.ceil((daysBetween(now.from, now.to) + 1) / length);
  const points = Array.from({ length: count }, (_, index) => {
    const date = addDays(now.from, index * length);
    const dateBefore = addDays(before.from, index * length);
    const mine = sumFrom(date, addDays(date, length - 1));
    // For weeks under way, the last point before ends where that side ends: its days after that were not read.
    const earlier = sumFrom(dateBefore, addDays(dateBefore, length - 1));
    const orderSides: Sides = { now: mine.orders, before: earlier.orders };
    return {
      date,
      dateBefore,
      orders: orderSides,
      net: amountSides({ now: mine.cents, before: earlier.cents }),
    };
  });
  return { step: weeks === 1 ? 'day' : 'week', points };
}

type Sides<Value = number> = { now: Value; before: Value };

export type Periods = Pick<ComparedPeriods, 'now' | 'before'>;

/** `instant` is within the period: from its start on, before its end. */
export function isInPeriod(instant: SQL, { start, end }: FigurePeriod): SQL {
  return sql`(${instant} >= ${toInstantText(start)}::timestamptz and ${instant} < ${toInstantText(end)}::timestamptz)`;
}

/** `day`, a date, is within the period. */
export function isOn(day: SQL, { from, to }: FigurePeriod): SQL {
  return sql`(${day} between ${from}::date and ${to}::date)`;
}

/** Which side a row is on: `now`, `before`, or null for neither. */
export function sideOfInstant(instant: SQL, { now, before }: Periods): SQL {
  return sql`case when ${isInPeriod(instant, now)} then 'now' when ${isInPeriod(instant, before)} then 'before' end`;
}

export function sideOfDay(day: SQL, { now, before }: Periods): SQL {
  return sql`case when ${isOn(day, now)} then 'now' when ${isOn(day, before)} then 'before' end`;
}

export type OfSide = { side: 'now' | 'before' };

/** Picks one number of each side; 0 where a side has no row. */
export function bothSides<Row extends OfSide>(
  rows: readonly Row[],
  value: (row: Row) => number,
): Sides {
  const of = (side: OfSide['side']) => {
    const row = rows.find((one) => one.side === side);
    return row ? value(row) : 0;
  };
  return { now: of('now'), before: of('before') };
}

export function amountSides({ now, before }: Sides<Cents>): Sides<string> {
  return { now: formatAmount(now), before: formatAmount(before) };
}
