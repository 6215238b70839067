/** What decides whether a person may eat a food. Ours. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Diet } from '#areas/needs/rules/diets.ts';

/** What it is made of. */
export type ListedFood = {
  /** Null: not declared. */
  allergens: readonly Allergen[] | null;
  /** Everything in it, however little; empty: nobody has said. */
  ingredients: string;
};

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

export type FoodFacts = DietaryMeal & KeptFood & { mayContain?: readonly Allergen[] | undefined };
