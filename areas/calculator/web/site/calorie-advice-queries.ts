/**
 * The calorie calculator's calls. Loaded when someone starts to fill in the form: just reading the page needs none of
 * it.
 */
import {
  type CalorieAdviceReply,
  recommendCalories,
} from '#areas/calculator/calls/calorie-advice.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { ACTIVITIES, type CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { GOAL_LABELS } from '#areas/menu/rules/meal-plan.ts';
import { localResults } from '#areas/calculator/rules/local-results.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';

/** The server itself waits up to three seconds for a language model. */
const GIVE_UP_MS = 10_000;

/** Why the server refused: messages by the spec's field names, or one sentence about health. */
export type AdviceRefusal = { fields: FieldErrors; message: string | null };

/** Sends the spec's payload. `useAdviser`: the visitor's choice; null if there is no adviser. */
export function askForAdvice(
  profile: CalculatorProfile,
  useAdviser: boolean | null,
  signal: AbortSignal,
): Promise<CalorieAdviceReply> {
  const { bmr, tdee, estimatedBodyFat } = localResults(profile);
  return call(recommendCalories, {
    body: {
      age: profile.ageYears,
      gender: profile.gender,
      height: profile.heightCm,
      weight: profile.weightKg,
      bodyFat: profile.bodyFatPercent,
      estimatedBodyFat,
      activityLevel: ACTIVITIES[profile.activityLevel].label,
      goal: GOAL_LABELS[profile.goal],
      targetWeight: profile.targetWeightKg,
      bmr,
      tdee,
      hasRecentDiet: profile.hasRecentDiet,
      useCalorieCycling: profile.trainingDays !== null,
      trainingDaysCount: profile.trainingDays ?? 0,
      ...(useAdviser !== null && { useAdviser }),
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_MS)]),
  });
}

/** Null for failures that say nothing about the input: no connection, a busy or failing server. */
export function refusalIn(error: unknown): AdviceRefusal | null {
  if (!(error instanceof ApiError)) return null;
  const fields = fieldErrorsOf(error);
  if (error.status === 400 && Object.keys(fields).length > 0) return { fields, message: null };
  if (error.status !== 422) return null;
  return { fields: {}, message: error.reply?.message ?? 'Please talk to your GP about this goal.' };
}

/** The days of the week that is open for orders. */
export async function fetchOpenDays(): Promise<PlainDate[]> {
  const { days } = await call(getOrderingWeek, {});
  return days.map(({ date }) => date);
}
