import type { AdminOrderReply } from '#contract/admin-orders.ts';
import type { MealReply } from '#contract/meals.ts';
import type { MealType } from '#domain/menu/meal.ts';

export type MealOption = { id: number; mealType: MealType; price: string; text: string };

/**
 * What an item can be: the menu including inactive meals, and the meal as sold at its price even if it is no longer
 * there.
 */
export function mealChoices(
  meals: readonly MealReply[],
  sold: AdminOrderReply['orderItems'][number] | undefined,
): MealOption[] {
  const others = meals
    .filter(({ id }) => id !== sold?.mealId)
    .map(({ id, mealType, name, price, isActive }) => ({
      id,
      mealType,
      price,
      text: `${name}, $${price}${isActive ? '' : ' (inactive)'}`,
    }));
  if (!sold) return others;
  const { mealId: id, mealType, meal, price } = sold;
  return [{ id, mealType, price, text: `${meal.name}, $${price} as ordered` }, ...others];
}
