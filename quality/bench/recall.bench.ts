/**
 * From goods to the people who ate them, with a year in the books: 400 deliveries a day, and what went into each batch of
 * 60 components and 60 meals. Beside a bare query that only follows the batches. Aim: under a second, or at most twice the
 * bare query. `ORDERS`: 146,000 by default.
 */
import pg from 'pg';
import { findRecall } from '#areas/kitchen/server/traceability.ts';
import { openDatabase } from '#platform/server/db/client.ts';
import { openChangeFeed } from '#platform/server/db/change-feed.ts';
import { loadShownRatings } from '#areas/customers/server/rating-emails.ts';
import { createSite } from '#areas/menu/server/site.ts';
import { startBenchApp } from './bench-app.ts';
import { median } from './load/closed-loop.ts';
import {
  DELIVERIES_A_DAY,
  writeKitchen,
  writeYear,
} from '#quality/support/postgres/kitchen-year.ts';

const ORDERS = Number(process.env['ORDERS'] ?? 146_000);
const TODAY = '2026-01-19';
const DAYS = Math.ceil(ORDERS / DELIVERIES_A_DAY);
const ROUNDS = 5;

const app = await startBenchApp();
const pool = new pg.Pool({ connectionString: app.databaseUrl, max: 1 });
const db = openDatabase(app.databaseUrl, { max: 1 });
await writeKitchen(pool);
await writeYear(pool, { orders: ORDERS, lastDay: TODAY });
await writeBatches();

/** Follows batches alone: no meals that nobody ticked off, no gifts, nobody erased. */
const BARE = `with recursive touched as (
    select batch_id, certainty from batch_inputs where goods_lot_id = $1
    union
    select i.batch_id, case when i.certainty = 'recorded' then t.certainty else 'possible' end
    from batch_inputs i join touched t on t.batch_id = i.input_batch_id),
  lots as (select b.meal_id, b.delivery_date, bool_or(t.certainty = 'recorded') as recorded
    from touched t join batches b on b.id = t.batch_id where b.meal_id is not null group by 1, 2)
  select d.date, m.name, o.number, o.phone, d.status, l.recorded, count(*) as portions
  from lots l join deliveries d on d.date between l.delivery_date and l.delivery_date + 7 and d.status <> 'cancelled'
  join order_items i on i.delivery_id = d.id and i.meal_id = l.meal_id and coalesce(i.cooked_for, d.date) = l.delivery_date
  join meals m on m.id = i.meal_id join orders o on o.id = d.order_id group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3`;

const QUIET = { info() {}, warn() {}, error() {} };
const changes = await openChangeFeed(app.databaseUrl, QUIET);
const clock = () => Date.parse(`${TODAY}T02:00Z`);
const context = { db, clock, site: createSite({ db, clock }, changes, loadShownRatings) };
const items = await pool.query<{ n: number }>('select count(*)::int as n from order_items');
const inputs = await pool.query<{ n: number }>('select count(*)::int as n from batch_inputs');
console.log(`${items.rows[0]?.n} portions, ${inputs.rows[0]?.n} inputs of batches in the books`);

for (const [kind, condition] of [
  ['with a use-by date', 'use_by is not null'],
  ['without one', 'use_by is null'],
] as const) {
  const { rows } = await pool.query<{ id: number }>(
    `select g.id from goods_lots g join batch_inputs i on i.goods_lot_id = g.id where ${condition}
     and received_at < $1::date - $2::int / 2 group by g.id order by count(*) desc, g.id limit 1`,
    [TODAY, DAYS],
  );
  const id = rows[0]?.id ?? 0;
  const { deliveries, portions } = await findRecall(context, id);
  const { ours, bare } = await alternate(
    () => findRecall(context, id),
    () => pool.query(BARE, [id]),
  );
  console.log(
    `goods ${kind}, ${portions} portions in ${deliveries.length} deliveries: ${ours.toFixed(0)} ms (aim: under 1000); ` +
      `the bare query: ${bare.toFixed(0)} ms, ratio ${(ours / bare).toFixed(1)} (aim: at most 2)`,
  );
}

await changes.close();
await db.$client.end();
await pool.end();
await app.stop();

/**
 * Each ingredient comes once a week and keeps for ten days, but for each tenth, which keeps for the year and has no date.
 * Everything is cooked daily, from all that was in the house; of each twentieth meal nobody ticked anything off.
 */
async function writeBatches(): Promise<void> {
  const client = await pool.connect();
  const first = `$1::date - ${DAYS} + 1`;
  try {
    await client.query(
      `insert into goods_lots (ingredient_id, supplier_lot, use_by, received_at, received_by, qty, stored_as, accepted)
       select g.id, 'L' || n, day + 10, day::timestamp at time zone 'Australia/Brisbane', 'Cook', 10000, 'chilled', true
       from (select id, row_number() over (order by id) as place from ingredients) g,
         generate_series(0, ${DAYS} / 7) n, lateral (select ${first} + n * 7 + (place % 7)::int - 7 as day) received
       where place % 10 > 0`,
      [TODAY],
    );
    await client.query(
      `insert into goods_lots (ingredient_id, supplier_lot, received_at, received_by, qty, stored_as, accepted)
       select id, 'sack', (${first})::timestamp at time zone 'Australia/Brisbane', 'Cook', 10000, 'dry', true
       from (select id, row_number() over (order by id) as place from ingredients) g where place % 10 = 0`,
      [TODAY],
    );
    await client.query(
      `insert into batches (component_id, meal_id, cook_date, delivery_date, planned_qty, made_qty, state, done_at, by)
       select dish.component_id, dish.meal_id, day, case when dish.meal_id > 0 then day end, 40, 40, 'done', day, 'Cook'
       from (select id as component_id, null::int as meal_id from components union all select null, id from meals) dish,
         generate_series(0, ${DAYS} - 1) n, lateral (select ${first} + n as day) cooked
       where dish.component_id is not null or (dish.meal_id + n) % 20 > 0`,
      [TODAY],
    );
    for (const dish of ['component_id', 'meal_id'])
      await client.query(
        `insert into batch_inputs (batch_id, goods_lot_id, certainty)
         select b.id, g.id, case when g.id % 2 = 0 then 'recorded' else 'possible' end
         from batches b join recipe_lines l on l.${dish} = b.${dish} join goods_lots g on g.ingredient_id = l.ingredient_id
         where b.cook_date >= (g.received_at at time zone 'Australia/Brisbane')::date
           and (b.cook_date <= g.use_by) is not false
         on conflict do nothing`,
      );
    await client.query(
      `insert into batch_inputs (batch_id, input_batch_id, certainty)
       select b.id, c.id, 'recorded' from batches b join recipe_lines l on l.meal_id = b.meal_id
         join batches c on c.component_id = l.uses_component_id and c.cook_date = b.cook_date
       on conflict do nothing`,
    );
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}

/** In turns, so that other work on the machine slows both. */
async function alternate(ours: () => Promise<unknown>, bare: () => Promise<unknown>) {
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.ours.push(await timeOf(ours));
    times.bare.push(await timeOf(bare));
  }
  return { ours: median(times.ours), bare: median(times.bare) };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
