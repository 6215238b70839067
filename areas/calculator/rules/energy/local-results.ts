/** The numbers that need no recommendation: shown at once, before any call. Spec 2, 4, 9. */
import { ACTIVITIES } from '#areas/calculator/rules/activity-level.ts';
import { estimateBodyFat } from './body-fat.ts';
import {
  type BmiCategory,
  bmiCategory,
  bodyMassIndex,
} from '#areas/calculator/rules/body-mass-index.ts';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { restingEnergy } from './resting-energy.ts';

export type LocalResults = {
  bmi: number;
  category: BmiCategory;
  /** kcal a day at rest. */
  bmr: number;
  /** kcal a day in total. */
  tdee: number;
  /** The true need of most people lies between these. */
  tdeeRange: [number, number];
  estimatedBodyFat: number;
  /** The body fat to show, in per cent. */
  bodyFat: { percent: number; source: 'provided' | 'estimated' };
};

/** The formulas' own error for an individual. */
const NEED_ERROR = 0.1;

/** Unrounded. */
export function localResults(profile: CalculatorProfile): LocalResults {
  const bmi = bodyMassIndex(profile);
  const bmr = restingEnergy(profile, profile.bodyFatPercent);
  const tdee = bmr * ACTIVITIES[profile.activityLevel].multiplier;
  const estimatedBodyFat = estimateBodyFat(profile);
  return {
    bmi,
    category: bmiCategory(bmi),
    bmr,
    tdee,
    tdeeRange: [tdee * (1 - NEED_ERROR), tdee * (1 + NEED_ERROR)],
    estimatedBodyFat,
    bodyFat:
      profile.bodyFatPercent === null
        ? { percent: estimatedBodyFat, source: 'estimated' }
        : { percent: profile.bodyFatPercent, source: 'provided' },
  };
}
