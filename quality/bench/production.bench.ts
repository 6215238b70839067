/**
 * The plan of a week for 60 meals of 300 ingredients, with 400 deliveries a day and a year of them in the books, beside a
 * bare query of the same sums. Aim: under a second. `ORDERS`: 146,000 by default.
 */
import pg from 'pg';
import { describeProductionPlan } from '#areas/kitchen/server/production-plan.ts';
import { readPlan } from '#areas/kitchen/server/read-plan.ts';
import { getFoodFigures } from '#areas/office/server/food-figures.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import { openChangeFeed } from '#platform/server/db/change-feed.ts';
import { loadShownRatings } from '#areas/customers/server/rating-emails.ts';
import { createSite } from '#areas/menu/server/site.ts';
import { startBenchApp } from './bench-app.ts';
import { median } from './load/closed-loop.ts';
import { MEALS, writeKitchen, writeYear } from '#quality/support/postgres/kitchen-year.ts';

const ORDERS = Number(process.env['ORDERS'] ?? 146_000);
const ROUNDS = 5;
const WEEK = { from: '2026-01-13', to: '2026-01-19' };

const app = await startBenchApp();
const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
const db = openDatabase(app.databaseUrl, { max: 1 });
await writeKitchen(pool);
await writeYear(pool, { orders: ORDERS, lastDay: WEEK.to });

/** Ordered, past, and what the ordered meals need of each component and ingredient at the first level. */
const BARE_SUMS = [
  `select i.meal_id, d.date, count(*) from order_items i join deliveries d on d.id = i.delivery_id
   where d.date between '2026-01-03' and '2026-01-19' and d.status <> 'cancelled' and d.made_on is null group by 1, 2`,
  `select i.meal_id, d.date, count(*) from order_items i join deliveries d on d.id = i.delivery_id
   where d.date >= '2025-07-15' and d.date < '2026-01-07' and d.status <> 'cancelled' group by 1, 2`,
  `with served as (select i.meal_id, d.date, count(*)::numeric as portions from order_items i join deliveries d on d.id = i.delivery_id
     where d.date between '2026-01-13' and '2026-01-19' and d.status <> 'cancelled' group by 1, 2),
   direct as (select l.uses_component_id, l.ingredient_id, s.date, sum(s.portions * l.qty / r.basis) as qty
     from served s join meal_recipes r using (meal_id) join recipe_lines l using (meal_id) group by 1, 2, 3)
   select l.ingredient_id, d.date, ceil(sum(d.qty / c.pot_qty * l.qty)) from direct d join components c on c.id = d.uses_component_id
   join recipe_lines l on l.component_id = c.id group by 1, 2`,
];

const QUIET = { info() {}, warn() {}, error() {} };
const changes = await openChangeFeed(app.databaseUrl, QUIET);
const clock = () => Date.parse('2026-01-07T02:00Z');
const context = { db, clock, site: createSite({ db, clock }, changes, loadShownRatings) };
const asked = { ...WEEK, forecast: 'on' as const };
const plan = describeProductionPlan(await readPlan(context, asked), asked);
const planMs = await timeOf(async () =>
  describeProductionPlan(await readPlan(context, asked), asked),
);
const bareMs = await timeOf(async () => {
  for (const sum of BARE_SUMS) await pool.query(sum);
});
const portions = plan.days
  .flatMap(({ meals }) => meals)
  .reduce((sum, meal) => sum + meal.portions, 0);
console.log(
  `plan of a week, ${portions} portions of ${MEALS} meals, ${plan.cookings.length} cookings, ` +
    `${ORDERS} deliveries in the books: ${planMs.toFixed(0)} ms (aim: under 1000); ` +
    `the same sums as bare SQL: ${bareMs.toFixed(0)} ms, ratio ${(planMs / bareMs).toFixed(1)}`,
);

const yesterday = { ...context, clock: () => Date.parse('2026-01-19T02:00Z') };
for (const weeks of [1, 52]) {
  const query = weeks === 1 ? { weeks } : { weeks, week: '2025-01-21' };
  const foodMs = await timeOf(() => getFoodFigures(yesterday, query));
  console.log(`figures of food of ${weeks === 1 ? 'a week' : 'a year'}: ${foodMs.toFixed(0)} ms`);
}

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
