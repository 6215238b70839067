/** What the calculator asks: complete, and as it stands in a half-filled form. Spec 3, 5. */
import type { ActivityLevel } from './activity-level.ts';
import type { Body } from './body.ts';
import type { Goal } from './goal.ts';

export type CalculatorProfile = Body & {
  /** Null: not known. */
  bodyFatPercent: number | null;
  activityLevel: ActivityLevel;
  goal: Goal;
  /** Null where none is needed: when maintaining, or while an advisory blocks the goal. */
  targetWeightKg: number | null;
  /** Weeks under 1,200 kcal a day, recently. */
  hasRecentDiet: boolean;
  /** Of the week; null: every day is alike. */
  trainingDays: number | null;
};

/** Null: not filled in. NaN: filled in, but not with a number. */
export type ProfileDraft = {
  [Field in keyof CalculatorProfile]: CalculatorProfile[Field] | null;
} & {
  hasRecentDiet: boolean;
  /** Whether the body fat is to be used. */
  knowsBodyFat: boolean;
};

/** A number as somebody types it. Null when nothing was typed, NaN when it is no plain decimal number. */
export function parseFigure(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  return /^-?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})$/.test(typed) ? Number(typed) : Number.NaN;
}
