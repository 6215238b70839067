/** Every meal is one of these. Spec 3. */
export const MEAL_TYPES = ['lunch', 'dinner'] as const;

export type MealType = (typeof MEAL_TYPES)[number];
