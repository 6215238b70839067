import type { NextMenu } from '#areas/menu/calls/next-menu.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import type { MenuWeek } from '#areas/menu/rules/menu-week.ts';
import { formatAmount } from '#platform/rules/money.ts';
import { isMealAvailableOn } from '#areas/menu/rules/meal-availability.ts';
import type { OrderingWeek } from '#areas/business/rules/ordering-week.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';

const DAYS_IN_WEEK = 7;

/** The ready menu of the week after the one on sale, to be looked at. Null: there is none, or nothing of it is on. */
export function nextMenuOf(
  menus: readonly MenuWeek[],
  meals: readonly MealRow[],
  week: OrderingWeek,
): NextMenu | null {
  const weekStart = addDays(week.weekStart, DAYS_IN_WEEK);
  const menu = menus.find((each) => each.weekStart === weekStart && each.state === 'ready');
  if (!menu) return null;
  const byId = new Map(meals.map((meal) => [meal.id, meal]));
  const shown = menu.entries.flatMap(({ mealId, days }) => {
    const meal = byId.get(mealId);
    if (!meal?.isActive) return [];
    const on = days.filter((day) => isMealAvailableOn(meal, day));
    const { name, slug, mealType, calories, proteinGrams, priceCents } = meal;
    const facts = { name, slug, mealType, calories, protein: proteinGrams };
    return on.length === 0 ? [] : [{ ...facts, price: formatAmount(priceCents), days: on }];
  });
  if (shown.length === 0) return null;
  return {
    weekStart,
    weekEnd: addDays(weekStart, DAYS_IN_WEEK - 1),
    opensAt: new Date(menu.publishAt).toISOString(),
    meals: [
      ...shown.filter(({ mealType }) => mealType === 'lunch'),
      ...shown.filter(({ mealType }) => mealType !== 'lunch'),
    ],
  };
}
