/** How far someone can adjust their calories: within the safe floor and a gentle pace. Ours. */
import { bodyMassIndex, HEALTHY_BMI_FROM } from '#areas/calculator/rules/body-mass-index.ts';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { calorieTarget, LARGEST_DEFICIT_PER_KG, SAFE_FLOOR } from './calorie-target.ts';
import { localResults } from './local-results.ts';
import { roundTo } from '#areas/calculator/rules/rounding.ts';

export const ADJUSTMENT_STEP = 50;
const LARGEST_DOWN = 200;
const LARGEST_UP = 300;

/** kcal a day around the recommended calories. `min` is negative, or 0 if less would not be safe. */
export function adjustmentRange(profile: CalculatorProfile): { min: number; max: number } {
  const { gender, weightKg, hasRecentDiet } = profile;
  const { tdee } = localResults(profile);
  if (hasRecentDiet || bodyMassIndex(profile) < HEALTHY_BMI_FROM)
    return { min: 0, max: LARGEST_UP };
  const { recommendedCalories } = calorieTarget({ ...profile, tdee });
  const lowest = Math.max(
    SAFE_FLOOR[gender],
    recommendedCalories - LARGEST_DOWN,
    roundTo(tdee - LARGEST_DEFICIT_PER_KG * weightKg, 10),
  );
  return { min: Math.min(0, lowest - recommendedCalories), max: LARGEST_UP };
}
