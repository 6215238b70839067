import type { MealRow } from './meals.ts';

/** What an order remembers of a meal, whatever becomes of the meal later. */
export type MealSnapshot = Pick<
  MealRow,
  | 'name'
  | 'calories'
  | 'proteinGrams'
  | 'carbsGrams'
  | 'fatGrams'
  | 'saturatedFatGrams'
  | 'sugarsGrams'
  | 'sodiumMg'
  | 'servingGrams'
  | 'priceCents'
  | 'mealType'
  | 'ingredients'
  | 'allergens'
  | 'shelfLifeDays'
  | 'freezable'
  | 'storageText'
  | 'heatingText'
>;
