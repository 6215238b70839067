/** How many portions of each meal go out on which day: counted by the database, as quick for a year as for a week. */
import { and, between, eq, gte, inArray, isNull, lt, min, ne, sql } from 'drizzle-orm';
import { addDays, type PlainDate, weekdayOf } from '#domain/calendar/plain-date.ts';
import { FORECAST_WEEKS, type PastDay } from '#domain/production/plan/forecast.ts';
import type { Transaction } from '#server/db/client.ts';
import { meals } from '#server/db/schema/menu/meals.ts';
import { deliveries } from '#server/db/schema/orders/deliveries.ts';
import { orderItems } from '#server/db/schema/orders/order-items.ts';

type Reader = Pick<Transaction, 'select'>;

export type CountedMeal = { mealId: number; date: PlainDate; portions: number };

/** What is cooked for these delivery dates: as `isToCook` says, in SQL. */
export function countServed(
  db: Reader,
  { from, to }: { from: PlainDate; to: PlainDate },
): Promise<CountedMeal[]> {
  return db
    .select({
      mealId: orderItems.mealId,
      date: deliveries.date,
      portions: sql<number>`count(*)::int`,
    })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(
      and(
        between(deliveries.date, from, to),
        ne(deliveries.status, 'cancelled'),
        isNull(deliveries.madeOn),
      ),
    )
    .groupBy(orderItems.mealId, deliveries.date)
    .orderBy(orderItems.mealId, deliveries.date);
}

export type SalesHistory = (mealId: number, date: PlainDate) => PastDay[];

/**
 * The past days of the same weekday as a date, before `today`. A meal counts as on offer from its first sale on, in its
 * season, on days with deliveries.
 */
export async function loadSalesHistory(
  db: Reader,
  dates: readonly PlainDate[],
  today: PlainDate,
): Promise<SalesHistory> {
  if (dates.length === 0) return () => [];
  const first = addDays(dates.reduce(earlier), -7 * FORECAST_WEEKS);
  const weekdays = [...new Set(dates.map(weekdayOf))];
  const sold = await db
    .select({
      mealId: orderItems.mealId,
      date: deliveries.date,
      portions: sql<number>`count(*)::int`,
    })
    .from(orderItems)
    .innerJoin(deliveries, eq(deliveries.id, orderItems.deliveryId))
    .where(
      and(
        gte(deliveries.date, first),
        lt(deliveries.date, today),
        inArray(sql`extract(dow from ${deliveries.date})::int`, weekdays),
        ne(deliveries.status, 'cancelled'),
      ),
    )
    .groupBy(orderItems.mealId, deliveries.date);
  const offered = await db
    .select({
      mealId: meals.id,
      from: meals.availableFrom,
      to: meals.availableTo,
      firstSale: sql<PlainDate | null>`(${db
        .select({ date: min(deliveries.date) })
        .from(deliveries)
        .where(
          eq(
            deliveries.id,
            sql`(select delivery_id from order_items where meal_id = ${meals.id} order by id limit 1)`,
          ),
        )})`,
    })
    .from(meals);
  const counts = new Map(sold.map((row) => [`${row.mealId} ${row.date}`, row.portions]));
  const deliveryDays = new Set(sold.map(({ date }) => date));
  const byMeal = new Map(offered.map((meal) => [meal.mealId, meal]));
  return (mealId, date) => {
    const meal = byMeal.get(mealId);
    const days = Array.from({ length: FORECAST_WEEKS }, (_, week) =>
      addDays(date, -7 * (week + 1)),
    );
    return days
      .filter((day) => day < today && deliveryDays.has(day))
      .map((day) => ({
        date: day,
        portions: counts.get(`${mealId} ${day}`) ?? 0,
        offered:
          counts.has(`${mealId} ${day}`) ||
          (meal?.firstSale != null &&
            meal.firstSale <= day &&
            (meal.from === null || meal.from <= day) &&
            (meal.to === null || day <= meal.to)),
        soldOut: false,
      }));
  };
}

function earlier(a: PlainDate, b: PlainDate): PlainDate {
  return a < b ? a : b;
}
