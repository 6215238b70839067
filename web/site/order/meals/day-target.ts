import { planServiceKcal } from '#domain/nutrition/energy/meal-plan.ts';
import { type MealType, MEAL_TYPES } from '#domain/menu/meal.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Person } from '#domain/people/people.ts';
import { totalsOf } from '../summary/order-totals.ts';
import type { OrderMenu } from '../state/order-menu.ts';
import type { DayNeed } from './offered-meals.ts';

/** What a person's plan leaves for one meal of a day. */
export function dayNeed(
  person: Person,
  { date, mealType }: { date: PlainDate; mealType: MealType },
  menu: OrderMenu,
): DayNeed {
  const other = MEAL_TYPES.find((type) => type !== mealType);
  const placed = person.mealAssignments.filter(
    (meal) => meal.date === date && meal.mealType === other,
  );
  return {
    targetKcal: planServiceKcal(person.calorieTarget),
    otherKcal: placed.length === 0 ? null : totalsOf(placed, menu).calories,
  };
}
