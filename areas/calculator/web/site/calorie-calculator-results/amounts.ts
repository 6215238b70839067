/** Numbers as the results show them: rounded, in the visitor's units. */
import { poundsOf, roundDecimals } from '#areas/calculator/rules/imperial-units.ts';
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

export const WEEK_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** "Mon, Wed and Fri"; empty without any. */
export function nameDays(days: readonly boolean[]): string {
  const names = WEEK_DAYS.filter((_, index) => days[index]);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
