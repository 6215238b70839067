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
