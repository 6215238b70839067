import { ACTIVITIES, type CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { recentDietAdaptation } from '#areas/calculator/rules/calorie-target.ts';
import { localResults } from './local-results.ts';

/**
 * How weight follows intake: the dynamic model of Hall et al. 2011, Lancet 378:826 (doi:10.1016/S0140-6736(11)60812-X,
 * web appendix), which the NIH Body Weight Planner uses. A fixed 7,700 kcal a kilogram promises far too much, because a
 * lighter body needs less. Units: kcal, kg, mg, days.
 */

const FAT_KCAL_PER_KG = 9440;
const LEAN_KCAL_PER_KG = 1807;
const GLYCOGEN_KCAL_PER_KG = 4180;
/** Energy to build a kilogram. */
const FAT_COST = 180;
const LEAN_COST = 230;
/** Energy to maintain a kilogram, per day. */
const FAT_UPKEEP = 3.2;
const LEAN_UPKEEP = 22;
const FOOD_EFFECT = 0.1;
const ADAPTATION = 0.14;
const ADAPTATION_DAYS = 14;
const START_GLYCOGEN_KG = 0.5;
const GLYCOGEN_AND_ITS_WATER = 3.7;
const CARBS_SHARE = 0.5;
const BASELINE_SODIUM_MG = 4000;
const SODIUM_MG_PER_LITRE = 3220;
const SODIUM_PER_FLUID = 3000;
const SODIUM_PER_CARBS = 4000;
/** Forbes: lean and fat change together; the less fat there is, the more lean is lost. */
const FORBES = (10.4 * LEAN_KCAL_PER_KG) / FAT_KCAL_PER_KG;
/** Runge-Kutta becomes unstable beyond 2.8; glycogen changes fastest. */
const LARGEST_STEP = 1.5;

/** The composition of a body on a day, and how far its use of energy has adapted. */
type BodyState = {
  fatKg: number;
  leanKg: number;
  glycogenKg: number;
  fluidKg: number;
  adaptedKcal: number;
};

export type WeightModel = {
  start: BodyState;
  /** Energy that maintains the starting weight, without adaptation. */
  baseCalories: number;
  /** Energy to move a kilogram. */
  activityPerKg: number;
  /** Energy use that no part of the model explains; it makes the start an equilibrium. */
  unexplained: number;
  stepsPerDay: number;
};

export function weightModel(person: {
  weightKg: number;
  bodyFatPercent: number;
  restingCalories: number;
  activityMultiplier: number;
  /** How much a recent diet still lowers the use of energy. */
  adaptation: number;
}): WeightModel {
  const { weightKg, restingCalories, activityMultiplier } = person;
  const baseCalories = restingCalories * activityMultiplier;
  const fatKg = (weightKg * person.bodyFatPercent) / 100;
  const leanKg = weightKg - fatKg;
  const activityPerKg = (((1 - FOOD_EFFECT) * activityMultiplier - 1) * restingCalories) / weightKg;
  const glycogenPace =
    (2 * CARBS_SHARE * baseCalories) / (START_GLYCOGEN_KG * GLYCOGEN_KCAL_PER_KG);
  return {
    start: {
      fatKg,
      leanKg,
      glycogenKg: START_GLYCOGEN_KG,
      fluidKg: 0,
      adaptedKcal: ADAPTATION * baseCalories - person.adaptation,
    },
    baseCalories,
    activityPerKg,
    unexplained:
      (1 - FOOD_EFFECT - ADAPTATION) * baseCalories -
      LEAN_UPKEEP * leanKg -
      FAT_UPKEEP * fatKg -
      activityPerKg * weightKg,
    stepsPerDay: Math.ceil(glycogenPace / LARGEST_STEP),
  };
}

export function bodyWeight({ fatKg, leanKg, glycogenKg, fluidKg }: BodyState): number {
  return fatKg + leanKg + GLYCOGEN_AND_ITS_WATER * (glycogenKg - START_GLYCOGEN_KG) + fluidKg;
}

/** The body after this many days on `calories` a day. */
export function stateAfter(
  model: WeightModel,
  calories: number,
  days: number,
  from: BodyState = model.start,
): BodyState {
  let state = from;
  for (let step = 0; step < days * model.stepsPerDay; step += 1) {
    state = stepOn(model, calories, state, 1 / model.stepsPerDay);
  }
  return state;
}

/** Calories a day that maintain this body in the long run. */
export function caloriesToKeep(model: WeightModel, state: BodyState): number {
  const upkeep =
    model.unexplained +
    LEAN_UPKEEP * state.leanKg +
    FAT_UPKEEP * state.fatKg +
    model.activityPerKg * bodyWeight(state);
  return upkeep / (1 - FOOD_EFFECT - ADAPTATION);
}

/** One step of the classic Runge-Kutta method. */
function stepOn(model: WeightModel, calories: number, state: BodyState, days: number): BodyState {
  const first = changePerDay(model, calories, state);
  const second = changePerDay(model, calories, moved(state, first, days / 2));
  const third = changePerDay(model, calories, moved(state, second, days / 2));
  const fourth = changePerDay(model, calories, moved(state, third, days));
  const twice = moved(moved(first, second, 2), moved(fourth, third, 2), 1);
  return moved(state, twice, days / 6);
}

function moved(state: BodyState, change: BodyState, factor: number): BodyState {
  return {
    fatKg: state.fatKg + factor * change.fatKg,
    leanKg: state.leanKg + factor * change.leanKg,
    glycogenKg: state.glycogenKg + factor * change.glycogenKg,
    fluidKg: state.fluidKg + factor * change.fluidKg,
    adaptedKcal: state.adaptedKcal + factor * change.adaptedKcal,
  };
}

function changePerDay(model: WeightModel, calories: number, state: BodyState): BodyState {
  const { baseCalories, activityPerKg, unexplained } = model;
  const carbs = CARBS_SHARE * calories;
  const baseCarbs = CARBS_SHARE * baseCalories;
  const intoGlycogen = carbs - baseCarbs * (state.glycogenKg / START_GLYCOGEN_KG) ** 2;
  const leanShare = FORBES / (FORBES + state.fatKg);
  const fatShare = 1 - leanShare;
  const buildingCost =
    (leanShare * LEAN_COST) / LEAN_KCAL_PER_KG + (fatShare * FAT_COST) / FAT_KCAL_PER_KG;
  const used =
    unexplained +
    LEAN_UPKEEP * state.leanKg +
    FAT_UPKEEP * state.fatKg +
    activityPerKg * bodyWeight(state) +
    state.adaptedKcal +
    FOOD_EFFECT * calories;
  const spent = (used + (calories - intoGlycogen) * buildingCost) / (1 + buildingCost);
  const stored = calories - spent - intoGlycogen;
  const sodium = (BASELINE_SODIUM_MG * calories) / baseCalories;
  return {
    fatKg: (fatShare * stored) / FAT_KCAL_PER_KG,
    leanKg: (leanShare * stored) / LEAN_KCAL_PER_KG,
    glycogenKg: intoGlycogen / GLYCOGEN_KCAL_PER_KG,
    fluidKg:
      (sodium -
        BASELINE_SODIUM_MG -
        SODIUM_PER_FLUID * state.fluidKg -
        SODIUM_PER_CARBS * (1 - carbs / baseCarbs)) /
      SODIUM_MG_PER_LITRE,
    adaptedKcal: (ADAPTATION * calories - state.adaptedKcal) / ADAPTATION_DAYS,
  };
}

/**
 * Whether the chosen pace fits the weeks the goal needs. Spec 5: the pace in months must be at least 70% of weeks / 4.
 */

export const PACES = ['very-fast', 'fast', 'moderate', 'slow'] as const;
export type Pace = (typeof PACES)[number];

export const DEFAULT_PACE: Pace = 'moderate';

export const PACE_MONTHS: Record<Pace, number> = {
  'very-fast': 1.5,
  fast: 2.5,
  moderate: 5,
  slow: 6,
};

export const PACE_LABELS: Record<Pace, string> = {
  'very-fast': 'Very fast',
  fast: 'Fast',
  moderate: 'Moderate',
  slow: 'Slow',
};

/** The spec's month. */
const WEEKS_PER_MONTH = 4;

export function paceWeeks(pace: Pace): number {
  return PACE_MONTHS[pace] * WEEKS_PER_MONTH;
}

/** Null: no weeks to compare with, so nothing should be shown. */
export function isTimelineRealistic(pace: Pace, weeks: number | null): boolean | null {
  if (weeks === null || !Number.isFinite(weeks) || weeks <= 0) return null;
  // months >= 0.7 * weeks / 4, in numbers that floating point represents exactly.
  return 40 * PACE_MONTHS[pace] >= 7 * weeks;
}

/** The weeks in a recommendation; taken from its text if the number is missing. */
export function statedWeeks(recommendation: {
  timeline: string;
  timelineWeeks?: number | null;
}): number | null {
  return recommendation.timelineWeeks ?? parseWeeks(recommendation.timeline);
}

/** "32 weeks" -> 32, "20-24 weeks" -> 24, "104+ weeks" -> 104, "6 months" -> 24; null if it names no time. */
export function parseWeeks(text: string): number | null {
  const weeks = lastNumberBefore(text, /(\d+(?:\.\d+)?)\+?\s*weeks?/gi);
  if (weeks !== null) return weeks;
  const months = lastNumberBefore(text, /(\d+(?:\.\d+)?)\+?\s*months?/gi);
  return months === null ? null : months * WEEKS_PER_MONTH;
}

function lastNumberBefore(text: string, unit: RegExp): number | null {
  const found = [...text.slice(0, 200).matchAll(unit)].at(-1)?.[1];
  const number = Number(found ?? Number.NaN);
  return number > 0 ? number : null;
}

// The weight model for one person: the weeks to a target, and the curve with its band.

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
