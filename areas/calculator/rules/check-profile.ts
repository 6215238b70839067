/** The limits of each calculator field. Target and body fat: spec 5; age, height and weight: ours. */
import {
  bodyMassIndex,
  type CalculatorProfile,
  type ProfileDraft,
} from '#areas/calculator/rules/calculator-profile.ts';
import {
  ADULTS_ONLY,
  healthAdvisory,
  type Advisory,
  healthAdvisories,
  needsEatingSupport,
} from '#areas/calculator/rules/health-advisory.ts';

export const PROFILE_LIMITS = {
  age: { min: 18, max: 100 },
  height: { min: 120, max: 230 },
  weight: { min: 30, max: 300 },
  /** Both ends excluded. */
  bodyFat: { above: 0, below: 50 },
  targetWeight: { min: 30, max: 300, step: 0.1 },
};

export type ProfileField =
  | 'age'
  | 'gender'
  | 'height'
  | 'weight'
  | 'bodyFat'
  | 'activityLevel'
  | 'goal'
  | 'targetWeight'
  | 'trainingDaysCount';

export type ProfileProblem = { field: ProfileField; message: string };

export const PROFILE_MESSAGES: Record<ProfileField, string> = {
  age: 'Please enter an age from 18 to 100 years.',
  gender: 'Please choose male or female.',
  height: 'Please enter a height from 120 to 230 cm.',
  weight: 'Please enter a weight from 30 to 300 kg.',
  bodyFat: 'Please enter a body fat percentage above 0 and below 50.',
  activityLevel: 'Please choose an activity level.',
  goal: 'Please choose a goal.',
  targetWeight: 'Please enter a target weight from 30 to 300 kg.',
  trainingDaysCount: 'Please choose from 0 to 7 training days.',
};

export const TARGET_TOO_HIGH = 'Target weight should be lower than current weight for weight loss';
export const TARGET_TOO_LOW = 'Target weight should be higher than current weight for weight gain';

/** Everything that prevents a result, one problem a field; empty if nothing does. */
export function checkProfile(draft: ProfileDraft): ProfileProblem[] {
  const { ageYears, bodyFatPercent, trainingDays } = draft;
  const messages: Record<ProfileField, string | null> = {
    age: checkAge(ageYears),
    gender: draft.gender === null ? PROFILE_MESSAGES.gender : null,
    height: isWithin(draft.heightCm, PROFILE_LIMITS.height) ? null : PROFILE_MESSAGES.height,
    weight: isWithin(draft.weightKg, PROFILE_LIMITS.weight) ? null : PROFILE_MESSAGES.weight,
    bodyFat: draft.knowsBodyFat && !isBodyFat(bodyFatPercent) ? PROFILE_MESSAGES.bodyFat : null,
    activityLevel: draft.activityLevel === null ? PROFILE_MESSAGES.activityLevel : null,
    goal: draft.goal === null ? PROFILE_MESSAGES.goal : null,
    targetWeight: checkTarget(draft),
    trainingDaysCount:
      trainingDays === null || isDayCount(trainingDays) ? null : PROFILE_MESSAGES.trainingDaysCount,
  };
  // The table above has exactly these keys, but Object.keys types them as strings.
  return (Object.keys(messages) as ProfileField[]).flatMap((field) => {
    const message = messages[field];
    return message === null ? [] : [{ field, message }];
  });
}

/** Null while there are problems. */
export function completeProfile(draft: ProfileDraft): CalculatorProfile | null {
  if (checkProfile(draft).length > 0) return null;
  const { gender, ageYears, heightCm, weightKg, activityLevel, goal } = draft;
  // checkProfile reports each of these, which the compiler cannot know.
  if (gender === null || ageYears === null || heightCm === null) return null;
  if (weightKg === null || activityLevel === null || goal === null) return null;
  return {
    gender,
    ageYears,
    heightCm,
    weightKg,
    activityLevel,
    goal,
    bodyFatPercent: draft.knowsBodyFat ? draft.bodyFatPercent : null,
    targetWeightKg: draft.targetWeightKg,
    hasRecentDiet: draft.hasRecentDiet,
    trainingDays: draft.trainingDays,
  };
}

function checkAge(ageYears: number | null): string | null {
  const { age } = PROFILE_LIMITS;
  if (isWithin(ageYears, age)) return null;
  const isChild = ageYears !== null && ageYears > 0 && ageYears < age.min;
  return isChild ? ADULTS_ONLY : PROFILE_MESSAGES.age;
}

/** The field is disabled while the goal does not suit the body, so it is not required then. */
function checkTarget(draft: ProfileDraft): string | null {
  const { goal, heightCm, weightKg, targetWeightKg } = draft;
  if (goal === null || isBlocked(draft)) return null;
  if (targetWeightKg === null && goal === 'maintain') return null;
  if (!isWithin(targetWeightKg, PROFILE_LIMITS.targetWeight)) {
    return PROFILE_MESSAGES.targetWeight;
  }
  if (weightKg === null || heightCm === null) return null;
  if (goal === 'lose' && targetWeightKg >= weightKg) return TARGET_TOO_HIGH;
  if (goal === 'gain' && targetWeightKg <= weightKg) return TARGET_TOO_LOW;
  return null;
}

function isBlocked({ goal, heightCm, weightKg }: ProfileDraft): boolean {
  if (goal === null || heightCm === null || weightKg === null) return false;
  return healthAdvisory(bodyMassIndex({ heightCm, weightKg }), goal)?.type === 'error';
}

/** NaN and null are never within a range. */
export function isWithin(
  value: number | null,
  { min, max }: { min: number; max: number },
): value is number {
  return value !== null && value >= min && value <= max;
}

function isBodyFat(percent: number | null): boolean {
  const { above, below } = PROFILE_LIMITS.bodyFat;
  return percent !== null && percent > above && percent < below;
}

function isDayCount(days: number): boolean {
  return Number.isInteger(days) && days >= 0 && days <= 7;
}

// What the advisory card says while the form is being filled in. Spec 2: once height, weight and goal are set.

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
