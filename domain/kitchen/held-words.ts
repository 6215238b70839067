import { allergenClashes } from '#domain/kitchen/allergen-clashes.ts';
import { type CookedMeal, specialWords } from '#domain/kitchen/special-orders.ts';

/** Allergens and ingredients that the instructions mention and this meal contains. Finding none proves nothing. */
export function heldWords(instructions: string, meal: CookedMeal): string[] {
  const ofAnyMeal = specialWords(instructions, []);
  const ofThisMeal = specialWords(instructions, [meal]);
  const ingredients = ofThisMeal.filter((word) => !ofAnyMeal.includes(word));
  return [...allergenClashes(ofThisMeal, meal.allergens), ...ingredients];
}
