/** Which days and moments the figures of some weeks are about, and those they are compared with. */
import { MINUTE_MS, DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import { compareText } from '#platform/rules/compare-text.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { weekStartOf } from '#areas/business/rules/ordering-week.ts';
import type { Cents } from '#platform/rules/money.ts';
import { half } from '#areas/menu/rules/rounding.ts';
import type { PortionCost } from '#areas/menu/rules/recipe.ts';

export const MOST_FIGURE_WEEKS = 53;

export type FigurePeriod = {
  /** First and last day, both inclusive. */
  from: PlainDate;
  to: PlainDate;
  /** Money and orders from this moment. */
  start: Instant;
  /** And before this one. */
  end: Instant;
};

export type ComparedPeriods = {
  from: PlainDate;
  to: PlainDate;
  /** They are not over, so both periods end at the same time of the week. */
  isSoFar: boolean;
  now: FigurePeriod;
  /** As many weeks directly before. */
  before: FigurePeriod;
};

/** The week of yesterday: on the first day of a week, that is the one just finished. */
export function defaultFigureWeek(
  today: PlainDate,
  facts: Pick<BusinessFacts, 'orderWeekStart'>,
): PlainDate {
  return weekStartOf(addDays(today, -1), facts);
}

/** `week`: any day of the first week. Null: these weeks have not begun. */
export function comparedPeriods(
  { week, weeks }: { week: PlainDate; weeks: number },
  now: Instant,
  facts: Pick<BusinessFacts, 'orderWeekStart' | 'timeZone'>,
): ComparedPeriods | null {
  const { timeZone } = facts;
  const today = wallTimeAt(now, timeZone);
  const from = weekStartOf(week, facts);
  if (from > today.date) return null;
  const days = weeks * DAYS_IN_WEEK;
  const to = addDays(from, days - 1);
  const isSoFar = to >= today.date;
  const startOf = (date: PlainDate) => instantOf({ date, minuteOfDay: 0 }, timeZone);
  const earlier = addDays(from, -days);
  const sameTime =
    instantOf({ ...today, date: addDays(today.date, -days) }, timeZone) + (now % MINUTE_MS);
  return {
    from,
    to,
    isSoFar,
    now: {
      from,
      to: isSoFar ? today.date : to,
      start: startOf(from),
      end: isSoFar ? now : startOf(addDays(to, 1)),
    },
    before: {
      from: earlier,
      to: addDays(earlier, daysBetween(from, isSoFar ? today.date : to)),
      start: startOf(earlier),
      end: isSoFar ? sameTime : startOf(from),
    },
  };
}

/** What a meal brought in and what its food and packaging cost. Labour is not in it. Ours. */
type SoldMeal = { portions: number; priceCents: Cents };

type MealMargin = {
  /** What was charged, without GST. */
  revenueCents: Cents;
  /** Null: not known, because something in it has no price or it has no recipe. Never 0 for that. */
  costCents: Cents | null;
  marginCents: Cents | null;
  /** For the revenue, in tenths of a percent. */
  marginTenths: number | null;
};

/** `cost` of one portion as recipe and packs are today, rounded to the cent; null: the meal has no recipe. */
export function mealMargin(
  { portions, priceCents }: SoldMeal,
  cost: PortionCost | null,
  { includesGst }: { includesGst: boolean },
): MealMargin {
  const revenueCents = includesGst ? half((priceCents * 10) / 11) : priceCents;
  if (cost === null || cost.costCents === null)
    return { revenueCents, costCents: null, marginCents: null, marginTenths: null };
  const costCents = cost.costCents * portions;
  const marginCents = revenueCents - costCents;
  return {
    revenueCents,
    costCents,
    marginCents,
    marginTenths: revenueCents === 0 ? null : half((marginCents / revenueCents) * 1000),
  };
}

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
    .toSorted((a, b) => a.mealId - b.mealId || compareText(a.week, b.week));
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
