/** The calculator's input: complete, and as in a half-filled form. Spec 3, 5. */
import type { Goal } from '#areas/menu/rules/meal-plan.ts';

export type CalculatorProfile = Body & {
  /** Null: not known. */
  bodyFatPercent: number | null;
  activityLevel: ActivityLevel;
  goal: Goal;
  /** Null if not needed: when maintaining, or while an advisory blocks the goal. */
  targetWeightKg: number | null;
  /** Weeks under 1,200 kcal a day, recently. */
  hasRecentDiet: boolean;
  /** Training days a week; null: all days alike. */
  trainingDays: number | null;
};

/** Null: not filled in. NaN: filled in, but not with a number. */
export type ProfileDraft = {
  [Field in keyof CalculatorProfile]: CalculatorProfile[Field] | null;
} & {
  hasRecentDiet: boolean;
  /** Whether to use the body fat. */
  knowsBodyFat: boolean;
};

/** A number as typed. Null if nothing was typed, NaN if it is not a plain decimal number. */
export function parseNumber(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  return /^-?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})$/.test(typed) ? Number(typed) : Number.NaN;
}

/** The measurements that the formulas start from. Spec 3 (calculator profile). */

export const GENDERS = ['male', 'female'] as const;
export type Gender = (typeof GENDERS)[number];

export type Body = { gender: Gender; ageYears: number; heightCm: number; weightKg: number };

/**
 * How active someone is, and the factor for their energy at rest. Spec 9; a convention in dietetics without one primary
 * study.
 */

export const ACTIVITY_LEVELS = [
  'sedentary',
  'lightly-active',
  'moderately-active',
  'very-active',
  'extra-active',
] as const;
export type ActivityLevel = (typeof ACTIVITY_LEVELS)[number];

type Activity = { label: string; multiplier: number; example: string };

export const ACTIVITIES: Record<ActivityLevel, Activity> = {
  sedentary: {
    label: 'Sedentary',
    multiplier: 1.2,
    example: 'Mostly sitting, with little walking and no exercise',
  },
  'lightly-active': {
    label: 'Lightly Active',
    multiplier: 1.375,
    example: 'A desk job with walks, or light exercise 1 to 3 days a week',
  },
  'moderately-active': {
    label: 'Moderately Active',
    multiplier: 1.55,
    example: 'On your feet for much of the day, or exercise 3 to 5 days a week',
  },
  'very-active': {
    label: 'Very Active',
    multiplier: 1.725,
    example: 'Physical work, or hard exercise 6 to 7 days a week',
  },
  'extra-active': {
    label: 'Extra Active',
    multiplier: 1.9,
    example: 'Heavy physical work, or training twice a day',
  },
};

/** The levels are 0.175 apart; rounding to whole kcal changes the quotient by far less than this. */
const MULTIPLIER_TOLERANCE = 0.01;

/** By its label, in any case; null for others. */
export function parseActivityLabel(text: string): ActivityLevel | null {
  const sought = text.trim().toLowerCase();
  return ACTIVITY_LEVELS.find((level) => ACTIVITIES[level].label.toLowerCase() === sought) ?? null;
}

/** The level with this multiplier, such as the quotient of a TDEE and a BMR; null for others. */
export function activityOfMultiplier(multiplier: number): ActivityLevel | null {
  return (
    ACTIVITY_LEVELS.find(
      (level) => Math.abs(ACTIVITIES[level].multiplier - multiplier) <= MULTIPLIER_TOLERANCE,
    ) ?? null
  );
}

/** Body mass index and its four categories. Spec 5; the cut-points are the WHO's for adults. */
export type BmiCategory = 'underweight' | 'normal' | 'overweight' | 'obese';

export const HEALTHY_BMI_FROM = 18.5;
export const OVERWEIGHT_BMI_FROM = 25;
export const OBESE_BMI_FROM = 30;

/** kg/m², unrounded. */
export function bodyMassIndex({ weightKg, heightCm }: Pick<Body, 'weightKg' | 'heightCm'>): number {
  return weightKg / (heightCm / 100) ** 2;
}

/** From the unrounded index. `formatBmi` never shows a number of another category. */
export function bmiCategory(bmi: number): BmiCategory {
  if (bmi < HEALTHY_BMI_FROM) return 'underweight';
  if (bmi < OVERWEIGHT_BMI_FROM) return 'normal';
  return bmi < OBESE_BMI_FROM ? 'overweight' : 'obese';
}

/** To one decimal, rounded towards its category: 24.96 is normal and reads 24.9, because 25.0 is overweight. */
export function formatBmi(bmi: number): string {
  const nearest = Math.round(bmi * 10) / 10;
  const shown = bmiCategory(nearest) === bmiCategory(bmi) ? nearest : Math.floor(bmi * 10) / 10;
  return shown.toFixed(1);
}

/** The weight in kg at which a person of this height has this index. */
export function weightAtBmi(bmi: number, heightCm: number): number {
  return bmi * (heightCm / 100) ** 2;
}
