/** What staff see at a glance of the waitlist. Spec 2. */
import { formatMonthDayYear } from '#domain/calendar/plain-date.ts';
import { type Instant, wallTimeAt } from '#domain/calendar/zoned-time.ts';

/** From this many meals a week somebody counts as a keen customer. */
export const KEEN_FROM_MEALS = 5;

export type WaitlistSummary = {
  total: number;
  /** The same suburb in other capitals or spacing counts once. */
  uniqueSuburbs: number;
  keen: number;
  /** Whole meals; of those who said how many. Null when nobody has. */
  averageMealsPerWeek: number | null;
};

export function summariseWaitlist(
  entries: readonly { suburb: string; mealsPerWeek: number | null }[],
): WaitlistSummary {
  const suburbs = new Set(
    entries.map(({ suburb }) => suburb.trim().replaceAll(/\s+/g, ' ').toLowerCase()),
  );
  const meals = entries.flatMap(({ mealsPerWeek }) => mealsPerWeek ?? []);
  return {
    total: entries.length,
    uniqueSuburbs: suburbs.size,
    keen: meals.filter((count) => count >= KEEN_FROM_MEALS).length,
    averageMealsPerWeek:
      meals.length === 0
        ? null
        : Math.round(meals.reduce((sum, count) => sum + count, 0) / meals.length),
  };
}

/** The day somebody joined, as the kitchen's calendar had it: "Jan 5, 2025". */
export function formatJoined(joinedAt: Instant, timeZone: string): string {
  return formatMonthDayYear(wallTimeAt(joinedAt, timeZone).date);
}
