/** What the advisory card says while the form is being filled in. Spec 2: once height, weight and goal are set. */
import { bodyMassIndex, type ProfileDraft } from './calculator-profile.ts';
import { isWithin, PROFILE_LIMITS } from './check-profile.ts';
import { type Advisory, healthAdvisories, needsEatingSupport } from './health-advisory.ts';

export type DraftHealth = {
  bmi: number;
  advisories: Advisory[];
  /** One of them is an error: nothing is calculated. */
  isBlocked: boolean;
  needsSupport: boolean;
};

/** Null until height, weight and goal are set and plausible; an implausible target or age is ignored. */
export function draftHealth(draft: ProfileDraft): DraftHealth | null {
  const { ageYears, heightCm, weightKg, goal, targetWeightKg, hasRecentDiet } = draft;
  const { age, height, weight, targetWeight } = PROFILE_LIMITS;
  if (goal === null || !isWithin(heightCm, height) || !isWithin(weightKg, weight)) return null;
  const subject = {
    ageYears: isWithin(ageYears, age) ? ageYears : age.min,
    heightCm,
    weightKg,
    goal,
    targetWeightKg: isWithin(targetWeightKg, targetWeight) ? targetWeightKg : null,
    hasRecentDiet,
  };
  const advisories = healthAdvisories(subject);
  return {
    bmi: bodyMassIndex(subject),
    advisories,
    isBlocked: advisories.some(({ type }) => type === 'error'),
    needsSupport: needsEatingSupport(subject),
  };
}
