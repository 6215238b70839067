/**
 * The facts of a meal that prices, labels, the menu and the kitchen need. Spec 3; food-law fields after Standards 1.2.1
 * to 1.2.8.
 */
import type { Allergen } from './allergens.ts';

export const MEAL_TYPES = ['lunch', 'dinner'] as const;

export type MealType = (typeof MEAL_TYPES)[number];

/** Lunch before dinner, for sorting: the alphabet has it the other way round. */
export function compareMealTypes(a: MealType, b: MealType): number {
  return MEAL_TYPES.indexOf(a) - MEAL_TYPES.indexOf(b);
}

/** Minutes to heat and plate a meal, unless staff say otherwise. */
export const DEFAULT_PREP_MINUTES = 5;

/** For one serving. Null means not measured or calculated yet, which is different from 0. */
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
  /** As on a food label: descending order of weight, allergens named. Empty if not given. */
  ingredients: string;
  /**
   * Null: not declared, so customers are told to ask us. An empty list: declared, with none of the listed allergens.
   */
  allergens: readonly Allergen[] | null;
  shelfLifeDays: number | null;
  /** Null: not known; labels then promise nothing. */
  freezable: boolean | null;
  storageText: string;
  heatingText: string;
  /** First and last day of sale, yyyy-MM-dd, both included. Null: no limit on that side. */
  availableFrom: string | null;
  availableTo: string | null;
};
