/** What a meal is: the facts that prices, labels, the menu and the kitchen need. Spec 3; food-law fields after Standards 1.2.1 to 1.2.8. */
import type { Allergen } from './allergens.ts';

export const MEAL_TYPES = ['lunch', 'dinner'] as const;

export type MealType = (typeof MEAL_TYPES)[number];

/** Lunch before dinner, for sorting: the alphabet has it the other way round. */
export function compareMealTypes(a: MealType, b: MealType): number {
  return MEAL_TYPES.indexOf(a) - MEAL_TYPES.indexOf(b);
}

/** Minutes to heat and plate a meal, when staff have not said otherwise. */
export const DEFAULT_PREP_MINUTES = 5;

/** Figures for one serving. Null means that nobody has measured or calculated it yet, which is not the same as 0. */
export type MealNutrition = {
  calories: number;
  proteinGrams: number;
  carbsGrams: number;
  fatGrams: number;
  saturatedFatGrams: number | null;
  sugarsGrams: number | null;
  sodiumMg: number | null;
  servingGrams: number | null;
};

export type MealFacts = MealNutrition & {
  name: string;
  description: string;
  mealType: MealType;
  priceCents: number;
  prepMinutes: number;
  /** As on a food label: descending order of weight, allergens named. Empty when not given. */
  ingredients: string;
  /** Null: not declared, so customers are told to ask. An empty list: declared to contain none. */
  allergens: readonly Allergen[] | null;
  shelfLifeDays: number | null;
  /** Null: nobody has said; labels then promise nothing. */
  freezable: boolean | null;
  storageText: string;
  heatingText: string;
  /** First and last day of sale, yyyy-MM-dd, both included. Null: no limit on that side. */
  availableFrom: string | null;
  availableTo: string | null;
};
