import { type CalorieAdviceReply, recommendCalories } from '#contract/calorie-advice.ts';
import { ACTIVITIES } from '#domain/nutrition/activity-level.ts';
import type { CalculatorProfile } from '#domain/nutrition/calculator-profile.ts';
import { GOAL_LABELS } from '#domain/nutrition/goal.ts';
import { localResults } from '#domain/nutrition/local-results.ts';
import { call } from './client.ts';

/** The server itself waits three seconds for a language model at most. */
const GIVE_UP_MS = 10_000;

/** Sends the spec's payload. `useAdviser`: the visitor's answer; null where there is no adviser to choose. */
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
