import { type CookedMeal, ingredientsIn } from '#areas/order-book/rules/special-orders.ts';
import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/diets.ts';
import { openWords } from '#areas/needs/rules/food-notes/open-words.ts';
import { type FoodNote, readFoodNote } from '#areas/needs/rules/food-notes/read-food-note.ts';

/** Allergens that a diet leaves out as well. */
const LEFT_OUT: Partial<Record<Diet, readonly Allergen[]>> = {
  vegan: ['milk', 'egg', 'fish', 'crustacean', 'mollusc'],
  vegetarian: ['fish', 'crustacean', 'mollusc'],
};

/**
 * Allergens and ingredients that the instructions mention and a meal contains. Finding none proves nothing. `names` are
 * those of the people the order feeds. Reads the instructions once for all meals.
 */
export function matcherOf(
  instructions: string,
  names: readonly string[],
): (meal: CookedMeal) => string[] {
  if (instructions.trim() === '') return () => [];
  const note = readFoodNote(instructions, names);
  const words = openWords(instructions, names).filter((word) => !isNamed(word, note));
  return (meal) => [...mentionedAllergens(note, meal.allergens), ...ingredientsIn(words, [meal])];
}

/** In legal order. Undeclared allergens (null) never clash. */
function mentionedAllergens(
  { allergens, diets }: FoodNote,
  declared: readonly Allergen[] | null,
): Allergen[] {
  const named = new Set([...allergens, ...diets.flatMap((diet) => LEFT_OUT[diet] ?? [])]);
  return ALLERGENS.filter((allergen) => named.has(allergen) && declared?.includes(allergen));
}

/** A word that stands for an allergen is said by the allergen's name. */
function isNamed(word: string, { allergens }: FoodNote): boolean {
  if (allergens.length === 0) return false;
  return readFoodNote(word, []).allergens.some((allergen) => allergens.includes(allergen));
}
