import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { clashOf, clashText } from '#areas/needs/rules/gate/verdict.ts';

export type MealOption = { id: number; mealType: MealType; price: string; text: string };

/**
 * What an item can be: the menu including inactive meals, those that clash with the person's allergens last; and the
 * meal as sold at its price even if it is no longer there.
 */
export function mealChoices(
  meals: readonly MealReply[],
  sold: AdminOrderReply['orderItems'][number] | undefined,
  needs: Pick<FoodNeeds, 'allergens' | 'avoid'>,
): MealOption[] {
  const others = meals
    .filter(({ id }) => id !== sold?.mealId)
    .map((meal) => ({ meal, clash: clashOf(meal, needs) }))
    .toSorted((a, b) => Number(a.clash !== null) - Number(b.clash !== null))
    .map(({ meal: { id, mealType, name, price, isActive }, clash }) => ({
      id,
      mealType,
      price,
      text: `${name}${clashWords(clash)}, $${price}${isActive ? '' : ' (inactive)'}`,
    }));
  if (!sold) return others;
  const { mealId: id, mealType, meal, price } = sold;
  const text = `${meal.name}${clashWords(clashOf(meal, needs))}, $${price} as ordered`;
  return [{ id, mealType, price, text }, ...others];
}

/** " (contains cashew)". */
function clashWords(clash: ReturnType<typeof clashOf>): string {
  return clash === null ? '' : ` (${clashText(clash)})`;
}
