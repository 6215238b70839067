/** What the accountant gets: the ledger of some weeks by day, or by order and day. No customer is named. */
import { sql } from 'drizzle-orm';
import type { FiguresQuery } from '#areas/office/calls/figures.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatAmount } from '#platform/rules/money.ts';
import type { FigurePeriod } from '#areas/office/rules/figure-periods.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { ledgerEntries } from '#areas/order-book/server/tables/ledger-entries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { type CsvCell, toCsv } from '#platform/server/drawing/csv.ts';
import { inSnapshot, readQuery } from '#areas/office/server/figures.ts';
import { isInPeriod } from '#areas/office/server/sides.ts';

type FigureContext = Pick<Context, 'db' | 'clock' | 'site'>;

type Money = { captured: number; refunded: number; gst: number };

/** The text of the file, and what to call it. */
type AccountantFile = { name: string; csv: string };

/** Every day of the weeks, also those without money; days to come are left out. */
export async function daysFile(
  context: FigureContext,
  query: FiguresQuery,
): Promise<AccountantFile> {
  const { periods, timeZone, isGst } = await readQuery(context, query);
  const { from, to } = periods.now;
  const rows = await inSnapshot(context, (tx) => readDayRows(tx, periods.now, timeZone));
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const lines: CsvCell[][] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const row = byDay.get(day) ?? { orders: 0, captured: 0, refunded: 0, gst: 0 };
    lines.push([day, row.orders, ...moneyCells(row, isGst)]);
  }
  const header = ['Date', 'Orders', ...moneyHeader(isGst)];
  return { name: `days-${from}-to-${to}.csv`, csv: toCsv([header, ...lines]) };
}

/** A row for each order and each day on which money moved for it. */
export async function ordersFile(
  context: FigureContext,
  query: FiguresQuery,
): Promise<AccountantFile> {
  const { periods, timeZone, isGst } = await readQuery(context, query);
  const { from, to } = periods.now;
  const rows = await inSnapshot(context, (tx) => readOrderRows(tx, periods.now, timeZone));
  const header = ['Date', 'Order', 'Status now', ...moneyHeader(isGst)];
  const lines = rows.map((row) => [row.day, row.number, row.status, ...moneyCells(row, isGst)]);
  return { name: `orders-${from}-to-${to}.csv`, csv: toCsv([header, ...lines]) };
}

function moneyHeader(isGst: boolean): string[] {
  return ['Taken', 'Refunded', 'Net', ...(isGst ? ['GST in net', 'Net without GST'] : [])];
}

function moneyCells({ captured, refunded, gst }: Money, isGst: boolean): CsvCell[] {
  const net = captured - refunded;
  const amounts = [captured, refunded, net, ...(isGst ? [gst, net - gst] : [])];
  return amounts.map(formatAmount);
}

/** One eleventh of each entry, rounded to the cent, so that days and orders add up to the same GST. */
const MONEY = sql`
  coalesce(sum(l.amount_cents) filter (where l.kind = 'capture'), 0)::float8 as captured,
  coalesce(-sum(l.amount_cents) filter (where l.kind <> 'capture'), 0)::float8 as refunded,
  coalesce(sum(round(l.amount_cents / 11.0)), 0)::float8 as gst`;

async function readDayRows(tx: Transaction, period: FigurePeriod, timeZone: string) {
  const { rows } = await tx.execute<Money & { day: PlainDate; orders: number }>(sql`
    with money as (
      select (l.created_at at time zone ${timeZone})::date as day, ${MONEY}
      from ${ledgerEntries} l where ${isInPeriod(sql`l.created_at`, period)} group by 1
    ), placed as (
      select (o.created_at at time zone ${timeZone})::date as day, count(*)::int as orders
      from ${orders} o where ${isInPeriod(sql`o.created_at`, period)} group by 1
    )
    select coalesce(m.day, p.day) as day, coalesce(p.orders, 0) as orders,
      coalesce(m.captured, 0) as captured, coalesce(m.refunded, 0) as refunded, coalesce(m.gst, 0) as gst
    from money m full join placed p on p.day = m.day`);
  return rows;
}

async function readOrderRows(tx: Transaction, period: FigurePeriod, timeZone: string) {
  const { rows } = await tx.execute<Money & { day: PlainDate; number: string; status: string }>(sql`
    select (l.created_at at time zone ${timeZone})::date as day, o.number, o.status, ${MONEY}
    from ${ledgerEntries} l join ${orders} o on o.id = l.order_id
    where ${isInPeriod(sql`l.created_at`, period)}
    group by 1, o.id order by 1, o.id`);
  return rows;
}
