/** How many portions of each meal go out on which day: counted by the database, as quick for a year as for a week. */
import { and, between, eq, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { addDays, type PlainDate, weekdayOf } from '#domain/calendar/plain-date.ts';
import { isMealAvailableOn } from '#domain/ordering/check/meal-availability.ts';
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
 * The past days of the same weekday as a date, before `today`. A meal counts as on offer from its first sale of those
 * weeks on, in its season, on days with deliveries: when it was switched off is not known.
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
  const seasons = await db
    .select({
      mealId: meals.id,
      availableFrom: meals.availableFrom,
      availableTo: meals.availableTo,
    })
    .from(meals);
  const counts = new Map(sold.map((row) => [`${row.mealId} ${row.date}`, row.portions]));
  const deliveryDays = new Set(sold.map(({ date }) => date));
  const seasonOf = new Map(seasons.map((meal) => [meal.mealId, meal]));
  const firstSales = new Map<number, PlainDate>();
  for (const { mealId, date } of sold)
    firstSales.set(mealId, earlier(date, firstSales.get(mealId) ?? date));
  return (mealId, date) => {
    const firstSale = firstSales.get(mealId);
    const season = seasonOf.get(mealId);
    const wasOffered = (day: PlainDate) =>
      counts.has(`${mealId} ${day}`) ||
      (firstSale !== undefined &&
        firstSale <= day &&
        season !== undefined &&
        isMealAvailableOn(season, day));
    return Array.from({ length: FORECAST_WEEKS }, (_, week) => addDays(date, -7 * (week + 1)))
      .filter((day) => day < today && deliveryDays.has(day))
      .map((day) => ({
        date: day,
        portions: counts.get(`${mealId} ${day}`) ?? 0,
        offered: wasOffered(day),
        soldOut: false,
      }));
  };
}

function earlier(a: PlainDate, b: PlainDate): PlainDate {
  return a < b ? a : b;
}
