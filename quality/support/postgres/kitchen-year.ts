/** The books of a kitchen that has been busy for a year, written by SQL. */
import type pg from 'pg';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { writeOrders } from '#quality/support/postgres/many-orders.ts';

export const DELIVERIES_A_DAY = 400;
export const MEALS = 60;
/** Portions of a delivery; what `writeOrders` gives it is a lunch and a dinner. */
const MORE_PORTIONS = 3;
const COMPONENTS = 60;
const INGREDIENTS = 300;

/** The sample menu is copied until there are enough meals; each uses two components, each component five ingredients. */
export async function writeKitchen(pool: pg.Pool): Promise<void> {
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

/**
 * So many orders, the newest for `lastDay`; every meal is ordered about as often, some for days after the delivery. Needs
 * the meals of `writeKitchen`.
 */
export async function writeYear(
  pool: pg.Pool,
  { orders, lastDay }: { orders: number; lastDay: PlainDate },
): Promise<void> {
  await writeOrders(pool, 1, orders);
  await pool.query(
    `insert into delivery_slots (date, time_slot, max_deliveries)
     select $1::date - n, '11:00-13:00', 100 from generate_series(0, $2::int / $3::int) n on conflict do nothing`,
    [lastDay, orders, DELIVERIES_A_DAY],
  );
  await pool.query(
    `update deliveries d set date = $1::date - (ranked.n / $2::int)::int
     from (select id, row_number() over (order by id) - 1 as n from deliveries) ranked where ranked.id = d.id`,
    [lastDay, DELIVERIES_A_DAY],
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
