/**
 * Calories a day for a goal: adjusted, never below the safe floor, gentler after a strict diet. Spec 9; floors and pace
 * from the AHA/ACC/TOS guideline 2013.
 */
import {
  type Gender,
  bodyMassIndex,
  HEALTHY_BMI_FROM,
  type CalculatorProfile,
  ACTIVITIES,
  type ActivityLevel,
  type Body,
  OVERWEIGHT_BMI_FROM,
  weightAtBmi,
} from '#areas/calculator/rules/calculator-profile.ts';
import { GOAL_ADJUSTMENT, type Goal } from '#areas/menu/rules/meal-plan.ts';
import { roundTo } from '#areas/calculator/rules/imperial-units.ts';
import { localResults } from './local-results.ts';

/** Intake that counts as a strict diet, kcal a day. Spec 2, 9. */
const STRICT_DIET_CALORIES = 1200;

/** The lower ends of the guideline's ranges for women and men; less needs medical care. */
export const SAFE_FLOOR: Record<Gender, number> = { female: 1200, male: 1500 };

const DEFICIT_AFTER_STRICT_DIET = 250;
/** At 7,700 kcal a kilogram: a planned loss of under 1% of weight a week. */
const LARGEST_DEFICIT_PER_KG = 11;
/** A gap between need and floor smaller than this is within the error of every formula here. */
const SMALLEST_DEFICIT = 100;

type TargetInput = {
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

// Protein, carbohydrate and fat of a day. NHMRC ranges and intakes; ISSN 2017 (doi:10.1186/s12970-017-0177-8) for those
// who train or diet.

type MacroTarget = { grams: number; percentage: number };
export type MacroTargets = { protein: MacroTarget; carbs: MacroTarget; fat: MacroTarget };

export const KCAL_PER_GRAM = { protein: 4, carbs: 4, fat: 9 };

const LEAST_PROTEIN_SHARE = 0.15;
/** The NHMRC range ends at 25%; a weight-loss trial of prepared meals above that worked (doi:10.1002/oby.21481). */
const MOST_PROTEIN_SHARE: Record<Goal, number> = { lose: 0.3, maintain: 0.25, gain: 0.25 };
const FAT_SHARE = { min: 0.2, max: 0.3 };
/** Fat is reduced so that carbohydrate stays at 45% or more. */
const MOST_PROTEIN_AND_FAT_SHARE = 0.55;

type Input = { calories: number; body: Body; goal: Goal; activityLevel: ActivityLevel };

/** Whole grams whose energy is within 2 kcal of `calories`; percentages of that energy that add up to 100. */
export function macroTargets({ calories, body, goal, activityLevel }: Input): MacroTargets {
  const protein = Math.round(proteinGrams({ calories, body, goal, activityLevel }));
  const proteinShare = (protein * KCAL_PER_GRAM.protein) / calories;
  const fatShare = Math.max(
    FAT_SHARE.min,
    Math.min(FAT_SHARE.max, MOST_PROTEIN_AND_FAT_SHARE - proteinShare),
  );
  const fat = Math.round((fatShare * calories) / KCAL_PER_GRAM.fat);
  const rest = calories - protein * KCAL_PER_GRAM.protein - fat * KCAL_PER_GRAM.fat;
  const carbs = Math.round(rest / KCAL_PER_GRAM.carbs);
  const [proteinPercent = 0, carbsPercent = 0, fatPercent = 0] = wholePercentages([
    protein * KCAL_PER_GRAM.protein,
    carbs * KCAL_PER_GRAM.carbs,
    fat * KCAL_PER_GRAM.fat,
  ]);
  return {
    protein: { grams: protein, percentage: proteinPercent },
    carbs: { grams: carbs, percentage: carbsPercent },
    fat: { grams: fat, percentage: fatPercent },
  };
}

function proteinGrams({ calories, body, goal, activityLevel }: Input): number {
  const reference = referenceWeight(body);
  const targetGrams = gramsPerKg(goal, activityLevel, body.ageYears) * reference;
  const least = Math.max(
    recommendedIntakePerKg(body) * reference,
    (LEAST_PROTEIN_SHARE * calories) / KCAL_PER_GRAM.protein,
  );
  const most = (MOST_PROTEIN_SHARE[goal] * calories) / KCAL_PER_GRAM.protein;
  return Math.min(most, Math.max(least, targetGrams));
}

function gramsPerKg(goal: Goal, activityLevel: ActivityLevel, ageYears: number): number {
  if (goal !== 'maintain') return 1.6;
  const trains = ACTIVITIES[activityLevel].multiplier >= 1.55;
  const usual = trains ? 1.4 : 1.2;
  return ageYears >= 65 ? Math.max(1.2, usual) : usual;
}

/** NHMRC recommended dietary intake, g/kg. */
function recommendedIntakePerKg({ gender, ageYears }: Body): number {
  if (gender === 'male') return ageYears > 70 ? 1.07 : 0.84;
  return ageYears > 70 ? 0.94 : 0.75;
}

/** Weight that counts for protein: only a quarter of the excess above a BMI of 25. */
function referenceWeight(body: Body): number {
  if (bodyMassIndex(body) <= OVERWEIGHT_BMI_FROM) return body.weightKg;
  const healthyKg = weightAtBmi(OVERWEIGHT_BMI_FROM, body.heightCm);
  return healthyKg + 0.25 * (body.weightKg - healthyKg);
}

/** Largest remainder: what is left after rounding down goes to the values that lost most. */
function wholePercentages(parts: readonly number[]): number[] {
  const total = parts.reduce((sum, part) => sum + part, 0);
  const exact = parts.map((part) => (100 * part) / total);
  const percentages = exact.map(Math.floor);
  const left = 100 - percentages.reduce((sum, percent) => sum + percent, 0);
  const byRemainder = exact
    .map((percent, index) => ({ index, remainder: percent - Math.floor(percent) }))
    .toSorted((a, b) => b.remainder - a.remainder);
  for (const { index } of byRemainder.slice(0, left))
    percentages[index] = Math.floor(exact[index] ?? 0) + 1;
  return percentages;
}
