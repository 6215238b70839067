/**
 * On which days a meal is available: its first and last day both count, and no date means no limit; in a week with a menu,
 * the days on which it is on it. Spec 3.
 */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import { isOnMenu, type OfferedDays } from '#areas/menu/rules/menu-week.ts';

export function isMealAvailableOn(
  meal: Pick<MealFacts, 'availableFrom' | 'availableTo'> & {
    /** Left out: no week has a menu. */
    offered?: readonly OfferedDays[] | undefined;
  },
  date: PlainDate,
): boolean {
  const hasStarted = meal.availableFrom === null || meal.availableFrom <= date;
  const hasEnded = meal.availableTo !== null && meal.availableTo < date;
  return hasStarted && !hasEnded && isOnMenu(meal.offered, date);
}
