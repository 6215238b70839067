/**
 * On which days a meal is available: its first and last day both count, and no date means no limit; in a week with a menu,
 * the days on which it is on it. Spec 3.
 */
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { MealFacts } from '#domain/menu/meal-fields.ts';
import { isOffered, type OfferedDays } from '#domain/menu/weeks/menu-week.ts';

export function isMealAvailableOn(
  meal: Pick<MealFacts, 'availableFrom' | 'availableTo'> & {
    /** Left out: no week has a menu. */
    offered?: readonly OfferedDays[] | undefined;
  },
  date: PlainDate,
): boolean {
  const hasStarted = meal.availableFrom === null || meal.availableFrom <= date;
  const hasEnded = meal.availableTo !== null && meal.availableTo < date;
  return hasStarted && !hasEnded && isOffered(meal.offered, date);
}
