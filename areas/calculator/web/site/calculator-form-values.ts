/** The form as typed: texts and ticks, in the visitor's units. Kept in memory only. */
import {
  type ActivityLevel,
  type Gender,
  parseNumber,
  type ProfileDraft,
} from '#areas/calculator/rules/calculator-profile.ts';
import type { Goal } from '#areas/menu/rules/meal-plan.ts';
import {
  centimetresOf,
  feetAndInchesOf,
  kilogramsOf,
  poundsOf,
  roundDecimals,
} from '#areas/calculator/rules/imperial-units.ts';
import { DEFAULT_PACE, type Pace } from '#areas/calculator/rules/weight-projection.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';

export type Units = 'metric' | 'imperial';

export type CalculatorFormValues = {
  units: Units;
  age: string;
  gender: Gender | null;
  /** Centimetres, in metric units. */
  height: string;
  feet: string;
  inches: string;
  /** Kilograms or pounds. */
  weight: string;
  knowsBodyFat: boolean;
  bodyFat: string;
  activityLevel: ActivityLevel | null;
  goal: Goal | null;
  /** Kilograms or pounds. */
  targetWeight: string;
  pace: Pace;
  hasRecentDiet: boolean;
  usesCycling: boolean;
  /** Monday first. */
  trainingDays: readonly boolean[];
  /** Whether the adviser, if there is one, may word the answer. */
  useAdviser: boolean;
};

export const EMPTY_FORM_VALUES: CalculatorFormValues = {
  units: 'metric',
  age: '',
  gender: null,
  height: '',
  feet: '',
  inches: '',
  weight: '',
  knowsBodyFat: false,
  bodyFat: '',
  activityLevel: null,
  goal: null,
  targetWeight: '',
  pace: DEFAULT_PACE,
  hasRecentDiet: false,
  usesCycling: false,
  trainingDays: Array.from({ length: 7 }, () => false),
  useAdviser: false,
};

export function profileDraftOf(entry: CalculatorFormValues): ProfileDraft {
  return {
    ageYears: parseNumber(entry.age),
    gender: entry.gender,
    heightCm: entry.units === 'metric' ? parseNumber(entry.height) : heightFromFeet(entry),
    weightKg: kilogramsIn(entry.weight, entry.units),
    knowsBodyFat: entry.knowsBodyFat,
    bodyFatPercent: parseNumber(entry.bodyFat),
    activityLevel: entry.activityLevel,
    goal: entry.goal,
    targetWeightKg: entry.goal === null ? null : kilogramsIn(entry.targetWeight, entry.units),
    hasRecentDiet: entry.hasRecentDiet,
    trainingDays: entry.usesCycling ? entry.trainingDays.filter(Boolean).length : null,
  };
}

/** Converts what has been typed; anything non-numeric stays as it is. */
export function switchUnits(entry: CalculatorFormValues, units: Units): CalculatorFormValues {
  if (units === entry.units) return entry;
  const convert = (weight: string) => convertWeight(weight, units);
  return {
    ...entry,
    ...(units === 'imperial' ? feetFrom(entry.height) : { height: centimetresFrom(entry) }),
    units,
    weight: convert(entry.weight),
    targetWeight: convert(entry.targetWeight),
  };
}

/** Blank inches count as 0, and so do blank feet with inches. */
function heightFromFeet({ feet, inches }: CalculatorFormValues): number | null {
  const whole = parseNumber(feet);
  const rest = parseNumber(inches);
  if (whole === null && rest === null) return null;
  const isOdd = (whole ?? 0) < 0 || (rest ?? 0) < 0 || (rest ?? 0) >= 12;
  return isOdd ? Number.NaN : centimetresOf({ feet: whole ?? 0, inches: rest ?? 0 });
}

function kilogramsIn(text: string, units: Units): number | null {
  const number = parseNumber(text);
  return number === null || units === 'metric' ? number : kilogramsOf(number);
}

function convertWeight(text: string, to: Units): string {
  const number = parseNumber(text);
  if (number === null || Number.isNaN(number)) return text;
  const converted =
    to === 'imperial' ? poundsOf(number) : Math.round(kilogramsOf(number) * 10) / 10;
  return String(converted);
}

function feetFrom(height: string): Pick<CalculatorFormValues, 'feet' | 'inches'> {
  const cm = parseNumber(height);
  if (cm === null || Number.isNaN(cm)) return { feet: '', inches: '' };
  const { feet, inches } = feetAndInchesOf(cm);
  return { feet: String(feet), inches: String(inches) };
}

function centimetresFrom(entry: CalculatorFormValues): string {
  const cm = heightFromFeet(entry);
  return cm === null || Number.isNaN(cm) ? '' : String(Math.round(cm));
}

/** Props of every group of fields. */
export type FieldsProps = {
  entry: CalculatorFormValues;
  /** By the spec's field names. */
  errors: FieldErrors;
  onChange: (entry: CalculatorFormValues) => void;
};

/** Characters; enough for any of the numbers. */
export const LONGEST_NUMBER_TEXT = 12;

// Numbers as the results show them: rounded, in the visitor's units.

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
