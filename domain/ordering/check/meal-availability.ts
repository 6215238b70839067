/** On which days a meal is available: its first and last day both count, and no date means no limit. Spec 3. */
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { MealFacts } from '#domain/menu/meal-fields.ts';

export function isMealAvailableOn(
  meal: Pick<MealFacts, 'availableFrom' | 'availableTo'>,
  date: PlainDate,
): boolean {
  const hasStarted = meal.availableFrom === null || meal.availableFrom <= date;
  const hasEnded = meal.availableTo !== null && meal.availableTo < date;
  return hasStarted && !hasEnded;
}
