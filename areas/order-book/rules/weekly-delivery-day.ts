/**
 * The day of a weekly delivery, which never comes after the first meal. The wizard starts with that meal's date. Joined with
 * the offer of one delivery instead of daily ones, how meals are stored would be in the first load of /order.
 */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { earliestMealDate } from '#areas/order-book/rules/meal-dates.ts';
import type { Person } from '#areas/order-book/rules/people.ts';

type PeopleWithMeals = readonly Pick<Person, 'mealAssignments'>[];

/**
 * The new day when meals change from `before` to `after`: it follows the first meal until the customer chooses an
 * earlier day, and even then moves earlier when a meal is placed before it. Null without meals.
 */
export function weeklyDayAfter(
  day: PlainDate | null,
  before: PeopleWithMeals,
  after: PeopleWithMeals,
): PlainDate | null {
  const first = earliestMealDate(after);
  if (first === null || day === null) return first;
  const followsFirstMeal = day === earliestMealDate(before);
  return followsFirstMeal || day > first ? first : day;
}
