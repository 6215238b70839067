/**
 * Energy used at rest (BMR), in kcal a day. Spec 9: Katch-McArdle if the body fat is given, otherwise Mifflin-St Jeor.
 */
import type { Body, Gender } from '#areas/calculator/rules/calculator-profile.ts';

const GENDER_TERM: Record<Gender, number> = { male: 5, female: -161 };

/** Mifflin, St Jeor et al. 1990, doi:10.1093/ajcn/51.2.241. */
export function mifflinStJeor({ gender, ageYears, heightCm, weightKg }: Body): number {
  return 10 * weightKg + 6.25 * heightCm - 5 * ageYears + GENDER_TERM[gender];
}

/** McArdle, Katch & Katch, Exercise Physiology; the coefficients of Cunningham 1991, doi:10.1093/ajcn/54.6.963. */
export function katchMcArdle(weightKg: number, bodyFatPercent: number): number {
  return 370 + 21.6 * weightKg * (1 - bodyFatPercent / 100);
}

/** `bodyFatPercent` is the customer's own value: an estimate would only add its error. */
export function restingEnergy(body: Body, bodyFatPercent: number | null): number {
  return bodyFatPercent === null
    ? mifflinStJeor(body)
    : katchMcArdle(body.weightKg, bodyFatPercent);
}
