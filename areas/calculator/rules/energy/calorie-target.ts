/**
 * Calories a day for a goal: adjusted, never below the safe floor, gentler after a strict diet. Spec 9; floors and pace
 * from the AHA/ACC/TOS guideline 2013.
 */
import {
  type Gender,
  bodyMassIndex,
  HEALTHY_BMI_FROM,
  type CalculatorProfile,
} from '#areas/calculator/rules/calculator-profile.ts';
import { GOAL_ADJUSTMENT, type Goal } from '#areas/menu/rules/meal-plan.ts';
import { roundTo } from '#areas/calculator/rules/imperial-units.ts';
import { localResults } from './local-results.ts';

/** Intake that counts as a strict diet, kcal a day. Spec 2, 9. */
export const STRICT_DIET_CALORIES = 1200;

/** The lower ends of the guideline's ranges for women and men; less needs medical care. */
export const SAFE_FLOOR: Record<Gender, number> = { female: 1200, male: 1500 };

const DEFICIT_AFTER_STRICT_DIET = 250;
/** At 7,700 kcal a kilogram: a planned loss of under 1% of weight a week. */
export const LARGEST_DEFICIT_PER_KG = 11;
/** A gap between need and floor smaller than this is within the error of every formula here. */
const SMALLEST_DEFICIT = 100;

export type TargetInput = {
  gender: Gender;
  weightKg: number;
  /** kcal a day. */
  tdee: number;
  goal: Goal;
  hasRecentDiet: boolean;
};

export type CalorieTarget = {
  /** kcal a day, to the nearest 10. */
  recommendedCalories: number;
  /** kcal a day by which the body uses less after a strict diet. */
  adaptation: number;
  floorApplied: boolean;
  /** Eating less is not a safe way to the goal. */
  noSafeDeficit: boolean;
};

/** After Hall 2011: 14% of the change in intake; limited to the range measured in trials (doi:10.1093/ajcn/nqaa220). */
export function recentDietAdaptation(tdee: number, hasRecentDiet: boolean): number {
  if (!hasRecentDiet) return 0;
  const saved = 0.14 * (tdee - STRICT_DIET_CALORIES);
  return Math.max(0, Math.min(saved, 0.1 * tdee, 250));
}

/** The largest recommended deficit for losing weight, kcal a day. */
export function largestDeficit({
  weightKg,
  hasRecentDiet,
}: Pick<TargetInput, 'weightKg' | 'hasRecentDiet'>): number {
  const usual = hasRecentDiet ? DEFICIT_AFTER_STRICT_DIET : -GOAL_ADJUSTMENT.lose;
  return Math.min(usual, LARGEST_DEFICIT_PER_KG * weightKg);
}

export function calorieTarget(input: TargetInput): CalorieTarget {
  const { gender, goal, tdee, hasRecentDiet } = input;
  const floor = SAFE_FLOOR[gender];
  const adaptation = recentDietAdaptation(tdee, hasRecentDiet);
  const need = tdee - adaptation;
  const adjustment = goal === 'lose' ? -largestDeficit(input) : GOAL_ADJUSTMENT[goal];
  const aim = roundTo(need + adjustment, 10);
  return {
    recommendedCalories: Math.max(floor, aim),
    adaptation,
    floorApplied: aim < floor,
    noSafeDeficit: goal === 'lose' && need - floor < SMALLEST_DEFICIT,
  };
}

/** How far someone can adjust their calories: within the safe floor and a gentle pace. Ours. */
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
