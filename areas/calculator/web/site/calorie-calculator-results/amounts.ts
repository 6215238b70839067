/** Numbers as the results show them: rounded, in the visitor's units. */
import { poundsOf } from '#areas/calculator/rules/imperial-units.ts';
import { roundDecimals } from '#areas/calculator/rules/rounding.ts';
import type { Units } from '#areas/calculator/web/site/calculator-form-values.ts';

/** 1560.4 -> "1,560". */
export function formatRounded(count: number): string {
  return Math.round(count).toLocaleString('en-AU');
}

export function inUnits(kg: number, units: Units): number {
  return units === 'metric' ? kg : poundsOf(kg);
}

export function weightUnit(units: Units): string {
  return units === 'metric' ? 'kg' : 'lb';
}

/** 72.96 -> "73 kg" or "161 lb". */
export function formatWeight(kg: number, units: Units): string {
  return `${Math.round(inUnits(kg, units))} ${weightUnit(units)}`;
}

/** -0.31 -> "−0.3 kg". */
export function formatChange(kg: number, units: Units): string {
  const amount = roundDecimals(Math.abs(inUnits(kg, units)), units === 'metric' ? 2 : 1);
  if (amount === 0) return `0 ${weightUnit(units)}`;
  return `${kg < 0 ? '−' : '+'}${amount} ${weightUnit(units)}`;
}

/** "25 to 43", "60 or more". */
export function formatRange([fewest, most]: [number, number | null]): string {
  return most === null ? `${fewest} or more` : `${fewest} to ${most}`;
}
