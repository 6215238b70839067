/**
 * Protein, carbohydrate and fat of a day. NHMRC ranges and intakes; ISSN 2017 (doi:10.1186/s12970-017-0177-8) for those
 * who train or diet.
 */
import {
  ACTIVITIES,
  type ActivityLevel,
  type Body,
  bodyMassIndex,
  OVERWEIGHT_BMI_FROM,
  weightAtBmi,
} from '#areas/calculator/rules/calculator-profile.ts';
import type { Goal } from '#areas/menu/rules/meal-plan.ts';

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
