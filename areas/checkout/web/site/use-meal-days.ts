import { useMemo } from 'react';
import { mealDaysOfWeek } from '#areas/order-book/rules/meal-days.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { useOrder } from './order-context.tsx';

/**
 * The days that are drawn: those on which a meal can be eaten, and those with meals of this order. Joined with the
 * context, the rule of meal days would be in the first load of /order, whose first step draws none.
 */
export function useMealDays(): PlainDate[] {
  const { draft, menu, week, facts } = useOrder();
  const { people } = draft;
  return useMemo(
    () => mealDaysOfWeek(week.days, { meals: menu.meals, people }, facts),
    [people, menu, week, facts],
  );
}
