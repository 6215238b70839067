/** The recommendation: the same input always gives the same answer. Spec 3, 7 (its fields first), then ours. */
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { calorieTarget, SAFE_FLOOR } from './calorie-target.ts';
import { type CyclingDays, cycleCalories } from './calorie-cycling.ts';
import { type Advisory, healthAdvisories } from '#areas/calculator/rules/health-advisory.ts';
import { localResults } from './local-results.ts';
import { type MacroTargets, macroTargets } from './macro-targets.ts';
import { chooseMealPlan, type MealPlan, mealPlanName } from '#areas/menu/rules/meal-plan.ts';
import { resultAdvisories } from './result-advisories.ts';
import { roundDecimals } from '#areas/calculator/rules/rounding.ts';
import { LONGEST_WEEKS, type WeeksToTarget, weeksToTarget } from './weight-projection.ts';

export type Recommendation = {
  /** kcal a day. */
  recommendedCalories: number;
  /** "1200 Calorie Plan". */
  recommendedPlan: string;
  /** "32 weeks", "104+ weeks", or text without a number if there is nothing to estimate. */
  timeline: string;
  /** kg, signed; 0 when maintaining, null if the weeks are. */
  weeklyWeightChange: number | null;
  macros: MacroTargets;
} & MealPlan & {
    timelineWeeks: number | null;
    /** Fewest and most weeks; the most is null if over two years. */
    weeksRange: [number, number | null] | null;
    floorApplied: boolean;
    noSafeDeficit: boolean;
    /** kcal a day that the body still saves after a recent strict diet. */
    adaptation: number;
    /** Null: all days alike. */
    cycling: CyclingDays | null;
    advisories: Advisory[];
  };

/**
 * For a profile without an advisory of type error. `plans`: kcal, ascending. `adjustment`: manual change in kcal a day,
 * within `adjustmentRange`; the floor applies in any case.
 */
export function buildRecommendation(
  profile: CalculatorProfile,
  plans: readonly number[],
  adjustment = 0,
): Recommendation {
  const { goal, gender, trainingDays } = profile;
  const floor = SAFE_FLOOR[gender];
  const target = calorieTarget({ ...profile, tdee: localResults(profile).tdee });
  const calories = Math.max(floor, target.recommendedCalories + adjustment);
  const plan = chooseMealPlan(calories, goal, plans);
  const { weeks, range } = weeksFor(profile, calories, target.noSafeDeficit);
  return {
    recommendedCalories: calories,
    recommendedPlan: mealPlanName(plan.planCalories),
    timeline: describeTimeline(profile, weeks, target.noSafeDeficit),
    weeklyWeightChange: weeklyChange(profile, weeks),
    macros: macroTargets({ ...profile, body: profile, calories }),
    ...plan,
    timelineWeeks: weeks,
    weeksRange: range,
    floorApplied: target.floorApplied,
    noSafeDeficit: target.noSafeDeficit,
    adaptation: Math.round(target.adaptation),
    cycling: trainingDays === null ? null : cycleCalories({ calories, trainingDays, floor }),
    advisories: [...healthAdvisories(profile), ...resultAdvisories(profile, target)],
  };
}

function weeksFor(
  profile: CalculatorProfile,
  calories: number,
  noSafeDeficit: boolean,
): WeeksToTarget {
  const { goal, targetWeightKg } = profile;
  if (goal === 'maintain' || targetWeightKg === null || noSafeDeficit) {
    return { weeks: null, range: null };
  }
  return weeksToTarget(profile, calories, targetWeightKg);
}

function describeTimeline(
  { goal, targetWeightKg }: CalculatorProfile,
  weeks: number | null,
  noSafeDeficit: boolean,
): string {
  if (weeks !== null) return weeks === 1 ? '1 week' : `${weeks} weeks`;
  if (goal === 'maintain') return 'Ongoing';
  if (targetWeightKg === null || noSafeDeficit) return 'Not estimated';
  return `${LONGEST_WEEKS}+ weeks`;
}

function weeklyChange(
  { goal, weightKg, targetWeightKg }: CalculatorProfile,
  weeks: number | null,
): number | null {
  if (goal === 'maintain') return 0;
  if (weeks === null || targetWeightKg === null) return null;
  return roundDecimals((targetWeightKg - weightKg) / weeks, 2);
}
