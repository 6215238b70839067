import type { Goal } from '#areas/menu/rules/goal.ts';
import { SECOND_HELPING_KCAL } from '#areas/menu/rules/meal-plan.ts';
import type { Recommendation } from '#areas/calculator/rules/energy/recommendation.ts';

/** Everything a language model receives: what we computed, and nothing about the body it was computed from. */
export function adviceFacts(goal: Goal, recommendation: Recommendation) {
  const { protein, carbs, fat } = recommendation.macros;
  return {
    goal,
    caloriesPerDay: recommendation.recommendedCalories,
    plan: recommendation.recommendedPlan,
    planCalories: recommendation.planCalories,
    lunchAndDinnerCalories: recommendation.serviceKcal,
    caloriesPerMeal: recommendation.perMealKcal,
    caloriesForBreakfastAndSnacks: recommendation.restOfDayKcal,
    secondHelpingsPerDay: recommendation.extraMeals,
    caloriesOfSecondHelpings: recommendation.extraMeals * SECOND_HELPING_KCAL,
    proteinGramsPerDay: protein.grams,
    carbohydrateGramsPerDay: carbs.grams,
    fatGramsPerDay: fat.grams,
    trainingDayCalories: recommendation.cycling?.trainingDayCalories ?? null,
    restDayCalories: recommendation.cycling?.restDayCalories ?? null,
    weeks: recommendation.timelineWeeks,
    weeksRange: recommendation.weeksRange,
  };
}

export type AdviceFacts = ReturnType<typeof adviceFacts>;
