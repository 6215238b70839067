/** What must hold after any number of changes of paid orders: money to the cent, paper to the portion. */
import { sql } from 'drizzle-orm';
import type { BenchReply } from '#areas/kitchen/calls/bench.ts';
import { benchBefore, dayToCook } from '#quality/support/day-to-cook.ts';
import type { Fixture } from './open-fixture.ts';
import type { SystemUnderTest } from './system-under-test.ts';

/** Changes that are neither made nor given up yet. */
export async function countWaitingChanges(system: SystemUnderTest): Promise<number> {
  return system.inDatabase(async (db) => {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from order_changes where state = 'waiting'`,
    );
    return rows[0]?.count ?? 0;
  });
}

/** From now on, of every other meal one more portion may be sold for each day that anyone has it. */
export async function limitPortions({ system }: Fixture): Promise<void> {
  await system.inDatabase((db) =>
    db.execute(sql`
      update meal_days set portions = held + booked + 1 where scope = 'day' and meal_id % 2 = 0`),
  );
}

/** No meal was sold beyond its limit, and nothing is held any more. That the counts are right is rule I9. */
export async function checkPortions({ system }: Fixture): Promise<string[]> {
  return system.inDatabase(async (db) => {
    const { rows } = await db.execute<{
      mealId: number;
      date: string;
      sold: number;
      limit: number;
    }>(
      sql`select meal_id as "mealId", date::text as date, held + booked as sold, portions as "limit"
        from meal_days where held > 0 or held + booked > portions`,
    );
    return rows.map(
      ({ mealId, date, sold, limit }) =>
        `PORTIONS: ${sold} of meal ${mealId} on ${date} are sold or held, limit ${limit}`,
    );
  });
}

/** For every order that is brought, the money that was kept is what it costs, less what staff gave back as a present. */
export async function checkMoney({ system }: Fixture): Promise<string[]> {
  return system.inDatabase(async (db) => {
    const { rows } = await db.execute<{
      number: string;
      owedCents: number;
      presentCents: number;
    }>(sql`
      select o.number, (case when o.status = 'cancelled' then 0 else o.total_cents end
          - coalesce((select sum(amount_cents) from payments p where p.order_id = o.id), 0)
          + coalesce((select sum(amount_cents) from refunds r
              where r.order_id = o.id and r.state <> 'failed'), 0))::int as "owedCents",
        coalesce((select sum((gift ->> 'cents')::int)
          from refunds r, jsonb_array_elements(r.presents) gift
          where r.order_id = o.id and r.state <> 'failed'), 0)::int as "presentCents"
      from orders o`);
    const { rows: held } = await db.execute(sql`select from holds where kind = 'change'`);
    return [
      ...rows
        .filter(({ owedCents, presentCents }) => owedCents < 0 || owedCents > presentCents)
        .map(({ number, owedCents }) => `MONEY: order ${number} is ${owedCents} cents off`),
      ...(held.length > 0 ? [`${held.length} places are still held for a change`] : []),
    ];
  });
}

type Row = { mealId: number; window: string; count: number };

/** What the kitchen is told to cook on each day is what the orders say, portion by portion. */
export async function checkPrintouts({ system, staffBrowser, menu }: Fixture): Promise<string[]> {
  const complaints: string[] = [];
  for (const date of menu.days) {
    const reply = await staffBrowser.get(benchBefore(date));
    const { trays, deliveries } = dayToCook(reply.body as BenchReply);
    const ordered = await system.inDatabase(async (db) => {
      const { rows } = await db.execute<Row & { bags: number }>(sql`
        select i.meal_id as "mealId", d.time_slot as "window", count(*)::int as count,
          (select count(*)::int from deliveries d join orders o on o.id = d.order_id
            where d.date = ${date} and d.status <> 'cancelled' and o.status <> 'cancelled') as bags
        from order_items i join deliveries d on d.id = i.delivery_id join orders o on o.id = i.order_id
        where d.date = ${date} and d.status <> 'cancelled' and o.status <> 'cancelled'
        group by i.meal_id, d.time_slot`);
      return rows;
    });
    const listOf = (rows: readonly Row[]) =>
      rows
        .map(({ mealId, window, count }) => `${mealId} ${window} x${count}`)
        .toSorted()
        .join();
    if (listOf(trays) !== listOf(ordered))
      complaints.push(`PRINTOUTS: ${date} says ${listOf(trays)}, the orders ${listOf(ordered)}`);
    const bags = ordered[0]?.bags ?? 0;
    if (deliveries !== bags)
      complaints.push(`PRINTOUTS: ${date} has ${deliveries} bags, the orders ${bags}`);
  }
  return complaints;
}
