import { compareText } from '#platform/rules/compare-text.ts';
import type { FastifyInstance } from 'fastify';
import {
  downloadDays,
  downloadDocuments,
  getFigures as getFiguresCall,
  type FiguresQuery,
  downloadFood,
  downloadForecasts,
  getFoodFigures as getFoodFiguresCall,
} from '#areas/office/calls/figures.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv, type CsvCell, toCsv } from '#platform/server/drawing/csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { getFigures, inSnapshot, readQuery } from '#areas/office/server/figures.ts';
import { getFoodFigures } from '#areas/office/server/food-figures.ts';
import { sql } from 'drizzle-orm';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatAmount } from '#platform/rules/money.ts';
import type { FigurePeriod } from '#areas/office/rules/figure-periods.ts';
import {
  DOCUMENT_TITLES,
  type DocumentKind,
  documentNumber,
} from '#areas/order-book/rules/issued-documents.ts';
import { issueMarkedDocuments } from '#areas/order-book/server/lock-order.ts';
import { documents } from '#areas/order-book/server/tables/documents.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { IS_DISPUTE, IS_REFUND, ledgerEntries } from '#areas/order-book/server/tables/payments.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { isInPeriod } from './sales-figures.ts';

export function registerFigureRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getFiguresCall, ({ query }) => getFigures(context, query));

  staffRoute(app, downloadDays, async ({ query, reply }) => {
    const { name, csv } = await daysFile(context, query);
    return sendCsv(reply, name, csv);
  });

  staffRoute(app, downloadDocuments, async ({ query, reply }) => {
    const { name, csv } = await documentsFile(context, query);
    return sendCsv(reply, name, csv);
  });

  staffRoute(app, getFoodFiguresCall, ({ query }) => getFoodFigures(context, query));

  staffRoute(app, downloadFood, async ({ query, reply }) => {
    const { name, csv } = await foodFile(context, query);
    return sendCsv(reply, name, csv);
  });

  staffRoute(app, downloadForecasts, async ({ query, reply }) => {
    const { name, csv } = await forecastsFile(context, query);
    return sendCsv(reply, name, csv);
  });
}

type FigureContext = Pick<Context, 'db' | 'clock' | 'site'>;

type FigureFile = { name: string; csv: string };

/** Unknown amounts are empty cells, never 0. */
async function foodFile(context: FigureContext, query: FiguresQuery): Promise<FigureFile> {
  const { from, to, meals, components } = await getFoodFigures(context, query);
  const header = [
    'What',
    'Name',
    'Portions or made',
    'Unit',
    'Revenue without GST',
    'Cost of one (food and packaging, no labour)',
    'Cost',
    'Margin',
    'Margin %',
    'Cancelled once cooked',
    'Not delivered',
    'Thrown away',
    'Cost of waste',
  ];
  const rows: CsvCell[][] = [
    ...meals.map((meal) => [
      'meal',
      meal.name,
      meal.portions,
      'portion',
      meal.revenue,
      meal.costOfOne,
      meal.cost,
      meal.margin,
      meal.marginTenths === null ? null : (meal.marginTenths / 10).toFixed(1),
      meal.cancelledOnceCooked,
      meal.missed,
      null,
      meal.wasteCost,
    ]),
    ...components.map(({ name, made, baseUnit, wasted, wasteCost }) => [
      'component',
      name,
      made,
      baseUnit,
      ...Array.from({ length: 7 }, () => null),
      wasted,
      wasteCost,
    ]),
  ];
  return { name: `food-${from}-to-${to}.csv`, csv: toCsv([header, ...rows]) };
}

async function forecastsFile(context: FigureContext, query: FiguresQuery): Promise<FigureFile> {
  const { from, to, forecasts } = await getFoodFigures(context, query);
  const header = [
    'Week from',
    'Meal',
    'Forecast',
    'Actual',
    'Off, day by day',
    'Days without a forecast',
    'Portions on those days',
  ];
  const rows = forecasts
    .toSorted((a, b) => compareText(a.week, b.week))
    .map((sum) => [
      sum.week,
      sum.name,
      sum.forecast,
      sum.actual,
      sum.off,
      sum.daysWithout,
      sum.actualWithout,
    ]);
  return { name: `forecasts-${from}-to-${to}.csv`, csv: toCsv([header, ...rows]) };
}

/** What the accountant gets: money and GST of some weeks by day, and their receipts and notes. No customer is named. */

type Money = {
  captured: number;
  refunded: number;
  disputed: number;
  invoiced: number;
  gst: number;
};

type AccountantFile = { name: string; csv: string };

/** Every day of the weeks, also those without money; days to come are left out. Money by the ledger, GST by the documents. */
async function daysFile(context: FigureContext, query: FiguresQuery): Promise<AccountantFile> {
  await issueMarkedDocuments(context.db);
  const { periods, timeZone } = await readQuery(context, query);
  const { from, to } = periods.now;
  const rows = await inSnapshot(context, (tx) => readDayRows(tx, periods.now, timeZone));
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const lines: CsvCell[][] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const { orders: placed, ...money } = byDay.get(day) ?? NOTHING;
    const { captured, refunded, invoiced, gst, disputed } = money;
    const amounts = [captured, refunded, captured - refunded, invoiced, gst, disputed];
    lines.push([day, placed, ...amounts.map(formatAmount)]);
  }
  const header = [
    'Date',
    'Orders',
    'Taken',
    'Refunded',
    'Net',
    'Invoiced',
    'GST invoiced',
    'Taken by banks',
  ];
  return { name: `days-${from}-to-${to}.csv`, csv: toCsv([header, ...lines]) };
}

const NOTHING = { orders: 0, captured: 0, refunded: 0, disputed: 0, invoiced: 0, gst: 0 };

/** A row for each receipt, tax invoice and note: a closed month never changes. */
export async function documentsFile(
  context: FigureContext,
  query: FiguresQuery,
): Promise<AccountantFile> {
  await issueMarkedDocuments(context.db);
  const { periods, timeZone } = await readQuery(context, query);
  const { from, to } = periods.now;
  const rows = await inSnapshot(context, (tx) => readDocumentRows(tx, periods.now, timeZone));
  const header = ['Date', 'Number', 'Kind', 'Order', 'Total', 'GST', 'Total without GST', 'Reason'];
  const lines = rows.map(({ day, no, kind, number, total, gst, reason }): CsvCell[] => [
    day,
    documentNumber(number, no),
    DOCUMENT_TITLES[kind],
    number,
    formatAmount(total),
    formatAmount(gst),
    formatAmount(total - gst),
    reason,
  ]);
  return { name: `documents-${from}-to-${to}.csv`, csv: toCsv([header, ...lines]) };
}

async function readDayRows(tx: Transaction, period: FigurePeriod, timeZone: string) {
  const { rows } = await tx.execute<Money & { day: PlainDate; orders: number }>(sql`
    with facts as (
      select l.created_at as at, 0 as orders, 0 as invoiced, 0 as gst,
        case when l.kind = 'capture' then l.amount_cents else 0 end as captured,
        case when ${IS_REFUND} then -l.amount_cents else 0 end as refunded,
        case when ${IS_DISPUTE} then -l.amount_cents else 0 end as disputed
      from ${ledgerEntries} l where not ${isTestOrder(sql`l.order_id`)}
      union all select d.issued_at, 0, d.total_cents, d.gst_cents, 0, 0, 0 from ${documents} d
        where not ${isTestOrder(sql`d.order_id`)}
      union all select o.created_at, 1, 0, 0, 0, 0, 0 from ${orders} o where not ${isTestOrder(sql`o.id`)}
    )
    select (f.at at time zone ${timeZone})::date as day, sum(f.orders)::int as orders,
      sum(f.captured)::float8 as captured, sum(f.refunded)::float8 as refunded, sum(f.disputed)::float8 as disputed,
      sum(f.invoiced)::float8 as invoiced, sum(f.gst)::float8 as gst
    from facts f where ${isInPeriod(sql`f.at`, period)} group by 1`);
  return rows;
}

type DocumentLine = {
  day: PlainDate;
  number: string;
  no: number;
  kind: DocumentKind;
  total: number;
  gst: number;
  reason: string;
};

async function readDocumentRows(tx: Transaction, period: FigurePeriod, timeZone: string) {
  const { rows } = await tx.execute<DocumentLine>(sql`
    select (d.issued_at at time zone ${timeZone})::date as day, o.number, d.no, d.kind,
      d.total_cents as total, d.gst_cents as gst, d.reason
    from ${documents} d join ${orders} o on o.id = d.order_id
    where ${isInPeriod(sql`d.issued_at`, period)} and not ${isTestOrder(sql`o.id`)}
    order by d.issued_at, o.id, d.no`);
  return rows;
}
