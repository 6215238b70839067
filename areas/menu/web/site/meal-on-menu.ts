import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { MealToSearch } from '#areas/menu/rules/match-search.ts';
import { parseAmount } from '#platform/rules/money.ts';

export type MealOnMenu = MealReply & MealToSearch;

/** From the wire, with what filters compare as numbers. */
export function mealOnMenu(meal: MealReply): MealOnMenu {
  return {
    ...meal,
    // The contract lets no other text through.
    priceCents: parseAmount(meal.price) ?? Number.MAX_SAFE_INTEGER,
    proteinGrams: meal.protein,
    carbsGrams: meal.carbs,
    sodiumMg: meal.sodium,
  };
}
