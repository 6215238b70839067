/** Feet, inches and pounds for those who prefer them. Exact by the international agreement of 1959. */
import type { ProfileField } from './check-profile.ts';

const CM_PER_INCH = 2.54;
const INCHES_PER_FOOT = 12;
const KG_PER_POUND = 0.45359237;

export type FeetAndInches = { feet: number; inches: number };

/** To a hundredth of a centimetre: anything beyond is arithmetic noise. */
export function centimetresOf({ feet, inches }: FeetAndInches): number {
  return roundDecimals((feet * INCHES_PER_FOOT + inches) * CM_PER_INCH, 2);
}

/** Inches to one decimal; 12.0 of them make a foot. */
export function feetAndInchesOf(cm: number): FeetAndInches {
  const allInches = roundDecimals(cm / CM_PER_INCH, 1);
  const feet = Math.floor(allInches / INCHES_PER_FOOT);
  return { feet, inches: roundDecimals(allInches - feet * INCHES_PER_FOOT, 1) };
}

/** To a thousandth of a kilogram. */
export function kilogramsOf(pounds: number): number {
  return roundDecimals(pounds * KG_PER_POUND, 3);
}

/** To one decimal. */
export function poundsOf(kg: number): number {
  return roundDecimals(kg / KG_PER_POUND, 1);
}

/** The limits of each field in these units, slightly narrower than the metric ones. */
export const IMPERIAL_MESSAGES: Partial<Record<ProfileField, string>> = {
  height: 'Please enter a height from 4 ft to 7 ft 6 in.',
  weight: 'Please enter a weight from 67 to 661 lb.',
  targetWeight: 'Please enter a target weight from 67 to 661 lb.',
};

/** "at least 54.2 kg" -> "at least 54.2 kg (119.5 lb)". */
export function addPounds(text: string): string {
  return text.replaceAll(
    /(\d+(?:\.\d+)?)\s?kg\b/g,
    (kilograms, number: string) => `${kilograms} (${poundsOf(Number(number))} lb)`,
  );
}

/** Rounds halves up to a multiple of `step`, a whole number. */
export function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step;
}

export function roundDecimals(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
