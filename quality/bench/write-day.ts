import { sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/client.ts';
import { writeRandomOrders } from '#quality/support/random/random-orders.ts';

/** Today where the apps are. */
export const DATE = '2026-01-07';
const NOON = '11:00-13:00';

/** Exactly `count` deliveries are left to the day, and the same number in the days after. */
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
  await db.execute(sql`vacuum analyze`);
}
