/** What one person may and may not eat, said once and kept from the order to the label. Ours. */
import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';

export type FoodNeeds = {
  /** In legal order. */
  allergens: Allergen[];
  /** Foods that no law lists, as `avoidWord` keeps them: "capsicum". They hold a meal as an allergen does. */
  avoid: string[];
  diets: Diet[];
  /** In their own words; `LONGEST_FOOD_NOTE` characters. */
  note: string;
};

export const LONGEST_FOOD_NOTE = 200;
export const MOST_AVOIDED = 20;
export const LONGEST_AVOIDED = 30;

export const NO_FOOD_NEEDS: FoodNeeds = { allergens: [], avoid: [], diets: [], note: '' };

/** Without what else is known of a person. */
export function needsIn({ allergens, avoid, diets, note }: FoodNeeds): FoodNeeds {
  return { allergens, avoid, diets, note };
}

type NotOnThePlate = Pick<FoodNeeds, 'allergens' | 'avoid'>;

/** What either says must not be on the plate, allergens in legal order: nothing that was said once is forgotten. */
export function unitedNeeds(known: NotOnThePlate, said: NotOnThePlate): NotOnThePlate {
  const allergens = new Set([...known.allergens, ...said.allergens]);
  return {
    allergens: ALLERGENS.filter((allergen) => allergens.has(allergen)),
    avoid: [...new Set([...known.avoid, ...said.avoid])],
  };
}

export function hasFoodNeeds({ allergens, avoid, diets, note }: FoodNeeds): boolean {
  return allergens.length > 0 || avoid.length > 0 || diets.length > 0 || note !== '';
}

/** Something that must not be on their plate: their food is made on a clean bench, and checked before it leaves. */
export function isCareful({
  allergens,
  avoid,
}: {
  allergens: readonly unknown[];
  avoid: readonly unknown[];
}): boolean {
  return allergens.length > 0 || avoid.length > 0;
}

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
