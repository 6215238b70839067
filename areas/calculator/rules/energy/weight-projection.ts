/** The weight model for one person: the weeks to a target, and the curve with its band. */
import { ACTIVITIES, type CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { recentDietAdaptation } from './calorie-target.ts';
import { localResults } from './local-results.ts';
import {
  type BodyState,
  bodyWeight,
  stateAfter,
  type WeightModel,
  weightModel,
} from './weight-model.ts';

export const LONGEST_WEEKS = 104;

/** 5% either way in the energy at rest turns 32 weeks into 25 to 43. */
const RESTING_ERROR = 0.05;

export type WeeksToTarget = {
  /** Null: not within two years. */
  weeks: number | null;
  /** Fewest and most; the most is null if over two years. */
  range: [number, number | null] | null;
};

export type ProjectedWeek = { week: number; weightKg: number; lowKg: number; highKg: number };

export function weeksToTarget(
  profile: CalculatorProfile,
  calories: number,
  targetKg: number,
): WeeksToTarget {
  const weeksAt = (restingFactor: number) =>
    weeksUntil(modelOf(profile, restingFactor), calories, profile.weightKg, targetKg);
  const weeks = weeksAt(1);
  if (weeks === null) return { weeks: null, range: null };
  const edges = [weeksAt(1 + RESTING_ERROR), weeksAt(1 - RESTING_ERROR)];
  const reached = edges.filter((edge) => edge !== null);
  const fewest = Math.min(weeks, ...reached);
  return { weeks, range: [fewest, edges.includes(null) ? null : Math.max(weeks, ...reached)] };
}

/** Week 0 is today. Unrounded kg; the band is for a person who uses 5% more or less at rest. */
export function projectWeight(
  profile: CalculatorProfile,
  calories: number,
  weeks: number,
): ProjectedWeek[] {
  const [middle = [], one = [], other = []] = [1, 1 + RESTING_ERROR, 1 - RESTING_ERROR].map(
    (restingFactor) => weeklyWeights(modelOf(profile, restingFactor), calories, weeks),
  );
  return middle.map((weightKg, week) => {
    const edges = [one[week] ?? weightKg, other[week] ?? weightKg];
    return { week, weightKg, lowKg: Math.min(...edges), highKg: Math.max(...edges) };
  });
}

/** kg after this many days on `calories` a day. */
export function projectedWeight(
  profile: CalculatorProfile,
  calories: number,
  days: number,
): number {
  return bodyWeight(stateAfter(modelOf(profile, 1), calories, days));
}

function modelOf(profile: CalculatorProfile, restingFactor: number): WeightModel {
  const { bmr, tdee, bodyFat } = localResults(profile);
  return weightModel({
    weightKg: profile.weightKg,
    bodyFatPercent: bodyFat.percent,
    restingCalories: bmr * restingFactor,
    activityMultiplier: ACTIVITIES[profile.activityLevel].multiplier,
    adaptation: recentDietAdaptation(tdee, profile.hasRecentDiet),
  });
}

function weeksUntil(
  model: WeightModel,
  calories: number,
  startKg: number,
  targetKg: number,
): number | null {
  const hasReached = (state: BodyState) =>
    targetKg < startKg ? bodyWeight(state) <= targetKg : bodyWeight(state) >= targetKg;
  let state = model.start;
  for (let week = 1; week <= LONGEST_WEEKS; week += 1) {
    state = stateAfter(model, calories, 7, state);
    if (hasReached(state)) return week;
  }
  return null;
}

function weeklyWeights(model: WeightModel, calories: number, weeks: number): number[] {
  let state = model.start;
  const weights = [bodyWeight(state)];
  for (let week = 1; week <= weeks; week += 1) {
    state = stateAfter(model, calories, 7, state);
    weights.push(bodyWeight(state));
  }
  return weights;
}
