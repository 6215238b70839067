/** The Figures page over a year of business, with all the years before in the books. Aim: under a second. */
import pg from 'pg';
import { openDatabase } from '#server/db/client.ts';
import { createSite } from '#server/menu/site.ts';
import { openChangeFeed } from '#server/db/change-feed.ts';
import { ordersFile } from '#server/reports/accountant-csv.ts';
import { getFigures } from '#server/reports/figures.ts';
import { startBenchApp } from './bench-app.ts';
import { median } from './closed-loop.ts';
import { writeOrders } from './many-orders.ts';

/** Two hundred deliveries a day: a year, and nine months before it. */
const ORDERS = 130_000;
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

const QUIET = { info() {}, warn() {}, error() {} };
const changes = await openChangeFeed(app.databaseUrl, QUIET);
const context = { db, clock: () => Date.parse('2026-01-14T00:00Z'), site: createSite(db, changes) };
const { totals } = await getFigures(context, A_YEAR);
const pageMs = await timeOf(() => getFigures(context, A_YEAR));
const weekMs = await timeOf(() => getFigures(context, { week: '2025-12-30' }));
const fileMs = await timeOf(() => ordersFile(context, A_YEAR));
console.log(
  `figures of a year, ${totals.orders.now} orders against ${totals.orders.before} before: ${pageMs.toFixed(0)} ms (aim: under 1000); ` +
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
