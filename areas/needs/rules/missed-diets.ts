/** Why a meal is not for someone's diet, in the words of a menu. Ours. */
import type { Diet } from '#areas/needs/rules/diets.ts';

/** Nobody vouches for the opposite either: a meal without a tag may be halal, and one without ingredients lean. */
const MISSED: Partial<Record<Diet, string>> = {
  'gluten free': 'may have wheat, rye, barley or oats in the recipe',
  'dairy free': 'may have milk in the recipe',
  halal: 'not marked halal',
  kosher: 'not marked kosher',
  'no pork': 'may contain pork',
  'no beef': 'may contain beef',
  'low FODMAP': 'not marked low FODMAP',
};

/** "not vegetarian, may contain pork". */
export function missedDietsText(diets: readonly Diet[]): string {
  return diets.map((diet) => MISSED[diet] ?? `not ${diet}`).join(', ');
}
