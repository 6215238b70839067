/**
 * Meal days: the days of a week on which a meal can be eaten. A delivery day is one; so is a later day to which a meal keeps
 * from the delivery before it. Others are not drawn. Ours.
 */
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  type DeliveryTypeFacts,
  offeredDeliveryTypes,
  type ServiceFacts,
  isServed,
} from '#areas/business/rules/services.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { isMealAvailableOn } from '#areas/menu/rules/meal-availability.ts';
import { keepsUntil } from '#areas/needs/rules/gate/fits-diet.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

export type DayOfWeek = { date: PlainDate; hasDelivery: boolean };

type KeepingMeal = Parameters<typeof keepsUntil>[0] &
  Parameters<typeof isMealAvailableOn>[0] & { mealType: MealType };

type MealDayFacts = DeliveryTypeFacts & ServiceFacts & Pick<BusinessFacts, 'keepsFreshDays'>;

/** `days`: of one week, the earliest first. */
export function mealDaysOf(
  days: readonly DayOfWeek[],
  meals: readonly KeepingMeal[],
  facts: MealDayFacts,
): PlainDate[] {
  const isKept = offeredDeliveryTypes(facts).includes('weekly');
  return days.flatMap(({ date, hasDelivery }, index) => {
    if (hasDelivery) return [date];
    const from = days.slice(0, index).findLast((day) => day.hasDelivery)?.date;
    if (from === undefined || !isKept) return [];
    const keeps = (meal: KeepingMeal) =>
      isServed(meal.mealType, facts) &&
      isMealAvailableOn(meal, date) &&
      keepsUntil(meal, { deliveryDate: from, mealDate: date }, facts);
    return meals.some(keeps) ? [date] : [];
  });
}

/** A day of the ordering week as the wizard is told of it. */
type DayWithWindows = { date: PlainDate; windows: readonly unknown[] };

/** Of an order: its meal days, and those on which it has meals whatever they are by now. */
export function mealDaysOfWeek(
  days: readonly DayWithWindows[],
  { meals, people = [] }: { meals: readonly KeepingMeal[]; people?: readonly Person[] },
  facts: MealDayFacts,
): PlainDate[] {
  const known = days.map(({ date, windows }) => ({ date, hasDelivery: windows.length > 0 }));
  const mealDays = mealDaysOf(known, meals, facts);
  const laid = people.flatMap(({ mealAssignments }) => mealAssignments.map(({ date }) => date));
  return days.map(({ date }) => date).filter((date) => [...mealDays, ...laid].includes(date));
}
