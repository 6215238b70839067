/**
 * Which orders the kitchen must read before it cooks: those whose instructions mention an allergy or something in the
 * food. Ours.
 */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { singular } from '#areas/needs/rules/food-notes/note-text.ts';
import { openWords } from '#areas/needs/rules/food-notes/open-words.ts';
import { readFoodNote } from '#areas/needs/rules/food-notes/read-food-note.ts';

export type CookedMeal = {
  name: string;
  ingredients: string;
  allergens: readonly Allergen[] | null;
};

/** Words in ingredient lists that also appear in "white gate", "green door" or "leave it in the shade". */
const NOT_FOOD = new Set(
  'and with from for the all own mix fresh dried free range whole ground cold cool warm light dark white black brown green red yellow blue sweet natural water contains may less than style flat sea baby long lean raw cooked drained'.split(
    ' ',
  ),
);

/**
 * What the instructions say about food, as words in lower case, ingredients of these meals last; empty for an ordinary
 * order. `names` are those of the people it feeds.
 */
export function foodRequestTerms(
  instructions: string,
  meals: readonly CookedMeal[],
  names: readonly string[],
): string[] {
  const { words } = readFoodNote(instructions, names);
  const ingredients = ingredientTerms(instructions, meals, names);
  return [...words, ...ingredients.filter((word) => !words.includes(word))];
}

/** Ingredients of these meals that the instructions mention, whatever they are. */
export function ingredientTerms(
  instructions: string,
  meals: readonly CookedMeal[],
  names: readonly string[],
): string[] {
  return instructions.trim() === '' ? [] : ingredientsIn(openWords(instructions, names), meals);
}

/** Which of these words, from `openWords`, are ingredients of the meals. */
export function ingredientsIn(words: readonly string[], meals: readonly CookedMeal[]): string[] {
  const lists = meals.map(({ ingredients }) => ingredients.toLowerCase());
  const asked = words.filter((word) => {
    const one = singular(word);
    if (one.length < 3 || NOT_FOOD.has(one)) return false;
    // Hardly any word is in a list, and a look at the text says so at once.
    const stem = one.slice(0, -1);
    return lists.some((list) => list.includes(stem));
  });
  if (asked.length === 0) return [];
  const inFood = new Set(meals.flatMap((meal) => wordsOf(meal.ingredients).map(singular)));
  return [...new Set(asked.filter((word) => inFood.has(singular(word))))];
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
