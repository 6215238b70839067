/** Body mass index and its four categories. Spec 5; the cut-points are the WHO's for adults. */
import type { Body } from './body.ts';

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
