import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';

/** A woman of 35 who wants to lose ten kilograms; a test states only what it is about. */
export const A_PROFILE: CalculatorProfile = {
  gender: 'female',
  ageYears: 35,
  heightCm: 165,
  weightKg: 80,
  bodyFatPercent: null,
  activityLevel: 'lightly-active',
  goal: 'lose',
  targetWeightKg: 70,
  hasRecentDiet: false,
  trainingDays: null,
};
