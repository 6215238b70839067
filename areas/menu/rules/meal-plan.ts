/**
 * Which of the kitchen's plans fits a day. A plan is a whole day's calories, and lunch and dinner from us provide 60% of
 * it, as they do of an Australian day; one of them 30%. Ours; sizes from spec 9.
 */
import { BOTH, planServiceKcal, SECOND_HELPING_KCAL, SHARE_OF_EACH } from './plan-share.ts';

/** Something is always left for breakfast. */
const SMALLEST_BREAKFAST_KCAL = 300;
/** A plan this little above the day's calories still fits. */
const PLAN_ABOVE_DAY_KCAL = 50;
const MOST_SECOND_HELPINGS = 2;

export type MealPlan = {
  /** For the whole day. */
  planCalories: number;
  /** What our meals provide, in percent of the day's calories. */
  sharePct: number;
  /** What our meals provide together, leaving enough for breakfast. */
  serviceKcal: number;
  perMealKcal: number;
  restOfDayKcal: number;
  /** Second helpings a day, 0 to 2, for those who need far more than the largest plan gives. */
  extraMeals: number;
};

/** `plans`: kcal, ascending, at least one. `services`: how many a day. */
export function chooseMealPlan(
  calories: number,
  goal: Goal,
  plans: readonly number[],
  services = BOTH,
): MealPlan {
  const planCalories =
    goal === 'gain' ? nearestPlan(calories, plans) : largestPlanWithin(calories, plans);
  const serviceKcal = Math.min(
    planServiceKcal(planCalories, services),
    calories - SMALLEST_BREAKFAST_KCAL,
  );
  const isLargest = planCalories === plans.at(-1);
  return {
    planCalories,
    sharePct: Math.round((100 * serviceKcal) / calories),
    serviceKcal,
    perMealKcal: Math.round(serviceKcal / services),
    restOfDayKcal: calories - serviceKcal,
    extraMeals: isLargest ? secondHelpings(calories, planCalories, services) : 0,
  };
}

/** Never far above the day's calories; the smallest plan if all are. */
function largestPlanWithin(calories: number, plans: readonly number[]): number {
  return plans.findLast((plan) => plan <= calories + PLAN_ABOVE_DAY_KCAL) ?? Math.min(...plans);
}

/** The higher plan wins a tie. */
function nearestPlan(calories: number, plans: readonly number[]): number {
  return plans.reduce((best, plan) =>
    Math.abs(plan - calories) <= Math.abs(best - calories) ? plan : best,
  );
}

/** How many bring our meals nearest to their share of the day. */
function secondHelpings(calories: number, planCalories: number, services: number): number {
  const share = SHARE_OF_EACH * services * calories;
  const missing = (share - planServiceKcal(planCalories, services)) / SECOND_HELPING_KCAL;
  return Math.min(MOST_SECOND_HELPINGS, Math.max(0, Math.floor(missing + 0.5)));
}

/** The spec's `recommendedPlan`. */
export function mealPlanName(planCalories: number): string {
  return `${planCalories} Calorie Plan`;
}

/** The goal for the weight, and what it adds to the energy of a day. Spec 9. */

export const GOALS = ['lose', 'maintain', 'gain'] as const;
export type Goal = (typeof GOALS)[number];

export const GOAL_LABELS: Record<Goal, string> = {
  lose: 'Lose Weight',
  maintain: 'Maintain Weight',
  gain: 'Gain Weight',
};

/** kcal a day. */
export const GOAL_ADJUSTMENT: Record<Goal, number> = { lose: -500, maintain: 0, gain: 500 };

/** By its key or label, in any case; null for others. */
export function parseGoal(text: string): Goal | null {
  const sought = text.trim().toLowerCase();
  return (
    GOALS.find((goal) => goal === sought || GOAL_LABELS[goal].toLowerCase() === sought) ?? null
  );
}

/** Energy of a meal: Cal and kJ, and whether the declared Cal match the macros. */

export const KILOJOULES_PER_CALORIE = 4.184;
const CALORIES_PER_GRAM = { protein: 4, carbs: 4, fat: 9 };
/** Fibre and rounding change the declared energy a little; a larger difference is a typing mistake. */
const TOLERANCE_PERCENT = 10;

type Macros = { proteinGrams: number; carbsGrams: number; fatGrams: number };

/** Whole kilojoules for food calories (Cal). */
export function kilojoules(calories: number): number {
  return Math.round(calories * KILOJOULES_PER_CALORIE);
}

/** The Cal that the macros alone add up to. */
export function macroCalories({ proteinGrams, carbsGrams, fatGrams }: Macros): number {
  return (
    proteinGrams * CALORIES_PER_GRAM.protein +
    carbsGrams * CALORIES_PER_GRAM.carbs +
    fatGrams * CALORIES_PER_GRAM.fat
  );
}

/** Whether the macros match the declared Cal to within 10%. */
export function energyAgrees(calories: number, macros: Macros): boolean {
  return Math.abs(macroCalories(macros) - calories) * 100 <= calories * TOLERANCE_PERCENT;
}
