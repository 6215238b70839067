/** What one person may and may not eat, said once and kept from the order to the label. Ours. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/diets.ts';

export type FoodNeeds = {
  /** In legal order. */
  allergens: Allergen[];
  diets: Diet[];
  /** In their own words; `LONGEST_FOOD_NOTE` characters. */
  note: string;
};

export const LONGEST_FOOD_NOTE = 200;

export const NO_FOOD_NEEDS: FoodNeeds = { allergens: [], diets: [], note: '' };

export function hasFoodNeeds({ allergens, diets, note }: FoodNeeds): boolean {
  return allergens.length > 0 || diets.length > 0 || note !== '';
}

/** Nobody knows what is in it. */
export const UNDECLARED = 'undeclared';

/** Why a meal may not be this person's: their allergens that it declares, or that it declares nothing. Empty: it may. */
export type Clash = readonly (Allergen | typeof UNDECLARED)[];

export function clashOf(
  meal: { allergens: readonly Allergen[] | null },
  { allergens }: Pick<FoodNeeds, 'allergens'>,
): Clash {
  const declared = meal.allergens;
  if (allergens.length === 0) return [];
  if (declared === null) return [UNDECLARED];
  return allergens.filter((allergen) => declared.includes(allergen));
}
