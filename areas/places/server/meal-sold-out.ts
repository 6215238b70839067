import { formatDate } from '#platform/rules/plain-date.ts';
import type { SoldOutMeal } from '#areas/menu/rules/portion-limits.ts';
import { Conflict } from '#platform/server/errors.ts';

/** 409: too few portions are left of these meals. */
export class MealsSoldOut extends Conflict {
  readonly meals: readonly SoldOutMeal[];

  constructor(meals: readonly SoldOutMeal[], message: string) {
    super('meal_sold_out', message, { meals });
    this.meals = meals;
  }
}

/** By name, for staff and for customers who change their order: "Sold out: Barramundi on Tue 1 Dec 2026. …" */
export function mealsSoldOut(
  meals: readonly SoldOutMeal[],
  nameOf: (mealId: number) => string | undefined,
): MealsSoldOut {
  const names = meals.map(({ mealId, date, left }) => {
    const name = `${nameOf(mealId) ?? `meal ${mealId}`} on ${formatDate(date)}`;
    return left === 0 ? name : `${name} (${left} left)`;
  });
  return new MealsSoldOut(meals, `Sold out: ${names.join(', ')}. Nothing was changed.`);
}
