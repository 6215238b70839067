import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { allergenText } from '#areas/needs/rules/allergen-groups.ts';
import { type Clash, clashOf, type FoodNeeds, UNDECLARED } from '#areas/needs/rules/food-needs.ts';

export type MealOption = { id: number; mealType: MealType; price: string; text: string };

/**
 * What an item can be: the menu including inactive meals, those that clash with the person's allergens last; and the
 * meal as sold at its price even if it is no longer there.
 */
export function mealChoices(
  meals: readonly MealReply[],
  sold: AdminOrderReply['orderItems'][number] | undefined,
  needs: Pick<FoodNeeds, 'allergens'>,
): MealOption[] {
  const others = meals
    .filter(({ id }) => id !== sold?.mealId)
    .map((meal) => ({ meal, clash: clashOf(meal, needs) }))
    .toSorted((a, b) => Number(a.clash.length > 0) - Number(b.clash.length > 0))
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
function clashWords(clash: Clash): string {
  if (clash.length === 0) return '';
  const named = clash.filter((allergen) => allergen !== UNDECLARED);
  return named.length === 0 ? ' (allergens not declared)' : ` (contains ${allergenText(named)})`;
}
