import {
  dayServiceKcal,
  planServiceKcal,
  SECOND_HELPING_KCAL,
} from '#areas/menu/rules/meal-plan.ts';
import type { DayNeed } from '#areas/checkout/rules/draft/card-order.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import { totalsOf } from '#areas/checkout/web/site/order-totals.ts';
import type { OrderMenu } from '#areas/checkout/web/site/order-menu.ts';
import type { OpenCell } from './use-open-cell.ts';

/** What a person's plan leaves for one portion of a day. A second helping comes on top of what the plan expects. */
export function dayNeed(
  person: Person,
  { date, mealType, helping = 'first' }: Pick<OpenCell, 'date' | 'mealType' | 'helping'>,
  menu: OrderMenu,
): DayNeed {
  const ofDay = person.mealAssignments.filter((meal) => meal.date === date);
  const here = ofDay.filter((meal) => meal.mealType === mealType);
  const elsewhere = ofDay.filter((meal) => meal.mealType !== mealType);
  const isSecond = helping === 'second';
  const placed = isSecond ? [...elsewhere, ...here.slice(0, 1)] : elsewhere;
  const plan = planServiceKcal(person.calorieTarget);
  return {
    targetKcal: isSecond ? Math.max(dayServiceKcal(person), plan + SECOND_HELPING_KCAL) : plan,
    otherKcal: placed.length === 0 ? null : totalsOf(placed, menu).calories,
  };
}
