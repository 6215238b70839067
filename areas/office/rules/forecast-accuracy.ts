/** How far the forecasts of some days were from what went out. Ours. */

export type ForecastDay = {
  mealId: number;
  /** First day of its ordering week. */
  week: string;
  /** Null: there were too few days to make one. */
  forecast: number | null;
  actual: number;
};

export type ForecastSum = {
  forecast: number;
  actual: number;
  /** Portions too many or too few, day by day: too many on one day do not make up for too few on another. */
  off: number;
  /** Days and portions that are in none of these, for want of a forecast. */
  daysWithout: number;
  actualWithout: number;
};

export type MealWeek = ForecastSum & { mealId: number; week: string };

/** By meal, then by week; days without forecast and portions are left out. */
export function forecastByMealAndWeek(days: readonly ForecastDay[]): MealWeek[] {
  const groups = Map.groupBy(days.filter(isAnything), ({ mealId, week }) => `${mealId} ${week}`);
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      return first ? [{ mealId: first.mealId, week: first.week, ...sumForecasts(group) }] : [];
    })
    .toSorted((a, b) => a.mealId - b.mealId || Number(a.week > b.week) - Number(a.week < b.week));
}

function isAnything({ forecast, actual }: ForecastDay): boolean {
  return (forecast ?? 0) + actual > 0;
}

function sumForecasts(days: readonly ForecastDay[]): ForecastSum {
  return addForecasts(
    days.map(({ forecast, actual }) =>
      forecast === null
        ? { ...NOTHING, daysWithout: 1, actualWithout: actual }
        : { ...NOTHING, forecast, actual, off: Math.abs(forecast - actual) },
    ),
  );
}

const NOTHING: ForecastSum = { forecast: 0, actual: 0, off: 0, daysWithout: 0, actualWithout: 0 };

export function addForecasts(sums: readonly ForecastSum[]): ForecastSum {
  return sums.reduce(
    (total, sum) => ({
      forecast: total.forecast + sum.forecast,
      actual: total.actual + sum.actual,
      off: total.off + sum.off,
      daysWithout: total.daysWithout + sum.daysWithout,
      actualWithout: total.actualWithout + sum.actualWithout,
    }),
    NOTHING,
  );
}
