import type { MealReply } from '#contract/meals.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { isMealAvailableOn } from '#domain/ordering/check/meal-availability.ts';

/** Meals available on at least one of the days; without days, everything on sale. */
export function menuOfWeek(
  menu: readonly MealReply[],
  days: readonly PlainDate[],
): { lunches: MealReply[]; dinners: MealReply[] } {
  const onSale = menu.filter(
    (meal) =>
      meal.isActive && (days.length === 0 || days.some((day) => isMealAvailableOn(meal, day))),
  );
  return {
    lunches: onSale.filter(({ mealType }) => mealType === 'lunch'),
    dinners: onSale.filter(({ mealType }) => mealType === 'dinner'),
  };
}
