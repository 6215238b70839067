/** Words of a label that must stand out: allergens in ingredients, and food requests in instructions. */
import { type Allergen, ALLERGENS, allergenPattern } from '#areas/needs/rules/allergens.ts';
import { isOneCharacterWord } from '#areas/needs/rules/food-notes/note-text.ts';
import { kilojoules } from '#areas/menu/rules/meal-plan.ts';
import type { MealNutrition } from '#areas/menu/rules/meal-fields.ts';
import { type Diet, DIETS } from '#areas/needs/rules/food-needs.ts';
import { fitsDiet } from '#areas/needs/rules/gate/fits-diet.ts';
import type { DietaryMeal } from '#areas/needs/rules/gate/food-facts.ts';

export type TextSpan = { text: string; bold: boolean };

/**
 * The ingredients with allergen names in bold: the declared ones, or every one the list names if none have been
 * declared. Food Standards Code 1.2.3.
 */
export function boldAllergens(
  ingredients: string,
  allergens: readonly Allergen[] | null,
): TextSpan[] {
  const named = allergens ?? ALLERGENS;
  return boldMatches(ingredients, named.map(allergenPattern));
}

/** `words` in lower case, as found by foodRequestTerms. */
export function boldWords(text: string, words: readonly string[]): TextSpan[] {
  return boldMatches(text, words.map(wordPattern));
}

/** A word as it was typed, with its apostrophe or slash; Chinese and Thai put no spaces around theirs. */
function wordPattern(word: string): string {
  const typed = [...word].join("['’./]?");
  return isOneCharacterWord(word) ? typed : `(?<!\\p{L})${typed}(?!\\p{L})`;
}

function boldMatches(text: string, patterns: readonly string[]): TextSpan[] {
  if (patterns.length === 0) return plain(text);
  const parts = text.split(new RegExp(`(${patterns.join('|')})`, 'giu'));
  return parts.flatMap((part, index) =>
    part === '' ? [] : [{ text: part, bold: index % 2 === 1 }],
  );
}

function plain(text: string): TextSpan[] {
  return text === '' ? [] : [{ text, bold: false }];
}

// The nutrition information panel of a label: average quantities per serving and per 100 g. Food Standards Code 1.2.8.

/** Shown for an unknown amount: never a zero. */
export const NOT_KNOWN = 'ask us';

type NutritionRow = {
  /** Empty: the amount above in another unit. A dash: part of the one above. */
  name: string;
  perServe: string;
  per100g: string;
};

export type NutritionPanel = {
  /** "415 g", or NOT_KNOWN. */
  servingSize: string;
  rows: NutritionRow[];
};

/** The rows, in the order food law requires. */
export function nutritionPanel(meal: MealNutrition): NutritionPanel {
  const { servingGrams } = meal;
  const row = (name: string, amount: number | null, print: (amount: number) => string) => ({
    name,
    perServe: amount === null ? NOT_KNOWN : print(amount),
    per100g:
      amount === null || servingGrams === null ? NOT_KNOWN : print((amount * 100) / servingGrams),
  });
  return {
    servingSize: servingGrams === null ? NOT_KNOWN : `${servingGrams} g`,
    rows: [
      row('Energy', meal.calories, (calories) => `${kilojoules(calories)} kJ`),
      row('', meal.calories, (calories) => `${Math.round(calories)} Cal`),
      row('Protein', meal.proteinGrams, printGrams),
      row('Fat, total', meal.fatGrams, printGrams),
      row('– saturated', meal.saturatedFatGrams, printGrams),
      row('Carbohydrate', meal.carbsGrams, printGrams),
      row('– sugars', meal.sugarsGrams, printGrams),
      row('Sodium', meal.sodiumMg, (mg) => `${Math.round(mg)} mg`),
    ],
  };
}

function printGrams(grams: number): string {
  return `${grams.toFixed(1)} g`;
}

/** Left out of the list when the first is in it. */
const FOLLOWS: readonly (readonly [Diet, Diet])[] = [
  ['vegan', 'vegetarian'],
  ['vegetarian', 'pescatarian'],
  ['vegan', 'pescatarian'],
  ['vegan', 'dairy free'],
];
/** What almost every meal fits says nothing of one. */
const NOT_NAMED: readonly Diet[] = ['no pork', 'no beef'];

export function shownDiets(meal: DietaryMeal): Diet[] {
  const fitting = DIETS.filter((diet) => !NOT_NAMED.includes(diet) && fitsDiet(meal, diet));
  return fitting.filter(
    (diet) => !FOLLOWS.some(([from, to]) => to === diet && fitting.includes(from)),
  );
}
