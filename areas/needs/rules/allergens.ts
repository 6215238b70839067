/**
 * The allergens that Australian food law makes us declare, in the plain words it prescribes. Food Standards Code 1.2.3
 * and Schedule 9.
 */

/** Each nut has to be named individually. */
export const TREE_NUTS = [
  'almond',
  'Brazil nut',
  'cashew',
  'hazelnut',
  'macadamia',
  'pecan',
  'pine nut',
  'pistachio',
  'walnut',
] as const;

/**
 * Barley, rye and oats are not listed by name: the law declares them as gluten and names the grain in the ingredients.
 */
export const ALLERGENS = [
  'wheat',
  'gluten',
  ...TREE_NUTS,
  'peanut',
  'milk',
  'egg',
  'fish',
  'crustacean',
  'mollusc',
  'soy',
  'sesame',
  'lupin',
  'sulphites',
] as const;

export type Allergen = (typeof ALLERGENS)[number];

export function isAllergen(text: string): text is Allergen {
  return ALLERGENS.some((allergen) => allergen === text);
}

/** The line shown wherever a meal is. Null (not declared) never reads as "none". */
export function allergenStatement(allergens: readonly Allergen[] | null): string {
  if (allergens === null) return 'Allergens: ask us';
  if (allergens.length === 0) return 'No declared allergens';
  return `Contains: ${ALLERGENS.filter((allergen) => allergens.includes(allergen)).join(', ')}`;
}

const NAMES_IN_INGREDIENTS: Partial<Record<Allergen, string>> = {
  gluten: 'wheat|barley|rye|oat',
  soy: 'soy|soya|soybean',
};

/** Milks of these are none. */
const PLANT_MILKS = 'coconut|oat|almond|soya?|rice|cashew|macadamia|hemp|plant|based|pea';

/** Where an ingredient list names an allergen, as the source of a regular expression; "coconut milk" is not milk. */
export function allergenPattern(allergen: Allergen): string {
  const names = NAMES_IN_INGREDIENTS[allergen] ?? allergen;
  const notOfPlants = allergen === 'milk' ? `(?<!\\b(?:${PLANT_MILKS})[ -])` : '';
  return `${notOfPlants}\\b(?:${names})s?\\b`;
}

/** By the name that the law prescribes. */
export function isNamedPlainly(text: string, allergen: Allergen): boolean {
  return new RegExp(allergenPattern(allergen), 'iu').test(text);
}

/** Declared allergens that the ingredient list does not name; food law requires them in both places. */
export function allergensNotNamedIn(
  ingredients: string,
  allergens: readonly Allergen[],
): Allergen[] {
  return allergens.filter((allergen) => !isNamedPlainly(ingredients, allergen));
}
