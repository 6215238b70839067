/**
 * Which orders the kitchen must read before it cooks: those whose instructions mention an allergy or something in the
 * food. Ours.
 */
import { ALLERGENS, type Allergen } from '#domain/menu/allergens.ts';

export type CookedMeal = {
  name: string;
  ingredients: string;
  allergens: readonly Allergen[] | null;
};

/** Word beginnings: "allerg" finds allergy, allergies and allergic. */
const WARNINGS = [
  'allerg',
  'anaphyla',
  'epipen',
  'intoleran',
  'sensitiv',
  'coeliac',
  'celiac',
  'diabet',
  'pregnan',
  'vegan',
  'vegetarian',
  'halal',
  'kosher',
];

/** Everyday names of the legal allergens. */
const EVERYDAY_NAMES = [
  'nut',
  'dairy',
  'lactose',
  'cream',
  'cheese',
  'butter',
  'shellfish',
  'seafood',
  'prawn',
  'shrimp',
  'crab',
  'squid',
  'oyster',
  'mussel',
  'soya',
  'tofu',
  'tahini',
  'barley',
  'rye',
  'oat',
  'sulfite',
  'preservative',
];

/** Words in ingredient lists that also appear in "white gate", "green door" or "leave it in the shade". */
const NOT_FOOD = new Set(
  'and with from for the all own mix fresh dried free range whole ground cold cool warm light dark white black brown green red yellow blue sweet natural water contains may less than style flat sea baby'.split(
    ' ',
  ),
);

/** What the instructions say about food, in the order it appears; empty for an ordinary order. */
export function foodRequestTerms(instructions: string, meals: readonly CookedMeal[]): string[] {
  const inFood = new Set(meals.flatMap((meal) => wordsOf(meal.ingredients).map(singular)));
  const special = wordsOf(instructions).filter((word) => isSpecial(word, inFood));
  return [...new Set(special)];
}

function isSpecial(word: string, inFood: ReadonlySet<string>): boolean {
  if (WARNINGS.some((warning) => word.startsWith(warning))) return true;
  const one = singular(word);
  if (EVERYDAY_NAMES.includes(one) || ALLERGEN_WORDS.has(one)) return true;
  return one.length > 2 && !NOT_FOOD.has(one) && inFood.has(one);
}

const ALLERGEN_WORDS = new Set(ALLERGENS.flatMap(wordsOf).map(singular));

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

/** Good enough for food: "eggs" -> "egg", "tomatoes" -> "tomato", "berries" -> "berry"; "asparagus" stays. */
function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word) || word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:oes|shes|ches|xes)$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
