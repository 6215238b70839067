import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { MealToFilter } from '#areas/menu/rules/filter-meals.ts';
import { parseAmount } from '#platform/rules/money.ts';

export type MealOnMenu = MealReply & MealToFilter;

/** From the wire, with what filters compare as numbers. */
export function mealOnMenu(meal: MealReply): MealOnMenu {
  return {
    ...meal,
    // The contract lets no other text through.
    priceCents: parseAmount(meal.price) ?? Number.MAX_SAFE_INTEGER,
    proteinGrams: meal.protein,
  };
}
