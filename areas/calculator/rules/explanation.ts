/** The recommendation in words, paragraph by paragraph; the first is the answer in one sentence. */
import type { Goal } from '#areas/menu/rules/goal.ts';
import { mealPlanSentence } from '#areas/calculator/rules/energy/meal-plan-sentence.ts';
import type { Recommendation } from '#areas/calculator/rules/energy/recommendation.ts';

const AIM: Record<Goal, string> = {
  lose: 'To lose weight gently',
  maintain: 'To maintain your weight',
  gain: 'To gain weight steadily',
};

export const CHECK_AGAIN = 'Check again in 4 weeks, or when your days change.';

export function explainRecommendation(goal: Goal, recommendation: Recommendation): string[] {
  const { recommendedCalories, recommendedPlan, noSafeDeficit } = recommendation;
  const aim = noSafeDeficit ? 'For now' : AIM[goal];
  return [
    `${aim}, aim for about ${recommendedCalories} calories a day; we suggest the ${recommendedPlan}.`,
    mealPlanSentence(recommendedCalories, recommendation),
    explainMacros(recommendation),
    ...(goal === 'maintain' ? [] : [explainTime(recommendation)]),
    CHECK_AGAIN,
  ];
}

function explainMacros({ macros: { protein, carbs, fat }, cycling }: Recommendation): string {
  const grams = `Over the day, that is about ${protein.grams} g of protein, ${carbs.grams} g of carbohydrate and ${fat.grams} g of fat.`;
  if (!cycling || cycling.trainingDayCalories === cycling.restDayCalories) return grams;
  return `${grams} On training days, have about ${cycling.trainingDayCalories} calories and on other days ${cycling.restDayCalories}; the difference is carbohydrate, and the week’s total stays the same.`;
}

function explainTime(recommendation: Recommendation): string {
  const { timelineWeeks, timeline, weeksRange, noSafeDeficit } = recommendation;
  if (noSafeDeficit)
    return 'We do not estimate a time for this goal, because eating less will not get you there safely.';
  if (timelineWeeks === null || weeksRange === null) {
    return `At a safe pace, this takes longer than we can estimate (${timeline}). A smaller first goal is easier to plan for.`;
  }
  const [fewest, most] = weeksRange;
  const range = most === null ? `${fewest} or more` : `${fewest} to ${most}`;
  return `Expect about ${timeline}, though anything from ${range} would be normal. Changes in the first two weeks are mostly water, so judge the pace from week 3.`;
}
