/**
 * The Figures page over a year of business, with all the years before in the books, beside the bare SQL of the same sums.
 * Aim: under a second. `ORDERS`: 130,000 by default.
 */
import pg from 'pg';
import { openDatabase } from '#platform/server/db/client.ts';
import { loadShownRatings } from '#areas/customers/server/rating-emails.ts';
import { createSite } from '#areas/menu/server/site.ts';
import { openChangeFeed } from '#platform/server/db/change-feed.ts';
import { documentsFile } from '#areas/office/server/figure-routes.ts';
import { getFigures } from '#areas/office/server/figures.ts';
import { startBenchApp } from './bench-app.ts';
import { median } from './load/closed-loop.ts';
import { writeOrders } from '#quality/support/postgres/many-orders.ts';

/** Two hundred deliveries a day: a year, and nine months before it. */
const ORDERS = Number(process.env['ORDERS'] ?? 130_000);
const ROUNDS = 5;
const A_YEAR = { week: '2025-01-07', weeks: 52 };

const app = await startBenchApp();
const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
const db = openDatabase(app.databaseUrl, { max: 1 });
await writeOrders(pool, 1, ORDERS);
// A minute apart, they were paid within three months: spread over the days of their deliveries instead.
await pool.query('alter table ledger_entries disable trigger user');
await pool.query(
  `update orders o set created_at = d.date - interval '6 days' + (o.id % 1440) * interval '1 minute'
   from deliveries d where d.order_id = o.id`,
);
await pool.query(
  `update ledger_entries l set created_at = o.created_at from orders o where o.id = l.order_id`,
);
await pool.query('vacuum analyze');

/** What the page adds up of a year and of the one before, without telling new customers from others. */
const BARE_SUMS = [
  `select count(*), count(*) filter (where status = 'cancelled'), count(distinct email) from orders where created_at >= $1 and created_at < $2`,
  `select kind, sum(amount_cents) from ledger_entries where created_at >= $1 and created_at < $2 group by kind`,
  `select created_at::date, count(*) from orders where created_at >= $1 and created_at < $2 group by 1`,
  `select created_at::date, sum(amount_cents) from ledger_entries where created_at >= $1 and created_at < $2 group by 1`,
  `select i.meal_id, count(*), sum(i.price_cents) from deliveries d join order_items i on i.delivery_id = d.id
   where d.date >= $1 and d.date < $2 and d.status <> 'cancelled' group by 1`,
  `select extract(dow from date), time_slot, sum(booked), sum(max_deliveries) from delivery_slots
   where date >= $1 and date < $2 group by 1, 2`,
  `select o.suburb, count(distinct d.id), count(i.id) from deliveries d join orders o on o.id = d.order_id
   left join order_items i on i.delivery_id = d.id where d.date >= $1 and d.date < $2 and d.status <> 'cancelled' group by 1`,
];
const YEARS = [
  ['2025-01-07', '2026-01-06'],
  ['2024-01-09', '2025-01-07'],
];

const QUIET = { info() {}, warn() {}, error() {} };
const changes = await openChangeFeed(app.databaseUrl, QUIET);
const clock = () => Date.parse('2026-01-14T00:00Z');
const context = { db, clock, site: createSite({ db, clock }, changes, loadShownRatings) };
const { totals } = await getFigures(context, A_YEAR);
const pageMs = await timeOf(() => getFigures(context, A_YEAR));
const bareMs = await timeOf(async () => {
  for (const sum of BARE_SUMS) for (const year of YEARS) await pool.query(sum, year);
});
const weekMs = await timeOf(() => getFigures(context, { week: '2025-12-30' }));
const fileMs = await timeOf(() => documentsFile(context, A_YEAR));
console.log(
  `figures of a year, ${totals.orders.now} orders against ${totals.orders.before} before: ${pageMs.toFixed(0)} ms (aim: under 1000); ` +
    `the same sums as bare SQL: ${bareMs.toFixed(0)} ms, ratio ${(pageMs / bareMs).toFixed(1)}; ` +
    `of a week: ${weekMs.toFixed(0)} ms; each order of the year as CSV: ${fileMs.toFixed(0)} ms`,
);

await changes.close();
await db.$client.end();
await pool.end();
await app.stop();

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}
