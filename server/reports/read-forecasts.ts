import type { BusinessFacts } from '#domain/business.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { wallTimeAt } from '#domain/calendar/zoned-time.ts';
import { cutoffOf, weekStartOf } from '#domain/ordering/week/ordering-week.ts';
import { forecast } from '#domain/production/plan/forecast.ts';
import type { FigurePeriod } from '#domain/reports/figure-periods.ts';
import {
  type ForecastDay,
  forecastByMealAndWeek,
  type MealWeek,
} from '#domain/reports/food/forecast-accuracy.ts';
import type { Transaction } from '#server/db/client.ts';
import { meals } from '#server/db/schema/menu/meals.ts';
import { loadSalesHistory } from '#server/order-book/sales/sales-history.ts';

/**
 * What the forecast would have said at the cut-off of each week, from the weeks before it alone, beside what went out. Worked
 * out anew: none is stored, so a limit or menu that was changed since counts as it is now.
 */
export async function readForecasts(
  tx: Transaction,
  { from, to }: FigurePeriod,
  business: BusinessFacts,
): Promise<MealWeek[]> {
  const dates: PlainDate[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  const knownBefore = (date: PlainDate) =>
    wallTimeAt(cutoffOf(weekStartOf(date, business), business), business.timeZone).date;
  const sales = await loadSalesHistory(tx, { dates, knownBefore }, business);
  const menu = await tx.select({ id: meals.id }).from(meals);
  const days = dates.flatMap((date) => {
    const week = weekStartOf(date, business);
    return menu.flatMap(({ id: mealId }): ForecastDay[] => {
      if (!sales.wasOffered(mealId, date)) return [];
      const expected = forecast(sales.pastDays(mealId, date), 0, sales.mostOn(mealId, date));
      return [
        {
          mealId,
          week,
          forecast: 'reason' in expected ? null : expected.plan,
          actual: sales.soldOn(mealId, date),
        },
      ];
    });
  });
  return forecastByMealAndWeek(days);
}
