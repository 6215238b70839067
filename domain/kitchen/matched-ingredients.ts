import { allergenClashes } from '#domain/kitchen/allergen-clashes.ts';
import { type CookedMeal, foodRequestTerms } from '#domain/kitchen/special-orders.ts';

/** Allergens and ingredients that the instructions mention and this meal contains. Finding none proves nothing. */
export function matchedIngredients(instructions: string, meal: CookedMeal): string[] {
  const ofAnyMeal = foodRequestTerms(instructions, []);
  const ofThisMeal = foodRequestTerms(instructions, [meal]);
  const ingredients = ofThisMeal.filter((word) => !ofAnyMeal.includes(word));
  return [...allergenClashes(ofThisMeal, meal.allergens), ...ingredients];
}
