import type { MealNutrition } from './meal-fields.ts';

/**
 * What stands in a meal whose nutrition nobody has entered: a file of another shop has none. No food is like this, so that it is
 * told apart, and a meal with it cannot be switched on.
 */
export const NO_NUTRITION = { calories: 1, proteinGrams: 0, carbsGrams: 0, fatGrams: 0 } as const;

export function hasNoNutrition(meal: Pick<MealNutrition, keyof typeof NO_NUTRITION>): boolean {
  const { calories, proteinGrams, carbsGrams, fatGrams } = meal;
  return (
    calories === NO_NUTRITION.calories && proteinGrams === 0 && carbsGrams === 0 && fatGrams === 0
  );
}
