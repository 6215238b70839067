/** Every meal is one of these. Spec 3. */
export const MEAL_TYPES = ['lunch', 'dinner'] as const;

export type MealType = (typeof MEAL_TYPES)[number];

/** Lunch before dinner, for sorting: the alphabet has it the other way round. */
export function compareMealTypes(a: MealType, b: MealType): number {
  return MEAL_TYPES.indexOf(a) - MEAL_TYPES.indexOf(b);
}
