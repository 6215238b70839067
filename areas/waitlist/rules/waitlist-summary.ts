/** The summary above the waitlist. Spec 2. */
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { suburbNameOf } from '#areas/waitlist/rules/suburb-demand.ts';
import { formatMonthDayYear } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';

/** From this many meals a week, someone counts as a frequent customer. */
export const FREQUENT_FROM_MEALS = 5;

export type WaitlistSummary = {
  total: number;
  /** A suburb counts once, however it is written. */
  uniqueSuburbs: number;
  frequent: number;
  /** Whole meals; averages only entries with a number. Null if there are none. */
  averageMealsPerWeek: number | null;
};

export function summariseWaitlist(
  entries: readonly { suburb: string; mealsPerWeek: number | null }[],
  served: readonly ServedSuburb[],
): WaitlistSummary {
  const suburbs = new Set(entries.map(({ suburb }) => suburbNameOf(suburb, served).toLowerCase()));
  const meals = entries.flatMap(({ mealsPerWeek }) => mealsPerWeek ?? []);
  return {
    total: entries.length,
    uniqueSuburbs: suburbs.size,
    frequent: meals.filter((count) => count >= FREQUENT_FROM_MEALS).length,
    averageMealsPerWeek:
      meals.length === 0
        ? null
        : Math.round(meals.reduce((sum, count) => sum + count, 0) / meals.length),
  };
}

/** The date someone joined, on the kitchen's calendar: "Jan 5, 2025". */
export function formatJoined(joinedAt: Instant, timeZone: string): string {
  return formatMonthDayYear(wallTimeAt(joinedAt, timeZone).date);
}
