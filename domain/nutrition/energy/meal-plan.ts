/**
 * Which of the kitchen's plans fits a day. A plan is what lunch and dinner provide, and two meals are about 60% of an
 * Australian day. Ours; sizes from spec 9.
 */
import type { Goal } from '../body/goal.ts';

export const PLAN_SHARE = 0.6;
/** Something is always left for breakfast. */
export const SMALLEST_BREAKFAST_KCAL = 300;
const EXTRA_MEAL_KCAL = 600;

export type MealPlan = {
  planCalories: number;
  /** Of the day's calories. */
  sharePct: number;
  /** What lunch and dinner provide together, leaving enough for breakfast. */
  serviceKcal: number;
  perMealKcal: number;
  restOfDayKcal: number;
  /** Meals a day beyond lunch and dinner, for those who need far more than the largest plan. */
  extraMeals: number;
};

/** `plans`: kcal, ascending, at least one. */
export function chooseMealPlan(calories: number, goal: Goal, plans: readonly number[]): MealPlan {
  const planCalories = nearestPlan(PLAN_SHARE * calories, goal, plans);
  const serviceKcal = Math.min(planCalories, calories - SMALLEST_BREAKFAST_KCAL);
  const isLargest = planCalories === plans.at(-1);
  const missing = (PLAN_SHARE * calories - planCalories) / EXTRA_MEAL_KCAL;
  return {
    planCalories,
    sharePct: Math.round((100 * planCalories) / calories),
    serviceKcal,
    perMealKcal: Math.round(serviceKcal / 2),
    restOfDayKcal: calories - serviceKcal,
    extraMeals: isLargest ? Math.max(0, Math.floor(missing + 0.5)) : 0,
  };
}

/** The smaller plan wins a tie, except for those who want to gain. */
function nearestPlan(target: number, goal: Goal, plans: readonly number[]): number {
  const distance = (plan: number) => Math.abs(plan - target);
  return plans.reduce((best, plan) => {
    const isNearer = distance(plan) < distance(best);
    const isTie = distance(plan) === distance(best);
    return isNearer || (isTie && goal === 'gain') ? plan : best;
  });
}

/** The spec's `recommendedPlan`. */
export function mealPlanName(planCalories: number): string {
  return `${planCalories} Calorie Plan`;
}
