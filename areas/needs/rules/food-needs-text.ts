/** What a person may not eat, as people read it. Said of the person, never of a meal. Ours. */
import { allergenText } from '#areas/needs/rules/allergen-groups.ts';
import { dietText } from '#areas/needs/rules/diets.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';

/** "no tree nuts, peanut; vegetarian; note: hates mushrooms". Empty without any need. */
export function foodNeedsText({ allergens, diets, note }: FoodNeeds): string {
  const cannot =
    allergens.length === 0 ? [] : [`no ${allergenText(allergens).replace(/^all /, '')}`];
  const said = note === '' ? [] : [`note: ${note}`];
  return [...cannot, ...diets.map(dietText), ...said].join('; ');
}
