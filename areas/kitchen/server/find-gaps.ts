/** What is missing of the food safety record. */
import { addDays, daysBetween, type PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import {
  isOpenDay,
  missingChecks,
  type MissingCheck,
} from '#areas/kitchen/rules/missing-checks.ts';
import { type CookedFood, missingFoodReadings } from '#areas/kitchen/rules/food-readings.ts';
import { type Reading, standingReadings } from '#areas/kitchen/rules/readings.ts';
import type { Context } from '#platform/server/context.ts';
import { listChecks } from '#areas/kitchen/server/daily-checks.ts';
import { listCookedFood } from '#areas/kitchen/server/temperatures/cooked-food.ts';
import type { Period } from '#areas/kitchen/server/temperatures/read-readings.ts';

/** `readings`: all of the period, corrected ones too. What is missing of places and of food, by day. */
export async function findGaps(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  period: Period,
  readings: readonly Reading[],
): Promise<{ due: MissingCheck[]; gaps: MissingCheck[]; foods: CookedFood[] }> {
  const { business } = await context.site.current();
  const now = context.clock();
  const lines = standingReadings(readings).map(({ kind, place, tenths, pass, at }) => ({
    kind,
    place,
    tenths,
    pass,
    ...wallTimeAt(at, business.timeZone),
  }));
  const foods = await listCookedFood(context.db, period, business);
  const isWorked = (day: PlainDate) =>
    isOpenDay(day, business) || foods.some(({ date }) => date === day);
  const { due, gaps } = missingChecks(await listChecks(context.db), lines, {
    days: daysOf(period).filter(isWorked),
    now: wallTimeAt(now, business.timeZone),
  });
  const ofFood = missingFoodReadings(foods, readings, now);
  return { due, gaps: [...gaps, ...ofFood].toSorted(byDay), foods };
}

function daysOf({ from, to }: Period): PlainDate[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day));
}

function byDay(a: MissingCheck, b: MissingCheck): number {
  return Number(a.date > b.date) - Number(a.date < b.date);
}
