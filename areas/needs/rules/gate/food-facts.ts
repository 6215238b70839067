/** What decides whether a person may eat a food. Ours. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/food-needs.ts';

/** What it is made of. */
export type ListedFood = {
  /** Null: not declared. */
  allergens: readonly Allergen[] | null;
  /** As printed: parts of a part may be left out. Empty: nobody has said. */
  ingredients: string;
  /** What else its recipe names, however little; empty: it has none. */
  recipeList: string;
};

/** Everything in it: a printed list is shortened, what someone leaves out is not. Empty: nobody has said. */
export function fullListOf({
  ingredients,
  recipeList = '',
}: Pick<ListedFood, 'ingredients'> & Partial<Pick<ListedFood, 'recipeList'>>): string {
  return [ingredients, recipeList].filter((list) => list.trim() !== '').join('; ');
}

/** What decides whether it fits a diet. */
export type DietaryMeal = ListedFood & {
  /** Diets that staff vouch for; null: nobody has looked. */
  dietaryTags: readonly Diet[] | null;
};

export type KeptFood = {
  /** Null: not entered. */
  shelfLifeDays: number | null;
  /** Null: not known. */
  freezable: boolean | null;
};

export type FoodFacts = DietaryMeal &
  KeptFood & { mayContain?: readonly Allergen[] | null | undefined };
