/** Energy of a meal: Cal and kJ, and whether the declared Cal match the macros. */

export const KILOJOULES_PER_CALORIE = 4.184;
const CALORIES_PER_GRAM = { protein: 4, carbs: 4, fat: 9 };
/** Fibre and rounding change the declared energy a little; a larger difference is a typing mistake. */
const TOLERANCE_PERCENT = 10;

export type Macros = { proteinGrams: number; carbsGrams: number; fatGrams: number };

/** Whole kilojoules for food calories (Cal). */
export function kilojoules(calories: number): number {
  return Math.round(calories * KILOJOULES_PER_CALORIE);
}

/** The Cal that the macros alone add up to. */
export function macroCalories({ proteinGrams, carbsGrams, fatGrams }: Macros): number {
  return (
    proteinGrams * CALORIES_PER_GRAM.protein +
    carbsGrams * CALORIES_PER_GRAM.carbs +
    fatGrams * CALORIES_PER_GRAM.fat
  );
}

/** Whether the macros match the declared Cal to within 10%. */
export function energyAgrees(calories: number, macros: Macros): boolean {
  return Math.abs(macroCalories(macros) - calories) * 100 <= calories * TOLERANCE_PERCENT;
}
