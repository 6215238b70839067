import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { cutoffFor, weekStartOf } from '#areas/business/rules/ordering-week.ts';
import { forecast } from '#areas/kitchen/rules/plan/forecast.ts';
import type { FigurePeriod } from '#areas/office/rules/figure-periods.ts';
import {
  type ForecastDay,
  forecastByMealAndWeek,
  type MealWeek,
} from '#areas/office/rules/forecast-accuracy.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { loadSalesHistory } from '#areas/kitchen/server/sales-history.ts';

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
    wallTimeAt(cutoffFor(date, business), business.timeZone).date;
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
