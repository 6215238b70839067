import { sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';
import { writeRandomOrders } from '#quality/support/random/random-orders.ts';

/** Today where the apps are. */
export const DATE = '2026-01-07';
const NOON = '11:00-13:00';

/** Exactly `count` deliveries are left to the day, and the same number in the days after. One person in eighteen may not have peanut. */
export async function writeDay(db: Database, count: number): Promise<void> {
  await writeRandomOrders(db, count * 5, DATE);
  await db.execute(sql`insert into delivery_slots (date, time_slot, max_deliveries)
    select ${DATE}::date + day, slot, 100 from generate_series(0, 30) day, unnest(array['11:00-13:00', '16:00-18:00']) slot
    on conflict do nothing`);
  await db.execute(sql`update deliveries d set date = ${DATE}::date + ranked.place::int,
      time_slot = case when ranked.rank % 2 = 0 then ${NOON} else '16:00-18:00' end
    from (select id, (row_number() over (order by id) - 1) / ${count}::int as place, row_number() over (order by id) as rank
      from deliveries where order_id in (select order_id from deliveries group by order_id having count(*) = 1)) ranked
    where ranked.id = d.id`);
  await db.execute(sql`update deliveries set date = ${DATE}::date + 30
    where order_id in (select order_id from deliveries group by order_id having count(*) > 1)`);
  // As the till sells: no meal for a day that it does not keep, and an allergy is chosen, not only written. Moved far away
  // first, since a place at the table is taken once.
  await db.execute(sql`update order_items set meal_date = meal_date + 1000`);
  await db.execute(sql`update order_items i set meal_date = d.date + (i.meal_date - first.day) from deliveries d,
      (select delivery_id, min(meal_date) as day from order_items group by 1) first
    where d.id = i.delivery_id and first.delivery_id = d.id`);
  await db.execute(sql`update people p set allergens = '{peanut}' from orders o
    where o.id = p.order_id and p.position = 1 and o.special_instructions like '%allergy%'`);
  await db.execute(
    sql`update orders set special_instructions = '' where special_instructions like '%allergy%'`,
  );
  await db.execute(sql`vacuum analyze`);
}
