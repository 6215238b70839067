/**
 * The body fat shown to people who don't know theirs; also the weight model's starting value. Spec 9: clamped to 5-50.
 */
import type { Body } from '#areas/calculator/rules/body.ts';
import { type BodyFatFormula, cunBae } from './body-fat-formulas.ts';
import { bodyMassIndex } from '#areas/calculator/rules/body-mass-index.ts';

export const ESTIMATED_BODY_FAT = { min: 5, max: 50 };

/** Of the published formulas, the closest to scans of people outside its own sample (doi:10.2147/CLEP.S145130). */
const FORMULA: BodyFatFormula = cunBae;

/** Percent of weight. */
export function estimateBodyFat(body: Body): number {
  const { gender, ageYears } = body;
  const percent = FORMULA({ gender, ageYears, bmi: bodyMassIndex(body) });
  return Math.min(ESTIMATED_BODY_FAT.max, Math.max(ESTIMATED_BODY_FAT.min, percent));
}
