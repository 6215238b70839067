/**
 * How people eat by choice or belief. A diet warns and sorts; it never blocks a meal the way an allergen does. Ours.
 */

/** The names on the wire. */
export const DIETS = [
  'vegetarian',
  'vegan',
  'pescatarian',
  'gluten free',
  'dairy free',
  'halal',
  'kosher',
  'no pork',
  'no beef',
  'low FODMAP',
] as const;

export type Diet = (typeof DIETS)[number];

/** What a name on the wire would promise beyond the recipe: "free" is a claim about traces that no kitchen can keep. */
const WORDS: Partial<Record<Diet, string>> = {
  'gluten free': 'no wheat, rye, barley or oats in the recipe',
  'dairy free': 'no milk in the recipe',
};

/** As people read it. */
export function dietText(diet: Diet): string {
  return WORDS[diet] ?? diet;
}
