/**
 * Portions of meals: booked and given back only here, held in `holds.ts`. Always after the slots of the same transaction, so that no two
 * transactions deadlock: meals, orders and checkouts, slots, portions.
 */
import type { DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import {
  portionsByMeal,
  portionDifference,
  type Portions,
  type SoldOutMeal,
  FEW_PORTIONS,
  portionKey,
} from '#areas/menu/rules/portion-limits.ts';
import type { Transaction, Database } from '#platform/server/db/client.ts';
import { type GivenValues, prepared } from '#platform/server/db/prepared.ts';
import { takeHeldPortions } from '#areas/places/server/holds.ts';
import { changeRows, RowChanges, type WeekFacts } from '#areas/places/server/portion-rows.ts';
import { formatDate, addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { Conflict } from '#platform/server/errors.ts';
import { sql, eq, inArray } from 'drizzle-orm';
import type { PortionsOf } from '#areas/order-book/rules/portions-to-place.ts';
import { weekStartOf } from '#areas/business/rules/ordering-week.ts';
import { mealDays, holds } from '#areas/order-book/server/tables/slots.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { MovedItem } from '#areas/order-book/rules/move-delivery.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';

type Eaten = Parameters<typeof portionsByMeal>[0];

/** From `cooked` on the food exists: what leaves the order then is waste, and its portion is not sold again. */
export function isCooked({ status }: { status: DeliveryStatus }): boolean {
  return status !== 'planned' && status !== 'cancelled';
}

export type PortionMove = {
  /** Null: an order that is not stored yet. */
  orderId: number | null;
  /** Items of the order that take a portion, as they were, and as they will be. */
  before: Eaten;
  after: Eaten;
  /** Portions of `before` that are cooked already, so what leaves the order is food that exists and is not given back. */
  cooked?: Eaten;
  /** The change whose held portions this uses. */
  changeId?: string | null;
  /** True: sold whatever is left, which is staff's decision. */
  isOverLimit?: boolean;
};

/**
 * Books what an order takes more than before and gives back what it takes less, in one pass; or returns the meals that are
 * sold out, and the caller rolls back. To be called before the items are written.
 */
export async function movePortions(
  tx: Transaction,
  { orderId, before, after, cooked = [], changeId = null, isOverLimit = false }: PortionMove,
  facts: WeekFacts,
): Promise<SoldOutMeal[]> {
  const was = portionsByMeal(before);
  const net = portionDifference(was, portionsByMeal(after));
  const kept = keptOf(net, portionsByMeal(cooked));
  const changes = new RowChanges(facts)
    .add(was, { own: 1 })
    .add(net, { booked: 1 })
    .add(kept, { booked: 1, kept: 1 });
  if (changeId !== null)
    for (const { portions, ...row } of await takeHeldPortions(tx, changeId))
      changes.addRow(row, { held: -portions });
  const soldOut = await changeRows(tx, changes.list(), facts, {
    orderId,
    isGuarded: !isOverLimit,
  });
  return isOverLimit ? [] : soldOut;
}

/** For what leaves an order, what was cooked for it. */
function keptOf(net: readonly Portions[], cooked: readonly Portions[]): Portions[] {
  return net.flatMap(({ mealId, date, portions }) => {
    const made = cooked.find((each) => each.mealId === mealId && each.date === date);
    const kept = Math.min(Math.max(0, -portions), made?.portions ?? 0);
    return kept > 0 ? [{ mealId, date, portions: kept }] : [];
  });
}

/** 409: too few portions are left of these meals. */
export class MealsSoldOut extends Conflict {
  readonly meals: readonly SoldOutMeal[];

  constructor(meals: readonly SoldOutMeal[], message: string) {
    super('meal_sold_out', message, { meals });
    this.meals = meals;
  }
}

/** By name, for staff and for customers who change their order: "Sold out: Barramundi on Tue 1 Dec 2026. …" */
export function mealsSoldOut(
  meals: readonly SoldOutMeal[],
  nameOf: (mealId: number) => string | undefined,
): MealsSoldOut {
  const names = meals.map(({ mealId, date, left }) => {
    const name = `${nameOf(mealId) ?? `meal ${mealId}`} on ${formatDate(date)}`;
    return left === 0 ? name : `${name} (${left} left)`;
  });
  return new MealsSoldOut(meals, `Sold out: ${names.join(', ')}. Nothing was changed.`);
}

// How many portions are left: only looks, nothing is locked.

/**
 * Meals of an ordering week with few portions left to sell or none, by day: the smaller of the day's and the week's.
 */
export async function listFewLeft(
  db: Database,
  weekStart: PlainDate,
): Promise<Map<PlainDate, { mealId: number; left: number }[]>> {
  const rows = await selectFewLeft(db, { weekStart, weekEnd: addDays(weekStart, 6) });
  const byDay = new Map<PlainDate, { mealId: number; left: number }[]>();
  for (const { date, mealId, left } of rows)
    byDay.set(date, [...(byDay.get(date) ?? []), { mealId, left }]);
  return byDay;
}

/** By meal day: what staff hold for callers counts as sold, what others hold unpaid does not. */
const heldByStaff = sql`
  select meal_day_id, sum(amount)::int as portions from ${holds}
  where kind = 'phone' and meal_day_id is not null group by meal_day_id`;

const LEFT = {
  mealId: sql<number>`meal_id`,
  date: sql<PlainDate>`date::text`,
  left: sql<number>`greatest(0, "left")`,
};

type Week = { weekStart: PlainDate; weekEnd: PlainDate };

const selectFewLeft = prepared((db, { weekStart, weekEnd }: GivenValues<Week>) =>
  db
    .select(LEFT)
    .from(sql`(
    with staff as (${heldByStaff}), counted as (
      select meal_id, date, scope, d.portions - booked - coalesce(staff.portions, 0) as "left"
      from ${mealDays} d left join staff on staff.meal_day_id = d.id
      where d.portions is not null and date between ${weekStart}::date and ${weekEnd}::date
    ), days as (
      select meal_id, date, "left" from counted where scope = 'day'
      union all
      select meal_id, (date + day)::date, "left" from counted, generate_series(0, 6) as day
      where scope = 'week' and date = ${weekStart}::date
    )
    select meal_id, date, min("left") as "left" from days group by meal_id, date
    having min("left") <= ${sql.raw(String(FEW_PORTIONS))}) few`)
    .orderBy(sql`date, meal_id`),
);

/** Those of which too little is left to sell for all of this. */
export async function findSoldOut(
  db: Database | Transaction,
  needed: readonly Portions[],
  facts: WeekFacts,
): Promise<SoldOutMeal[]> {
  if (needed.length === 0) return [];
  const ofWeek = new Map<string, number>();
  const weekOf = ({ mealId, date }: Portions) => `${mealId}|${weekStartOf(date, facts)}`;
  for (const each of needed)
    ofWeek.set(weekOf(each), (ofWeek.get(weekOf(each)) ?? 0) + each.portions);
  const asked = needed.map((each) => ({
    meal_id: each.mealId,
    date: each.date,
    week: weekStartOf(each.date, facts),
    day_needs: each.portions,
    week_needs: ofWeek.get(weekOf(each)),
  }));
  const mealIds = [...new Set(needed.map(({ mealId }) => mealId))];
  return selectSoldOut(db, { mealIds, asked: JSON.stringify(asked) });
}

type AskedPortions = { mealIds: readonly number[]; asked: string };

const selectSoldOut = prepared((db, { mealIds, asked }: GivenValues<AskedPortions>) =>
  db
    .select(LEFT)
    .from(sql`(
    with staff as (${heldByStaff}), counted as (
      select d.meal_id, d.date, d.scope,
        d.portions - d.booked - coalesce(staff.portions, 0) as "left"
      from ${mealDays} d left join staff on staff.meal_day_id = d.id
      where d.portions is not null and d.meal_id = any (${mealIds}::int[])
    )
    select a.meal_id, a.date, least(day."left", week."left") as "left"
    from jsonb_to_recordset(${asked}::jsonb)
      as a (meal_id int, date date, week date, day_needs int, week_needs int)
    left join counted day on day.meal_id = a.meal_id and day.date = a.date and day.scope = 'day'
    left join counted week on week.meal_id = a.meal_id and week.date = a.week and week.scope = 'week'
    where day."left" < a.day_needs or week."left" < a.week_needs) sold`)
    .orderBy(sql`date, meal_id`),
);

/** For meals that are eaten on one of these days of delivery, or kept until up to a week later. */
export async function readLeft(
  db: Database | Transaction,
  { from, to }: { from: PlainDate; to: PlainDate },
  facts: WeekFacts,
): Promise<PortionsOf> {
  const { rows } = await db.execute<SoldOutMeal & { scope: string }>(sql`
    select meal_id as "mealId", date::text as date, scope,
      greatest(0, portions - held - booked) as "left"
    from ${mealDays} where portions is not null
      and date between ${weekStartOf(from, facts)} and ${addDays(to, 6)}`);
  const left = new Map<string, number>();
  const add = (mealId: number, date: PlainDate, number: number) => {
    const key = portionKey({ mealId, date });
    left.set(key, Math.min(left.get(key) ?? number, number));
  };
  for (const row of rows) {
    if (row.scope === 'day') add(row.mealId, row.date, row.left);
    else for (let day = 0; day < 7; day += 1) add(row.mealId, addDays(row.date, day), row.left);
  }
  return (mealId, date) => left.get(portionKey({ mealId, date })) ?? null;
}

// Portions of an order follow its deliveries. In the caller's transaction, which holds the order's lock, after the slots.

type Facts = Pick<BusinessFacts, 'orderWeekStart'>;

type MovedDelivery = {
  deliveryId: number;
  before: DeliveryStatus;
  after: DeliveryStatus;
  /** Whether it is to be brought: then each of its items takes a portion. */
  takes: boolean;
};

/**
 * Gives back the portions of deliveries that are cancelled before they are cooked, and takes those of deliveries that are to
 * be brought again. What an item takes is written on it, so that it is given back once. Throws Conflict `meal_sold_out`.
 */
export async function followPortions(
  tx: Transaction,
  {
    orderId,
    moves,
    isOverLimit = false,
  }: { orderId: number; moves: readonly MovedDelivery[]; isOverLimit?: boolean },
  facts: Facts,
): Promise<void> {
  const items = await itemsOf(tx, orderId);
  const moveOf = new Map(moves.map((move) => [move.deliveryId, move]));
  const next = items.map((item) => ({ ...item, takes: takesAfter(item, moveOf) }));
  const changed = next.filter(({ takes, takesPortion }) => takes !== takesPortion);
  if (changed.length === 0) return;
  const before = items.filter(({ takesPortion }) => takesPortion);
  const after = next.filter(({ takes }) => takes);
  const soldOut = await movePortions(tx, { orderId, before, after, isOverLimit }, facts);
  if (soldOut.length > 0)
    throw mealsSoldOut(soldOut, (id) => items.find(({ mealId }) => mealId === id)?.meal.name);
  for (const takes of [true, false]) {
    const ids = changed.filter((item) => item.takes === takes).map(({ id }) => id);
    if (ids.length > 0)
      await tx.update(orderItems).set({ takesPortion: takes }).where(inArray(orderItems.id, ids));
  }
}

function takesAfter(
  { deliveryId, takesPortion }: { deliveryId: number; takesPortion: boolean },
  moveOf: ReadonlyMap<number, MovedDelivery>,
): boolean {
  const move = moveOf.get(deliveryId);
  if (!move) return takesPortion;
  if (move.takes) return true;
  // From `cooked` on the food exists.
  const isGivenBack = move.after === 'cancelled' && move.before === 'planned';
  return takesPortion && !isGivenBack;
}

/**
 * Portions of meals that are eaten on another day after a move. Staff move what is paid for, so the portion goes along even
 * where nothing is left: the day then shows none, and sells none. To be called before the items are written.
 */
export async function moveEatenPortions(
  tx: Transaction,
  { orderId, items: moved }: { orderId: number; items: readonly MovedItem[] },
  facts: Facts,
): Promise<void> {
  const items = (await itemsOf(tx, orderId)).filter(({ takesPortion }) => takesPortion);
  const dateOf = new Map(moved.map(({ id, mealDate }) => [id, mealDate]));
  const after = items.map((item) => ({ ...item, mealDate: dateOf.get(item.id) ?? item.mealDate }));
  await movePortions(tx, { orderId, before: items, after, isOverLimit: true }, facts);
}

function itemsOf(tx: Transaction, orderId: number) {
  return tx
    .select({
      id: orderItems.id,
      deliveryId: orderItems.deliveryId,
      mealId: orderItems.mealId,
      mealDate: orderItems.mealDate,
      meal: orderItems.meal,
      takesPortion: orderItems.takesPortion,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
}
