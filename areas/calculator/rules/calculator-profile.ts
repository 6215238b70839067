/** The calculator's input: complete, and as in a half-filled form. Spec 3, 5. */
import type { ActivityLevel } from './activity-level.ts';
import type { Body } from './body.ts';
import type { Goal } from '#areas/menu/rules/goal.ts';

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
