/** Meals, windows, suburbs, refunds and waste of both sides. What was delivered counts on its delivery date. */
import { type SQL, sql } from 'drizzle-orm';
import type { FiguresReply } from '#areas/office/calls/figures.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import { toInstantText } from '#platform/rules/zoned-time.ts';
import { daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { suburbNow } from '#areas/business/rules/served-suburbs.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { IS_REFUND, ledgerEntries, refunds } from '#areas/order-book/server/tables/payments.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { deliveries, deliveryEvents } from '#areas/order-book/server/tables/deliveries.ts';
import { deliverySlots } from '#areas/order-book/server/tables/slots.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import {
  amountSides,
  bothSides,
  isOn,
  type OfSide,
  type Periods,
  sideOfDay,
  sideOfInstant,
} from './sales-figures.ts';

/** On either side: dates of ours have an index. */
function onEither(day: SQL, { now, before }: Periods): SQL {
  return sql`(${isOn(day, now)} or ${isOn(day, before)})`;
}

export async function readMeals(tx: Transaction, periods: Periods): Promise<FiguresReply['meals']> {
  const day = sql`d.date`;
  const [now, before] = [isOn(day, periods.now), isOn(day, periods.before)];
  const { rows } = await tx.execute<{
    id: number;
    name: string;
    type: MealType;
    now: number;
    before: number;
    nowCents: number;
    beforeCents: number;
  }>(sql`
    select m.id, m.name, m.meal_type as type,
      count(*) filter (where ${now})::int as now, count(*) filter (where ${before})::int as before,
      coalesce(sum(i.price_cents) filter (where ${now}), 0)::float8 as "nowCents",
      coalesce(sum(i.price_cents) filter (where ${before}), 0)::float8 as "beforeCents"
    from ${deliveries} d join ${orderItems} i on i.delivery_id = d.id join ${meals} m on m.id = i.meal_id
    where ${onEither(day, periods)} and d.status <> 'cancelled' and not ${isTestOrder(sql`d.order_id`)}
    group by m.id order by now desc, before desc, m.name, m.id`);
  return rows.map((row) => ({
    mealId: row.id,
    name: row.name,
    mealType: row.type,
    portions: { now: row.now, before: row.before },
    amount: amountSides({ now: row.nowCents, before: row.beforeCents }),
  }));
}

/** A closed window offers no places beyond those that are booked. */
export async function readWindows(
  tx: Transaction,
  periods: Periods,
  firstDay: PlainDate,
): Promise<FiguresReply['windows']> {
  const day = sql`s.date`;
  const { rows } = await tx.execute<
    OfSide & { weekday: number; window: DeliveryWindow; booked: number; capacity: number }
  >(sql`
    select ${sideOfDay(day, periods)} as side, extract(dow from s.date)::int as weekday, s.time_slot as window,
      sum(s.booked - t.tests)::int as booked,
      sum(case when s.is_active then s.max_deliveries else s.booked - t.tests end)::int as capacity
    from ${deliverySlots} s cross join lateral (
      select count(*) as tests from ${deliveries} d
      where d.date = s.date and d.time_slot = s.time_slot and d.takes_place and ${isTestOrder(sql`d.order_id`)}
    ) t where ${onEither(day, periods)} group by 1, 2, 3`);
  const start = daysBetween('2000-01-02', firstDay) % 7;
  const place = (weekday: number) => (weekday - start + 7) % 7;
  const byWindow = Map.groupBy(rows, ({ weekday, window }) => `${place(weekday)} ${window}`);
  return [...byWindow].toSorted(byKey).flatMap(([, sides]) => {
    const [first] = sides;
    if (!first) return [];
    return {
      weekday: first.weekday,
      window: first.window,
      booked: bothSides(sides, ({ booked }) => booked),
      capacity: bothSides(sides, ({ capacity }) => capacity),
    };
  });
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** A suburb that was renamed is one. */
export async function readSuburbFigures(
  tx: Transaction,
  periods: Periods,
  suburbs: readonly ServedSuburb[],
): Promise<FiguresReply['suburbs']> {
  const day = sql`d.date`;
  const [now, before] = [isOn(day, periods.now), isOn(day, periods.before)];
  const { rows } = await tx.execute<{
    suburb: string;
    now: number;
    before: number;
    nowPortions: number;
    beforePortions: number;
  }>(sql`
    select o.suburb, count(distinct d.id) filter (where ${now})::int as now,
      count(distinct d.id) filter (where ${before})::int as before,
      count(i.id) filter (where ${now})::int as "nowPortions",
      count(i.id) filter (where ${before})::int as "beforePortions"
    from ${deliveries} d join ${orders} o on o.id = d.order_id left join ${orderItems} i on i.delivery_id = d.id
    where ${onEither(day, periods)} and d.status <> 'cancelled' and not ${isTestOrder(sql`o.id`)}
    group by o.suburb`);
  const places = Map.groupBy(rows, (row) => suburbNow(row.suburb, suburbs));
  return [...places]
    .map(([suburb, names]) => {
      const sum = (of: 'now' | 'before' | 'nowPortions' | 'beforePortions') =>
        names.reduce((all, row) => all + row[of], 0);
      return {
        suburb,
        deliveries: { now: sum('now'), before: sum('before') },
        portions: { now: sum('nowPortions'), before: sum('beforePortions') },
      };
    })
    .toSorted(
      (a, b) =>
        b.deliveries.now - a.deliveries.now ||
        b.deliveries.before - a.deliveries.before ||
        compareText(a.suburb, b.suburb),
    );
}

/** A refund that failed later takes itself back, on the day it failed. The meal's name is left out of its run-out. */
export async function readRefunds(
  tx: Transaction,
  periods: Periods,
): Promise<FiguresReply['refunds']> {
  const side = sideOfInstant(sql`l.created_at`, periods);
  const { rows } = await tx.execute<OfSide & { reason: string; count: number; cents: number }>(sql`
    select side, reason, sum(sign(cents))::int as count, sum(cents)::float8 as cents
    from (
      select ${side} as side, -l.amount_cents as cents,
        case when r.reason like 'Ran out: %' then 'Ran out'
          else coalesce(nullif(btrim(r.reason), ''), 'No reason recorded') end as reason
      from ${ledgerEntries} l left join ${refunds} r on r.gateway_id =
        case l.kind when 'refund_failed' then regexp_replace(l.gateway_id, ':failed$', '') else l.gateway_id end
      where ${IS_REFUND} and l.created_at >= ${toInstantText(periods.before.start)}::timestamptz
        and not ${isTestOrder(sql`l.order_id`)}
    ) back
    where side is not null group by side, reason`);
  const byReason = [...Map.groupBy(rows, ({ reason }) => reason)].map(([reason, sides]) => ({
    reason,
    count: bothSides(sides, ({ count }) => count),
    cents: bothSides(sides, ({ cents }) => cents),
  }));
  return byReason
    .toSorted(
      (a, b) =>
        b.cents.now - a.cents.now ||
        b.cents.before - a.cents.before ||
        compareText(a.reason, b.reason),
    )
    .map(({ reason, count, cents }) => ({ reason, count, amount: amountSides(cents) }));
}

export async function readWaste(tx: Transaction, periods: Periods): Promise<FiguresReply['waste']> {
  const ranOut = await readRunOuts(tx, periods);
  const lost = await readLost(tx, periods);
  return {
    runOuts: bothSides(ranOut, ({ count }) => count),
    runOutPortions: bothSides(ranOut, ({ portions }) => portions),
    missedDeliveries: bothSides(lost, ({ missed }) => missed),
    missedPortions: bothSides(lost, ({ missedPortions }) => missedPortions),
    cookedThenCancelled: bothSides(lost, ({ cookedPortions }) => cookedPortions),
  };
}

/** From the trail of changes: a run-out is one entry, with how many portions it concerned. */
async function readRunOuts(tx: Transaction, periods: Periods) {
  const side = sideOfInstant(sql`a.at`, periods);
  const { rows } = await tx.execute<OfSide & { count: number; portions: number }>(sql`
    select side, count(*)::int as count, sum(portions)::int as portions
    from (
      select ${side} as side, coalesce((a.after ->> 'swap')::int, 0) +
        coalesce((a.after ->> 'refund')::int, 0) + coalesce((a.after ->> 'ask')::int, 0) as portions
      from ${auditLog} a where a.entity = 'meal' and a.action = 'meal.run_out'
    ) declared
    where side is not null group by side`);
  return rows;
}

/** What a delivery `d` was before it was cancelled, at the last cancel. */
export const WAS_BEFORE_CANCEL = sql`(
  select e.status_before from ${deliveryEvents} e
  where e.delivery_id = d.id and e.status = 'cancelled' and e.is_decisive
  order by e.id desc limit 1
)`;

type LostRow = OfSide & { missed: number; missedPortions: number; cookedPortions: number };

/** By what each delivery was before it was cancelled, at the last cancel: missed, or cooked and further. */
async function readLost(tx: Transaction, periods: Periods): Promise<LostRow[]> {
  const day = sql`d.date`;
  const { rows } = await tx.execute<LostRow>(sql`
    with ended as (
      select d.id, ${sideOfDay(day, periods)} as side,
        case d.status when 'missed' then 'missed' else ${WAS_BEFORE_CANCEL} end as was,
        (select count(*) from ${orderItems} i where i.delivery_id = d.id)::int as portions
      from ${deliveries} d where ${onEither(day, periods)} and d.status in ('missed', 'cancelled')
        and not ${isTestOrder(sql`d.order_id`)}
    )
    select side, count(*) filter (where was = 'missed')::int as missed,
      coalesce(sum(portions) filter (where was = 'missed'), 0)::int as "missedPortions",
      coalesce(sum(portions) filter (where was in ('cooked', 'packed', 'out')), 0)::int as "cookedPortions"
    from ended group by side`);
  return rows;
}
