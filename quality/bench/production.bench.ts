/**
 * The plan of a week for 60 meals of 300 ingredients, with 400 deliveries a day and a year of them in the books, beside a
 * bare query of the same sums. Aim: under a second. `ORDERS`: 146,000 by default.
 */
import pg from 'pg';
import { describeProductionPlan } from '#server/production/describe-plan.ts';
import { readPlan } from '#server/production/read-plan.ts';
import { getFoodFigures } from '#server/reports/food-figures.ts';
import { openDatabase } from '#server/db/client.ts';
import { openChangeFeed } from '#server/db/change-feed.ts';
import { createSite } from '#server/menu/site.ts';
import { startBenchApp } from './bench-app.ts';
import { median } from './load/closed-loop.ts';
import { writeOrders } from '#quality/support/postgres/many-orders.ts';

const ORDERS = Number(process.env['ORDERS'] ?? 146_000);
const DELIVERIES_A_DAY = 400;
const MEALS = 60;
/** Portions of a delivery; what `writeOrders` gives it is a lunch and a dinner. */
const MORE_PORTIONS = 3;
const COMPONENTS = 60;
const INGREDIENTS = 300;
const ROUNDS = 5;
const WEEK = { from: '2026-01-13', to: '2026-01-19' };

const app = await startBenchApp();
const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
const db = openDatabase(app.databaseUrl, { max: 1 });
await writeKitchen();
await writeOrders(pool, 1, ORDERS);
await spreadOrders();

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
const context = { db, clock, site: createSite({ db, clock }, changes) };
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
  `plan of a week, ${portions} portions of ${MEALS} meals, ${plan.cookings.length} cookings, ${plan.ingredients.length} ingredients, ` +
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

/** The sample menu is copied until there are enough meals; each uses two components, each component five ingredients. */
async function writeKitchen(): Promise<void> {
  await pool.query(
    'truncate recipe_lines, meal_recipes, components, ingredients, supplier_packs, recipe_versions cascade',
  );
  const columns = await pool.query<{ list: string }>(
    `select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
     where table_schema = 'public' and table_name = 'meals' and column_name not in ('id', 'slug', 'name')`,
  );
  const list = columns.rows[0]?.list ?? '';
  await pool.query(
    `insert into meals (slug, name, ${list}) select slug || '-2', left(name, 60) || ' 2', ${list} from meals
     order by id limit greatest(0, ${MEALS} - (select count(*) from meals))`,
  );
  await pool.query(
    `update meals set is_active = true, archived_at = null, available_from = null, available_to = null`,
  );
  await pool.query(
    `insert into ingredients (name, label_name, base_unit, store_area, loss_bp)
     select 'Ingredient ' || n, 'ingredient', 'g', 'dry', n % 9 * 250 from generate_series(1, ${INGREDIENTS}) n`,
  );
  await pool.query(
    `insert into components (name, base_unit, pot_qty, min_qty, keeps_days, cook_ahead_days)
     select 'Component ' || n, 'g', 8000, 1000, 4, 1 from generate_series(1, ${COMPONENTS}) n`,
  );
  await pool.query(
    `insert into recipe_lines (component_id, ingredient_id, qty, position)
     select c.id, (select id from ingredients order by id offset (c.id * 5 + p) % ${INGREDIENTS} limit 1), 300 + p * 100, p
     from components c, generate_series(0, 4) p`,
  );
  await pool.query(`insert into meal_recipes (meal_id, basis) select id, 10 from meals`);
  await pool.query(
    `insert into recipe_lines (meal_id, uses_component_id, qty, position)
     select m.id, (select id from components order by id offset (m.id * 2 + p) % ${COMPONENTS} limit 1), 900 + p * 300, p
     from meals m, generate_series(0, 1) p`,
  );
  await pool.query(
    `insert into recipe_lines (meal_id, ingredient_id, qty, position)
     select m.id, (select id from ingredients order by id offset (m.id * 3 + p) % ${INGREDIENTS} limit 1), 1200, p
     from meals m, generate_series(2, 5) p`,
  );
}

/** The newest week is the one that is planned; every meal is ordered about as often, some for days after the delivery. */
async function spreadOrders(): Promise<void> {
  await pool.query(
    `insert into delivery_slots (date, time_slot, max_deliveries)
     select $1::date - n, '11:00-13:00', 100 from generate_series(0, $2::int / $3::int) n on conflict do nothing`,
    [WEEK.to, ORDERS, DELIVERIES_A_DAY],
  );
  await pool.query(
    `update deliveries d set date = $1::date - (ranked.n / $2::int)::int
     from (select id, row_number() over (order by id) - 1 as n from deliveries) ranked where ranked.id = d.id`,
    [WEEK.to, DELIVERIES_A_DAY],
  );
  await pool.query(
    `insert into order_items (order_id, delivery_id, person_id, meal_id, meal, meal_date, meal_type, price_cents)
     select i.order_id, i.delivery_id, i.person_id, i.meal_id, i.meal, d.date + n, i.meal_type, i.price_cents
     from order_items i join deliveries d on d.id = i.delivery_id, generate_series(1, ${MORE_PORTIONS}) n
     where i.meal_type = 'dinner'`,
  );
  await pool.query(
    `update order_items i set meal_id = ids.list[1 + hashint4(i.id)::bigint % ${MEALS} + case when hashint4(i.id) < 0 then ${MEALS - 1} else 0 end]
     from (select array_agg(id order by id) as list from meals) ids`,
  );
  await pool.query('vacuum full order_items, deliveries');
  // After it, or nothing could be counted from an index alone.
  await pool.query('vacuum analyze');
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}
