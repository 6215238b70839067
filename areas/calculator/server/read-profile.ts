import type { CalorieAdviceRequest } from '#areas/calculator/calls/calorie-advice.ts';
import {
  type ActivityLevel,
  activityOfMultiplier,
  parseActivityLabel,
} from '#areas/calculator/rules/activity-level.ts';
import { GENDERS } from '#areas/calculator/rules/body.ts';
import type {
  CalculatorProfile,
  ProfileDraft,
} from '#areas/calculator/rules/calculator-profile.ts';
import { checkProfile, completeProfile } from '#areas/calculator/rules/check-profile.ts';
import { parseGoal } from '#areas/menu/rules/goal.ts';
import { InvalidRequest } from '#platform/server/errors.ts';

/** Throws InvalidRequest with the spec's field names. */
export function readProfile(request: CalorieAdviceRequest): CalculatorProfile {
  const draft = toDraft(request);
  const profile = completeProfile(draft);
  if (profile) return profile;
  const messages = checkProfile(draft).map(({ field, message }) => [field, message]);
  throw new InvalidRequest(Object.fromEntries(messages));
}

function toDraft(request: CalorieAdviceRequest): ProfileDraft {
  const gender = request.gender.trim().toLowerCase();
  return {
    ageYears: request.age,
    gender: GENDERS.find((known) => known === gender) ?? null,
    heightCm: request.height,
    weightKg: request.weight,
    knowsBodyFat: request.bodyFat !== null,
    bodyFatPercent: request.bodyFat,
    activityLevel: readActivity(request),
    goal: parseGoal(request.goal),
    targetWeightKg: request.targetWeight,
    hasRecentDiet: request.hasRecentDiet,
    trainingDays: request.useCalorieCycling ? (request.trainingDaysCount ?? 0) : null,
  };
}

function readActivity({ activityLevel, bmr, tdee }: CalorieAdviceRequest): ActivityLevel | null {
  return parseActivityLabel(activityLevel) ?? activityOfMultiplier((tdee ?? 0) / (bmr ?? 0));
}
